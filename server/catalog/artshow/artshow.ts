/** The art show for visitors: all artists, the featured one, and one artist. */
import type { Artist } from '#shared/catalog/api/artshow.ts'
import { SAMPLES } from '#shared/catalog/artist-samples.ts'
import { artistFields } from '#shared/catalog/resources/artist.ts'
import { admits } from '#shared/kernel/roles.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import type { ArtistRow, Db } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import { findFullSession } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

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

/** One artist. Only staff see one that was never saved, and that response is not cached. Throws 404. */
export async function getArtist(shop: Shop, id: string, http: Asked): Promise<Artist> {
  const row = await findArtist(shop.db, id)
  if (row.is_draft && !(await isStaff(shop, http))) throw notFound('Artist')
  return toArtist(shop, row)
}

/** The row of an artist. Throws 404. */
export async function findArtist(db: Db, id: string): Promise<ArtistRow> {
  const row = await db.selectFrom('artists').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Artist')
  return row
}

/** Converts a row to the artist of the API. */
export function toArtist(shop: Pick<Shop, 'pictureOf'>, row: ArtistRow): Artist {
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

/** Converts between artist rows and the fields of the form. */
export const artistRows = describedRows<Omit<ArtistRow, Unedited>>()(artistFields)

type Unedited = 'id' | 'is_draft' | 'version' | 'created_at' | 'updated_at'

/** Whether the caller may edit artists. The response differs from that for visitors, so it is not cached. */
async function isStaff(shop: Shop, { token, forbidCaching }: Asked): Promise<boolean> {
  forbidCaching()
  const user = await findFullSession(shop, token)
  return user !== null && admits('barista', user.role)
}
