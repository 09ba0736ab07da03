/** Products similar to another one: the same category first, then a similar taste. */
import type { Product } from '#shared/catalog/api/products.ts'
import type { ProductRow } from '#server/kernel/db/schema.ts'
import { searchTerms } from '#server/kernel/db/search.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { idOf } from '#server/platform/slugs/slugs.ts'
import { findRated, matching, onSaleInOrder, toProducts } from '../catalogue.ts'
import { hourly } from './hourly.ts'

/** Fills a row of two and a row of four. */
const COUNT = 4
/** More than are shown, because some may be sold out, deleted or hidden by now. */
const CANDIDATES = 12

type Taste = Pick<ProductRow, 'id' | 'category' | 'roasting_level'> & { country: string; notes: Set<string> }

/**
 * The taste of all products on sale, and the candidates that were computed from it, by product. Each sale removes the
 * cached page of a product. Rendering it again must not read the whole catalog.
 */
const readCatalog = hourly(async ({ db }) => {
  const rows = await matching(db, '')
    .select(['id', 'category', 'origin', 'cupping_note', 'roasting_level'])
    .orderBy('created_at', 'desc')
    .execute()
  return { tastes: rows.map(tasteOf), candidates: new Map<string, string[]>() }
})

/**
 * Four products on sale that are most similar to this one; in stock before sold out. None for a draft.
 * Throws 404.
 * @param address the id of the product, its address or a former one
 */
export async function similarProducts(
  shop: Shop,
  address: string,
  http: Pick<HttpContext, 'concerns'>,
): Promise<Product[]> {
  const id = await idOf(shop.db, 'products', address)
  http.concerns(id)
  const product = await findRated(shop.db, id)
  if (product.is_draft) return []
  const { tastes, candidates } = await readCatalog(shop)
  const ids = candidates.get(id) ?? closest(tasteOf(product), tastes)
  candidates.set(id, ids)
  const others = await toProducts(shop, await onSaleInOrder(shop.db, ids))
  return others.toSorted((a, b) => Number(isSoldOut(a)) - Number(isSoldOut(b))).slice(0, COUNT)
}

function isSoldOut({ sizes }: Product): boolean {
  return sizes.every(({ countInStock }) => countInStock === 0)
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

/**
 * Each common tasting note counts as much as one step of roast; products of another category come after all products of
 * the same category.
 */
function similarity(one: Taste, other: Taste): number {
  const isSameCategory = one.category === other.category
  const common = [...one.notes].filter((note) => other.notes.has(note)).length
  const roast = Math.abs(one.roasting_level - other.roasting_level)
  const isSameCountry = one.country !== '' && one.country === other.country
  return (isSameCategory ? 100 : 0) + common - roast + (isSameCountry ? 1 : 0)
}
