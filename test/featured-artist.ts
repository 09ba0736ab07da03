/** Creates a featured artist and returns the id. */
import { newId } from '#server/kernel/time/clock.ts'
import type { ArtistRow } from '#server/kernel/db/schema.ts'
import type { TestShop } from './shop.ts'
import { insert } from './table-rows.ts'

export async function createFeaturedArtist(shop: TestShop, artist: Partial<ArtistRow> = {}): Promise<string> {
  const id = newId(shop.clock)
  const now = shop.clock.now().toISOString()
  await insert(shop.db, 'artists', {
    id,
    name: 'Ilse Thorvald',
    title: 'Slow Weather',
    script: 'I walk the same ridge.',
    quote: 'I paint the hour.',
    instagram: 'https://www.instagram.com/ilse.example',
    website: '@website',
    main_images: '["thorvald_1.jpg"]',
    other_images: '[]',
    is_feat: 0,
    version: 1,
    created_at: now,
    updated_at: now,
    ...artist,
  })
  shop.shop.changed({ tag: 'Artshow', id })
  return id
}
