/** What visitors see of the art show. */
import type { Artist } from '#shared/api/artshow.ts'
import { SAMPLES } from '#shared/artist-samples.ts'
import type { ArtistRow } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import type { Shop } from '../shop.ts'

/** All artists, the latest first. */
export async function listArtists(shop: Shop): Promise<Artist[]> {
  const rows = await shop.db
    .selectFrom('artists')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map((row) => toArtist(shop, row))
}

/** The one artist who is featured, or null: the page then says COMING SOON. */
export async function featuredArtist(shop: Shop): Promise<Artist | null> {
  const row = await shop.db.selectFrom('artists').selectAll().where('is_feat', '=', 1).executeTakeFirst()
  return row ? toArtist(shop, row) : null
}

export async function getArtist(shop: Shop, id: string): Promise<Artist> {
  const row = await shop.db.selectFrom('artists').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Artist')
  return toArtist(shop, row)
}

export function toArtist(shop: Pick<Shop, 'pictureOf'>, row: ArtistRow): Artist {
  const main = JSON.parse(row.main_images) as string[]
  const other = JSON.parse(row.other_images) as string[]
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
    name: row.name,
    title: row.title,
    script: row.script,
    quote: row.quote,
    instagram: row.instagram,
    website: row.website,
    main_images: main,
    other_images: other,
    isFeat: row.is_feat === 1,
    version: row.version,
    pictures: { main: pictures(main, 1), other: pictures(other, main.length + 1) },
  }
}
