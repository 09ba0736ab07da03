/** The rule for the replacement of a coffee: the same size, at most $1 more, and the closest in taste. */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { availableCount, labelOf } from '#shared/kernel/sizes.ts'
import type { Db } from '#server/kernel/db/schema.ts'

/** A replacement may cost this much more, in cents. The agreed price stays until a higher one is announced. */
const MOST_DEARER = 100

/** A size of a coffee. */
export type Candidate = {
  productId: string
  sizeId: string
  name: string
  sizeLabel: string
  grams: number | null
  priceCents: number
  inStock: number
  roast: number
  flavors: string[]
  isOnSale: boolean
}

/** Every size of every coffee, also of those that are not sold. */
export async function readCandidates(db: Db): Promise<Candidate[]> {
  const rows = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .select(['products.id as productId', 'product_sizes.id as sizeId', 'name', 'label', 'grams', 'flavors'])
    .select([
      'price_cents as priceCents',
      'count_in_stock as counted',
      'is_roasted_to_order as isToOrder',
      'roasting_level as roast',
    ])
    .select(['deleted_at', 'removed_at', 'is_draft'])
    .where('category', '=', COFFEE_BEANS)
    .orderBy('name')
    .orderBy('product_sizes.id')
    .execute()
  return rows.map(({ label, flavors, counted, isToOrder, deleted_at, removed_at, is_draft, ...size }) => ({
    ...size,
    inStock: availableCount(counted, isToOrder === 1),
    sizeLabel: labelOf({ label, grams: size.grams }),
    flavors: JSON.parse(flavors) as string[],
    isOnSale: deleted_at === null && removed_at === null && is_draft === 0,
  }))
}

/**
 * The size that replaces another one; null if none fits.
 * @param wanted the coffee that the owner chose, or null for the rule. The owner's choice may cost more than the rule
 * allows
 * @param ending the products that end too, which replace nothing
 */
export function replacementOf(
  candidates: readonly Candidate[],
  sizeId: string,
  { wanted, ending }: { wanted: string | null; ending: ReadonlySet<string> },
): Candidate | null {
  const old = candidates.find((each) => each.sizeId === sizeId)
  if (!old) return null
  const fitting = candidates.filter(
    (each) =>
      each.isOnSale &&
      each.productId !== old.productId &&
      !ending.has(each.productId) &&
      each.grams === old.grams &&
      (wanted === null ? each.priceCents <= old.priceCents + MOST_DEARER : each.productId === wanted),
  )
  // The sort is stable, so that coffees that are as close are in the order of their names.
  return fitting.toSorted((one, other) => distance(old, one) - distance(old, other))[0] ?? null
}

/** How different two coffees taste: 0 for the same flavors and roast. A coffee that is sold out comes last. */
function distance(one: Candidate, other: Candidate): number {
  const all = new Set([...one.flavors, ...other.flavors])
  const shared = one.flavors.filter((flavor) => other.flavors.includes(flavor)).length
  const flavors = all.size === 0 ? 0 : 1 - shared / all.size
  return flavors * 10 + Math.abs(one.roast - other.roast) + (other.inStock > 0 ? 0 : 100)
}
