/** Products similar to another one: the same category first, then a similar taste. */
import type { Product } from '#shared/api/products.ts'
import type { Db, ProductRow } from '../db/schema.ts'
import { searchTerms } from '../db/search.ts'
import { HOUR } from '../time/clock.ts'
import type { Shop } from '../shop.ts'
import { findRated, matching, toProduct, withRatings } from './catalogue.ts'

/** Fills a row of two and a row of four. */
const COUNT = 4
/** More than are shown, because some may be sold out, deleted or hidden by now. */
const CANDIDATES = 12

type Taste = Pick<ProductRow, 'id' | 'category' | 'roasting_level'> & { country: string; notes: Set<string> }

/**
 * Per database: the taste of all products on sale, and the candidates per product, at most an hour old. Each sale drops
 * the cached page of a product, and it must not read the whole catalog to render it again.
 */
const cached = new WeakMap<Db, { at: number; tastes: Promise<Taste[]>; candidates: Map<string, string[]> }>()

/**
 * Four products on sale that are most similar to this one; in stock before sold out. None for a draft.
 * Throws 404.
 */
export async function similarProducts(shop: Shop, id: string): Promise<Product[]> {
  const product = await findRated(shop.db, id)
  if (product.is_draft) return []
  const { tastes, candidates } = tastesOf(shop)
  let ids = candidates.get(id)
  if (!ids) {
    ids = closest(tasteOf(product), await tastes)
    candidates.set(id, ids)
  }
  const rows = await withRatings(matching(shop.db, '').where('id', 'in', ['', ...ids])).execute()
  const found = new Map(rows.map((row) => [row.id, toProduct(shop, row)]))
  const others = ids.flatMap((each) => found.get(each) ?? [])
  return others
    .toSorted((a, b) => Number(a.countInStock === 0) - Number(b.countInStock === 0))
    .slice(0, COUNT)
}

function tastesOf({ db, clock }: Pick<Shop, 'db' | 'clock'>) {
  const now = clock.now().getTime()
  const known = cached.get(db)
  if (known && Math.abs(now - known.at) < HOUR) return known
  const entry = { at: now, tastes: readTastes(db), candidates: new Map<string, string[]>() }
  cached.set(db, entry)
  // A failed query is asked again by the next request.
  entry.tastes.catch(() => cached.delete(db))
  return entry
}

async function readTastes(db: Db): Promise<Taste[]> {
  const rows = await matching(db, '')
    .select(['id', 'category', 'origin', 'cupping_note', 'roasting_level'])
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(tasteOf)
}

function tasteOf(
  row: Pick<ProductRow, 'id' | 'category' | 'origin' | 'cupping_note' | 'roasting_level'>,
): Taste {
  return {
    id: row.id,
    category: row.category,
    roasting_level: row.roasting_level,
    country: row.origin.split(',')[0] ?? '',
    notes: new Set(searchTerms(row.cupping_note.replaceAll(',', ' '))),
  }
}

function closest(of: Taste, all: readonly Taste[]): string[] {
  return all
    .filter(({ id }) => id !== of.id)
    .map((other) => ({ id: other.id, score: similarity(of, other) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, CANDIDATES)
    .map(({ id }) => id)
}

/** Each common tasting note counts as much as one step of roast; another category comes after all of the same one. */
function similarity(one: Taste, other: Taste): number {
  const isSameCategory = one.category === other.category
  const common = [...one.notes].filter((note) => other.notes.has(note)).length
  const roast = Math.abs(one.roasting_level - other.roasting_level)
  const isSameCountry = one.country !== '' && one.country === other.country
  return (isSameCategory ? 100 : 0) + common - roast + (isSameCountry ? 1 : 0)
}
