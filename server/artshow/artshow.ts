/** The art show for visitors: all artists, the featured one, and one artist. */
import type { Artist } from '#shared/api/artshow.ts'
import { SAMPLES } from '#shared/artist-samples.ts'
import { artistFields } from '#shared/resources/artist.ts'
import { rowsOf } from '../resources/rows.ts'
import type { ArtistRow } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import type { Shop } from '../shop.ts'

/** All artists, newest first. */
export async function listArtists(shop: Shop): Promise<Artist[]> {
  const rows = await shop.db
    .selectFrom('artists')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => toArtist(shop, row))
}

/** The featured artist. Null if there is none; the page then shows COMING SOON. */
export async function featuredArtist(shop: Shop): Promise<Artist | null> {
  const row = await shop.db.selectFrom('artists').selectAll().where('is_feat', '=', 1).executeTakeFirst()
  return row ? toArtist(shop, row) : null
}

/** One artist. Throws 404. */
export async function getArtist(shop: Shop, id: string): Promise<Artist> {
  const row = await shop.db.selectFrom('artists').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Artist')
  return toArtist(shop, row)
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
    version: row.version,
    pictures: { main: pictures(main, 1), other: pictures(other, main.length + 1) },
  }
}

/** Converts between artist rows and the fields of the form. */
export const artistRows = rowsOf(artistFields)
