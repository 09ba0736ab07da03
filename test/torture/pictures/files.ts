/** The rows and files of a dead shop's pictures, and whether they agree. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { DAY } from '#server/time/clock.ts'
import type { Db } from '#server/db/schema.ts'
import type { Shop } from '#server/shop.ts'
import { diskStore } from '#server/storage/disk.ts'
import { sweepPictures } from '#server/upload/sweep.ts'
import type { PictureFacts } from '#shared/picture.ts'
import { variantUrls } from '#shared/picture.ts'
import { withDatabase } from '../books.ts'
import type { Place } from '../running-shop.ts'

/** Rows without their files, and pages of the menu without a row. Files without a row may wait for the sweep. */
export async function wrongInFiles(place: Place): Promise<string[]> {
  return withDatabase(place, async (db) => {
    const there = new Set(await filesOf(place))
    const known = await rowsOf(db)
    const missing = [...known.values()].flat().filter((name) => !there.has(name))
    const pages = await db.selectFrom('menu_pages').select('file').execute()
    const unknown = pages.filter(({ file }) => !file.startsWith('menu_') && !known.has(file))
    return [
      ...missing.map((name) => `A row has no file ${name}`),
      ...unknown.map(({ file }) => `The menu names ${file}, which has no row`),
    ]
  })
}

const quiet = () => {}

/** Sweeps as a running shop would two days later; then rows and files must be the same, and nothing else be left. */
export async function wrongAfterSweep(place: Place): Promise<string[]> {
  return withDatabase(place, async (db) => {
    const later = { now: () => new Date(Date.now() + 2 * DAY) }
    const shop = {
      db,
      clock: later,
      config: { incoming: join(place.dataDir, 'incoming') },
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      uploads: { store: diskStore(join(place.dataDir, 'uploads')), forget: quiet },
    } as unknown as Shop
    await sweepPictures(shop)
    const known = new Set([...(await rowsOf(db)).values()].flat())
    const there = await filesOf(place)
    const waiting = await readdir(shop.config.incoming).catch(() => [])
    return [
      ...there.filter((name) => !known.has(name)).map((name) => `Not swept: ${name}`),
      ...[...known].filter((name) => !there.includes(name)).map((name) => `Swept with its row: ${name}`),
      ...waiting.map((name) => `Left of a form: ${name}`),
      ...(await Promise.all(there.map((name) => wrongInFile(place, name)))).flat(),
    ]
  })
}

/** Whatever is stored is a picture of the kind it says it is. */
export async function wrongInFile({ dataDir }: Pick<Place, 'dataDir'>, name: string): Promise<string[]> {
  const bytes = await readFile(join(dataDir, 'uploads', name))
  const said = name.split('.').at(-1)
  try {
    const { format, compression } = await sharp(bytes).metadata()
    const kind = format === 'jpeg' ? 'jpg' : format === 'heif' && compression === 'av1' ? 'avif' : format
    await sharp(bytes, { failOn: 'warning' }).raw().toBuffer()
    return kind === said ? [] : [`${name} is ${kind}`]
  } catch (error) {
    return [`${name} is no picture: ${(error as Error).message}`]
  }
}

export async function filesOf({ dataDir }: Pick<Place, 'dataDir'>): Promise<string[]> {
  return readdir(join(dataDir, 'uploads')).catch(() => [])
}

async function rowsOf(db: Db): Promise<Map<string, string[]>> {
  const rows = await db.selectFrom('uploads').select(['file', 'facts']).execute()
  return new Map(
    rows.map(({ file, facts }) => [
      file,
      variantUrls(JSON.parse(facts) as PictureFacts).map((url) => basename(url)),
    ]),
  )
}
