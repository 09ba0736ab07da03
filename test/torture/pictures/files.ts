/** Checks whether the rows and files of a shop's pictures are consistent. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { DAY } from '#server/kernel/time/clock.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { diskStore } from '#server/platform/storage/disk.ts'
import { sweepPictures } from '#server/platform/upload/sweep.ts'
import { type PictureFacts, variantUrls } from '#shared/kernel/picture.ts'
import { withDatabase } from '../consistency.ts'
import type { Place } from '../running-shop.ts'

/**
 * Rows without files, and menu pages without a row. Files without a row are allowed until the cleanup.
 * @param open `withOpenDatabase` if the shop is running
 */
export async function missingFiles(place: Place, open = withDatabase): Promise<string[]> {
  return open(place, async (db) => {
    const files = new Set(await filesOf(place))
    const expected = await rowsOf(db)
    const missing = [...expected.values()].flat().filter((name) => !files.has(name))
    const pages = await db.selectFrom('menu_pages').select('file').execute()
    const unknown = pages.filter(({ file }) => !file.startsWith('menu_') && !expected.has(file))
    return [
      ...missing.map((name) => `A row has no file ${name}`),
      ...unknown.map(({ file }) => `The menu names ${file}, which has no row`),
    ]
  })
}

const ignore = () => {}

/** Runs the cleanup of a shop two days later. Then every file must have a row, every row its files, and no upload remain. */
export async function wrongAfterCleanup(place: Place): Promise<string[]> {
  return withDatabase(place, async (db) => {
    const later = { now: () => new Date(Date.now() + 2 * DAY) }
    const shop = {
      db,
      clock: later,
      realClock: later,
      config: { incoming: join(place.dataDir, 'incoming') },
      log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
      uploads: { store: diskStore(join(place.dataDir, 'uploads')), forget: ignore },
    } as unknown as Shop
    await sweepPictures(shop)
    const expected = new Set([...(await rowsOf(db)).values()].flat())
    const files = await filesOf(place)
    const waiting = await readdir(shop.config.incoming).catch(() => [])
    return [
      ...files.filter((name) => !expected.has(name)).map((name) => `Not removed by the cleanup: ${name}`),
      ...[...expected]
        .filter((name) => !files.includes(name))
        .map((name) => `Removed although it has a row: ${name}`),
      ...waiting.map((name) => `Left over from an upload: ${name}`),
      ...(await Promise.all(files.map((name) => invalidPicture(place, name)))).flat(),
    ]
  })
}

/** Checks that a stored file is a valid picture of the format in its name. */
export async function invalidPicture({ dataDir }: Pick<Place, 'dataDir'>, name: string): Promise<string[]> {
  const bytes = await readFile(join(dataDir, 'uploads', name))
  const extension = name.split('.').at(-1)
  try {
    const { format, compression } = await sharp(bytes).metadata()
    const kind = format === 'jpeg' ? 'jpg' : format === 'heif' && compression === 'av1' ? 'avif' : format
    await sharp(bytes, { failOn: 'warning' }).raw().toBuffer()
    return kind === extension ? [] : [`${name} is ${kind}`]
  } catch (error) {
    return [`${name} is not a valid picture: ${(error as Error).message}`]
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
