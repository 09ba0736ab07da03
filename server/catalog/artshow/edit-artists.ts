/**
 * Creates, changes, features and deletes artists. At most one artist is featured: a unique index ensures this, and
 * transactions that feature an artist run one after another.
 */
import type { Artist, ArtistChange } from '#shared/catalog/api/artshow.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { artistFields } from '#shared/catalog/resources/artist.ts'
import { samplesOf } from '#shared/platform/resources/described.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { ArtistRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { acquireLock } from '#server/kernel/db/named-lock.ts'
import { conflict, notFound, requireSameId } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { referencePictures } from '#server/platform/upload/pictures.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { artistRows, findArtist, toArtist } from './artshow.ts'

/** Creates an artist with sample values. Visitors do not see it before its first save. */
export async function createArtist(shop: Shop, admin: SignedIn): Promise<Artist> {
  const now = isoNow(shop.clock)
  const row: ArtistRow = {
    id: newId(shop.clock),
    ...artistRows.columnsOf(samplesOf(artistFields)),
    is_draft: 1,
    version: 1,
    created_at: now,
    updated_at: now,
  }
  await transact(shop.db, async (tx) => {
    await tx.insertInto('artists').values(row).execute()
    await record(tx, shop, admin, { row, action: 'Created' })
  })
  shop.changed({ tag: 'Artshow', id: row.id })
  return toArtist(shop, row)
}

/** Changes an artist; a missing field stays as it is. Throws 409 if `version` is given and the artist has a newer version. Throws 404. */
export async function updateArtist(
  shop: Shop,
  admin: SignedIn,
  id: string,
  change: ArtistChange,
): Promise<Artist> {
  requireSameId(change.artshowId, id)
  const saved = await transact(shop.db, async (tx) => {
    await acquireLock(tx, 'artists')
    const before = await findArtist(tx, id)
    if (change.version !== undefined && change.version !== before.version) return null
    const edit = artistRows.changed(before, change)
    const existing = new Set(filesOf(before))
    const added = [...edit.main_images, ...edit.other_images].filter((file) => !existing.has(file))
    await referencePictures(
      tx,
      shop,
      added.map((file) => `/uploads/${file}`),
    )
    const others = edit.isFeat ? await unfeatureOthers(tx, shop, admin, id) : []
    const row = await tx
      .updateTable('artists')
      .set(artistRows.columnsOf(edit))
      .set({ is_draft: 0, version: before.version + 1, updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const changes = artistRows.changesOf(before, row)
    if (changes.length > 0) await record(tx, shop, admin, { row, action: 'Changed', changes })
    return { row, others }
  })
  if (!saved) {
    const artist = toArtist(shop, await findArtist(shop.db, id))
    throw conflict('This artist has changed since you opened the form', { artist })
  }
  announceChanges(shop, id, ...saved.others)
  return toArtist(shop, saved.row)
}

/**
 * Features one artist and no other. Does nothing if the artist is already featured. Increments the version, so that a
 * form that was opened earlier cannot undo the change by mistake. Throws 404.
 */
export async function featureArtist(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  const others = await transact(shop.db, async (tx) => {
    await acquireLock(tx, 'artists')
    const row = await findArtist(tx, id)
    if (row.is_feat) return null
    const unfeatured = await unfeatureOthers(tx, shop, admin, id)
    await tx
      .updateTable('artists')
      .set({ is_feat: 1, version: row.version + 1, updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .execute()
    await record(tx, shop, admin, { row, action: 'Featured' })
    return unfeatured
  })
  if (others) announceChanges(shop, id, ...others)
}

/** Deletes an artist. If the artist was featured, no artist is featured afterwards. Throws 404, and 409 if the artist has works. */
export async function removeArtist(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    await tx
      .deleteFrom('works')
      .where('artist_id', '=', id)
      .where('product_id', 'in', tx.selectFrom('products').select('id').where('deleted_at', 'is not', null))
      .where('product_id', 'not in', tx.selectFrom('order_lines').select('product_id'))
      .execute()
    const work = await tx
      .selectFrom('works')
      .select('product_id')
      .where('artist_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (work) throw conflict('This artist has works. They are needed for the statements')
    const row = await tx.deleteFrom('artists').where('id', '=', id).returningAll().executeTakeFirst()
    if (!row) throw notFound('Artist')
    await record(tx, shop, admin, { row, action: 'Deleted' })
  })
  shop.changed({ tag: 'Artshow', id, gone: true })
}

/**
 * Call it while holding the lock `artists`. Without the lock, two transactions could reach this point, and the index
 * would reject one of them. Increments the version of the other artists, so that a form that was opened earlier cannot
 * feature its artist again.
 */
async function unfeatureOthers(tx: Tx, shop: Shop, admin: SignedIn, id: string): Promise<string[]> {
  const rows = await tx
    .updateTable('artists')
    .set((eb) => ({ is_feat: 0 as const, version: eb('version', '+', 1) }))
    .where('is_feat', '=', 1)
    .where('id', '<>', id)
    .returningAll()
    .execute()
  for (const row of rows) await record(tx, shop, admin, { row, action: 'No longer featured' })
  return rows.map((row) => row.id)
}

function announceChanges(shop: Shop, ...ids: string[]): void {
  for (const id of ids) shop.changed({ tag: 'Artshow', id })
}

function filesOf(row: ArtistRow): string[] {
  const { main_images, other_images } = artistRows.editOf(row)
  return [...main_images, ...other_images]
}

type ArtistAction = { row: ArtistRow; action: string; changes?: Change[] }

function record(tx: Tx, shop: Shop, admin: SignedIn, { row, action, changes }: ArtistAction): Promise<void> {
  const { id, name } = row
  return logChange(tx, shop, admin, { subject: 'artist', id, name, action, changes })
}
