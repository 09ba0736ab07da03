/**
 * Deletes pictures that were not referenced for a day, and files of interrupted uploads. All times are real ones, like
 * those of files, so that a rehearsal does not delete what was just uploaded.
 */
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sql, type ExpressionBuilder } from 'kysely'
import { variantUrls } from '#shared/kernel/picture.ts'
import { DAY, HOUR, SECOND, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { parseFacts } from '#server/kernel/pictures/pictures.ts'
import type { Shop } from '../shop.ts'
import { stemOf } from '../storage/uploads.ts'

/** Temporary files older than this are deleted: no upload may take that long. */
const STALE_AFTER = HOUR

/**
 * Deletes pictures that no product, order line, artist, menu page, version of a page or entry of the media library has
 * referenced for a day. Also deletes files
 * without a row, and temporary files of processes that died. The row of a picture is deleted before its files, because
 * a row must never be without its files.
 */
export async function sweepPictures(shop: Shop): Promise<void> {
  const swept = await transact(shop.db, (tx) => sweepRows(tx, shop))
  for (const { file, facts } of swept) {
    shop.uploads.forget(file)
    await shop.uploads.store.remove(variantUrls(parseFacts(facts)).map((url) => basename(url)))
  }
  await sweepFiles(shop)
  await sweepForms(shop)
  if (swept.length > 0) shop.log.info({ pictures: swept.length }, 'deleted unused pictures')
}

async function sweepRows(tx: Db, shop: Shop): Promise<{ file: string; facts: string }[]> {
  const elsewhere = await filesInLists(tx)
  const named = (eb: ExpressionBuilder<Schema, 'uploads'>) => {
    const path = sql<string>`'/uploads/' || uploads.file`
    const onSale = eb.selectFrom('products').where('deleted_at', 'is', null)
    return eb.or([
      eb(path, 'in', onSale.select('image')),
      eb(path, 'in', onSale.select('second_image')),
      eb(path, 'in', eb.selectFrom('order_lines').select('order_lines.image')),
      eb('uploads.file', 'in', eb.selectFrom('media').select('media.file')),
      ...(elsewhere.length > 0 ? [eb('uploads.file', 'in', elsewhere)] : []),
    ])
  }
  await tx
    .updateTable('uploads')
    .set({ unnamed_since: null })
    .where('unnamed_since', 'is not', null)
    .where(named)
    .execute()
  await tx
    .updateTable('uploads')
    .set({ unnamed_since: isoNow(shop.realClock) })
    .where('unnamed_since', 'is', null)
    .where((eb) => eb.not(named(eb)))
    .execute()
  // Checks the date again: a transaction that references the picture clears its date first (pictures.ts), and then this
  // deletes nothing.
  return tx
    .deleteFrom('uploads')
    .where('unnamed_since', '<', isoIn(shop.realClock, -DAY))
    .returning(['file', 'facts'])
    .execute()
}

/** The pictures of artists, of the menu, of newsletters, and of all versions of pages. */
async function filesInLists(tx: Db): Promise<string[]> {
  const artists = await tx.selectFrom('artists').select(['main_images', 'other_images']).execute()
  const pages = await tx.selectFrom('menu_pages').select('file').execute()
  const works = artists.flatMap(({ main_images, other_images }) => [
    ...(JSON.parse(main_images) as string[]),
    ...(JSON.parse(other_images) as string[]),
  ])
  const versions = await tx.selectFrom('page_versions').select('pictures').distinct().execute()
  const shown = versions.flatMap(({ pictures }) => JSON.parse(pictures) as string[])
  const newsletters = await tx.selectFrom('newsletters').select('blocks').execute()
  const mailed = newsletters.flatMap(({ blocks }) => blocks.match(/(?<=\/uploads\/)[A-Za-z0-9._-]+/g) ?? [])
  return [...new Set([...works, ...mailed, ...shown, ...pages.map(({ file }) => file)])]
}

/**
 * Deletes old files without a row. A new file may still get its row, because files are stored first. Files with other
 * names do not belong to the shop. Files older than this database may belong to another database to which the owner may
 * switch back.
 */
async function sweepFiles(shop: Shop): Promise<void> {
  const old = new Map<string, string[]>()
  // Subtract a second, because the times in a bucket are rounded to seconds.
  const after = (await firstMigrationTime(shop.db)) - SECOND
  const before = shop.realClock.now().getTime() - DAY
  for await (const { name, at } of shop.uploads.store.list()) {
    const stem = stemOf(name.replace(/\.[0-9a-f-]{36}\.tmp$/, ''))
    if (stem && at.getTime() < before && at.getTime() > after) old.set(stem, [...(old.get(stem) ?? []), name])
  }
  if (old.size === 0) return
  const rows = await shop.db.selectFrom('uploads').select('file').execute()
  for (const { file } of rows) keepFiles(old, stemOf(file))
  await shop.uploads.store.remove([...old.values()].flat())
}

/** When the first migration ran, in milliseconds since 1970. */
async function firstMigrationTime(db: Db): Promise<number> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db)
  return Date.parse(rows[0]!.at)
}

/**
 * Removes the files of a picture that has a row from `old`, the files to delete. Only its temporary files stay there.
 */
function keepFiles(old: Map<string, string[]>, stem: string): void {
  const unfinished = old.get(stem)?.filter((name) => name.endsWith('.tmp')) ?? []
  if (unfinished.length > 0) old.set(stem, unfinished)
  else old.delete(stem)
}

async function sweepForms({ config, realClock }: Shop): Promise<void> {
  const before = realClock.now().getTime() - STALE_AFTER
  for (const name of await readdir(config.incoming).catch(() => [])) {
    const path = join(config.incoming, name)
    const found = await stat(path).catch(() => null)
    if (found && found.mtimeMs < before) await rm(path, { force: true })
  }
}
