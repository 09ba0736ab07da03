/**
 * Artists: reads, creates, changes, features and deletes them. At most one artist is featured: a unique index ensures this,
 * and transactions that change artists run one after another.
 */
import type { Artist, ArtistChange } from '#shared/catalog/api/artshow.ts'
import { SAMPLES } from '#shared/catalog/artist-samples.ts'
import { artistFields } from '#shared/catalog/resources/artist.ts'
import { admits } from '#shared/kernel/roles.ts'
import { samplesOf } from '#shared/platform/resources/described.ts'
import { acquireLock, transact } from '#server/kernel/db/transact.ts'
import type { ArtistRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound, requireSameId } from '#server/kernel/errors.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'
import type { SlugSource } from '#server/platform/slugs/candidates.ts'
import { idOf, slugFor } from '#server/platform/slugs/slugs.ts'
import { findFullSession, type SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { referencePictures } from '#server/platform/upload/pictures.ts'

type Unedited = 'id' | 'is_draft' | 'version' | 'created_at' | 'updated_at'

/** Converts between artist rows and the fields of the form. */
const artistRows = describedRows<Omit<ArtistRow, Unedited>>()(artistFields)

const artists = new SavedRow('artists', {
  rows: artistRows,
  subject: 'artist',
  label: 'Artist',
  nameOf: ({ name }) => name,
  tag: 'Artshow',
  lock: (tx) => acquireLock(tx, 'artists'),
  current: (shop, row) => ({ artist: toArtist(shop, row) }),
})

type Asked = Pick<HttpContext, 'token' | 'forbidCaching'>

/** All artists, newest first. Only staff see those that were never saved, and that response is not cached. */
export async function listArtists(shop: Shop, http: Asked): Promise<Artist[]> {
  const rows = await shop.db
    .selectFrom('artists')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const hasDrafts = rows.some((row) => row.is_draft)
  const seesDrafts = hasDrafts && (await isStaff(shop, http))
  return rows.filter((row) => !row.is_draft || seesDrafts).map((row) => toArtist(shop, row))
}

/** The featured artist. Null if there is none; the page then shows COMING SOON. */
export async function featuredArtist(shop: Shop): Promise<Artist | null> {
  const row = await shop.db
    .selectFrom('artists')
    .selectAll()
    .where('is_feat', '=', 1)
    .where('is_draft', '=', 0)
    .executeTakeFirst()
  return row ? toArtist(shop, row) : null
}

/**
 * One artist. Only staff see one that was never saved, and that response is not cached. Throws 404.
 * @param address the id of the artist, its address or a former one
 */
export async function getArtist(
  shop: Shop,
  address: string,
  http: Asked & Pick<HttpContext, 'concerns'>,
): Promise<Artist> {
  const id = await idOf(shop.db, 'artists', address)
  http.concerns(id)
  const row = await findArtist(shop.db, id)
  if (row.is_draft && !(await isStaff(shop, http))) throw notFound('Artist')
  return toArtist(shop, row)
}

/** What the address of an artist is made from. */
export const artistSource = ({ id, name }: ArtistRow): SlugSource => ({ id, name })

/** The row of an artist. Throws 404. */
export const findArtist = (db: Db, id: string): Promise<ArtistRow> => artists.find(db, id)

/** Creates an artist with sample values. Visitors do not see it before its first save. */
export async function createArtist(shop: Shop, admin: SignedIn): Promise<Artist> {
  const blank = { ...artistRows.columnsOf(samplesOf(artistFields)), is_draft: 1 as const }
  return toArtist(shop, await artists.create(shop, admin, () => blank))
}

/** Changes an artist; a missing field stays as it is. Throws 409 if `version` is given and the artist has a newer version. Throws 404. */
export async function updateArtist(
  shop: Shop,
  admin: SignedIn,
  id: string,
  change: ArtistChange,
): Promise<Artist> {
  requireSameId(change.artshowId, id)
  let others: string[] = []
  const row = await artists.update(shop, admin, id, {
    version: change.version,
    columns: async (tx, before) => {
      const edit = artistRows.changed(before, change)
      const existing = new Set(filesOf(artistRows.editOf(before)))
      const added = filesOf(edit).filter((file) => !existing.has(file))
      await referencePictures(
        tx,
        shop,
        added.map((file) => `/uploads/${file}`),
      )
      const { name, slug: wanted } = edit
      const slug = await slugFor(tx, shop.clock, 'artists', { id, name, before: before.slug, wanted })
      others = edit.isFeat ? await unfeatureOthers(tx, shop, admin, id) : []
      return { ...artistRows.columnsOf({ ...edit, slug }), is_draft: 0 }
    },
  })
  announceChanges(shop, others)
  return toArtist(shop, row)
}

/**
 * Features one artist and no other. Does nothing if the artist is already featured. Increments the version, so that a
 * form that was opened earlier cannot undo the change by mistake. Throws 404.
 */
export async function featureArtist(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  const others = await transact(shop.db, async (tx) => {
    await acquireLock(tx, 'artists')
    const row = await artists.find(tx, id)
    if (row.is_feat) return null
    const unfeatured = await unfeatureOthers(tx, shop, admin, id)
    await artists.saveIn(tx, shop, row, { is_feat: 1 })
    await artists.log(tx, shop, admin, row, 'Featured')
    return unfeatured
  })
  if (others) announceChanges(shop, [id, ...others])
}

/** Deletes an artist. If the artist was featured, no artist is featured afterwards. Throws 404, and 409 if the artist has works. */
export async function removeArtist(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  await artists.remove(shop, admin, id, async (tx) => {
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
  })
}

function toArtist(shop: Pick<Shop, 'pictureOf'>, row: ArtistRow): Artist {
  const fields = artistRows.editOf(row)
  const { main_images: main, other_images: other } = fields
  const pictures = (files: string[], from: number) =>
    files.map((file, index) => ({
      file,
      facts: shop.pictureOf(
        `/uploads/${file}`,
        `Work ${from + index}${row.name === SAMPLES.name ? '' : ` by ${row.name}`}`,
      ),
    }))
  return {
    _id: row.id,
    ...fields,
    isDraft: row.is_draft === 1,
    version: row.version,
    pictures: { main: pictures(main, 1), other: pictures(other, main.length + 1) },
  }
}

/** Whether the caller may edit artists. The response differs from that for visitors, so it is not cached. */
async function isStaff(shop: Shop, { token, forbidCaching }: Asked): Promise<boolean> {
  forbidCaching()
  const user = await findFullSession(shop, token)
  return user !== null && admits('barista', user.role)
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
  for (const row of rows) await artists.log(tx, shop, admin, row, 'No longer featured')
  return rows.map((row) => row.id)
}

function announceChanges(shop: Shop, ids: readonly string[]): void {
  for (const id of ids) shop.changed({ tag: 'Artshow', id })
}

function filesOf({ main_images: main, other_images: other }: ReturnType<typeof artistRows.editOf>): string[] {
  return [...main, ...other]
}
