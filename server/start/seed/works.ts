/** Adds works of the demo artists: for sale, sold and not for sale. */
import { ART_SHOW } from '#shared/kernel/categories.ts'
import { readFileSync } from 'node:fs'
import { toCents } from '#shared/kernel/pricing.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { samplesOf } from '#shared/platform/resources/described.ts'
import { productRows } from '#server/catalog/products/catalogue.ts'
import { searchColumnsOf } from '#server/catalog/products/search/search-text.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { type Clock, HOUR, isoIn, newId } from '#server/kernel/time/clock.ts'
import { once } from './content.ts'
import { writeSoldWork } from './history/sold-work.ts'

type Artist = {
  name: string
  works: { file: string; title: string; year: number; medium: string; size: string }[]
}

/** The first works of the first artists. A work without a price is not for sale; `sold` was sold elsewhere. */
export const DEMO_WORKS: {
  artist: number
  work: number
  price: number
  text: string
  sold?: true
  box?: string
}[] = [
  { artist: 0, work: 0, price: 780, text: 'The third field is the one that floods first.', box: '' },
  { artist: 0, work: 1, price: 640, text: 'Counted from the porch, before breakfast.', sold: true, box: '' },
  { artist: 0, work: 2, price: 780, text: '', box: '' },
  { artist: 0, work: 3, price: 0, text: 'On loan from the artist’s sister.', box: '' },
  { artist: 0, work: 4, price: 690, text: 'April, the week the mustard comes up.', box: 'Carton' },
]

/**
 * Adds the demo works, once. Call it after the artists were added.
 * @param hasHistory whether to invent the order that bought the sold work
 */
export async function seedWorks(db: Db, clock: Clock, { hasHistory = false } = {}): Promise<void> {
  await once(db, clock, 'demo-works', async (tx) => {
    const artists = JSON.parse(
      readFileSync(new URL('../../../imagery/artists.json', import.meta.url), 'utf8'),
    ) as Artist[]
    for (const [place, hung] of DEMO_WORKS.entries()) {
      const artist = artists[hung.artist]!
      const row = await tx
        .selectFrom('artists')
        .select('id')
        .where('name', '=', artist.name)
        .executeTakeFirst()
      if (row) await hang(tx, clock, { ...hung, artist, artistId: row.id, place, hasHistory })
    }
  })
}

type Hung = Omit<(typeof DEMO_WORKS)[number], 'artist'> & {
  artist: Artist
  artistId: string
  place: number
  hasHistory: boolean
}

async function hang(
  tx: Tx,
  clock: Clock,
  { artist, artistId, place, price, text, sold, box = '', work, hasHistory }: Hung,
) {
  const { file, title, year, medium, size } = artist.works[work]!
  const id = newId(clock)
  // Before the other products, which lists show newest first.
  const at = isoIn(clock, -HOUR)
  const blank = samplesOf(productFields)
  const columns = productRows.columnsOf({
    ...blank,
    name: title,
    category: ART_SHOW,
    brand: artist.name,
    image: `/uploads/${file}`,
    description: text,
    origin: '',
    cuppingNote: '',
    isDraft: price === 0,
  })
  const own = { id, user_id: null, version: 1, created_at: at, updated_at: at, deleted_at: null }
  const product = { ...columns, ...searchColumnsOf(columns), ...own }
  await tx.insertInto('products').values(product).execute()
  const count = sold ? 0 : 1
  const sizeColumns = { label: '', grams: null, sku: '', position: 0, removed_at: null }
  const row = { ...sizeColumns, id, product_id: id, price_cents: toCents(price), count_in_stock: count }
  await tx.insertInto('product_sizes').values(row).execute()
  const moves = [1, ...(sold && !hasHistory ? [-1] : [])].map((qty) => ({
    id: newId(clock),
    size_id: id,
    order_id: null,
    qty,
    reason: qty > 0 ? ('opening' as const) : ('edit' as const),
    at,
  }))
  await tx.insertInto('stock_moves').values(moves).execute()
  await tx
    .insertInto('works')
    .values({
      product_id: id,
      artist_id: artistId,
      year,
      medium,
      dimensions: size.replace(' x ', ' × '),
      box,
      packed_grams: box ? 3200 : null,
      place,
      is_hidden: 0,
    })
    .execute()
  await tx.insertInto('demo_rows').values({ kind: 'products', id }).execute()
  if (sold && hasHistory) await writeSoldWork(tx, clock, { product, size: row, artistId })
}
