/** The search of the recall screen. */
import type { RecallPlace } from '#shared/mail/api/recall.ts'
import { beginsWith, fold, searchTerms } from '#server/kernel/db/search.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import { matchesKeyword } from '#server/checkout/orders/buyers.ts'
import type { Shop } from '#server/platform/shop.ts'
import { placeOf } from './scope.ts'

/** Of each kind. */
const MOST = 10

/**
 * Places by code, number or name, at most ten of each kind: lots of green coffee, batches, lots, and orders that have bags.
 * The newest lots if nothing is searched for.
 */
export async function findPlaces({ db }: Shop, text: string): Promise<{ places: RecallPlace[] }> {
  const words = searchTerms(text)
  const code = text.trim().toUpperCase()
  const greens = db.selectFrom('green_lots').select(['id', 'code', 'name']).orderBy('created_at', 'desc')
  const batches = db
    .selectFrom('batches')
    .innerJoin('roasts', 'roasts.id', 'roast_id')
    .select(['batches.id', 'batches.code', 'roasts.name'])
    .where(beginsWith('batches.code', code))
    .orderBy('batches.code', 'desc')
    .limit(MOST)
  const lots = db
    .selectFrom('coffee_lots')
    .innerJoin('products', 'products.id', 'product_id')
    .select(['coffee_lots.id', 'coffee_lots.code', 'products.name'])
    .where(beginsWith('coffee_lots.code', code))
    .orderBy('made_at', 'desc')
    .limit(MOST)
  if (words.length === 0) return { places: (await lots.execute()).map((row) => placeOf('lot', row)) }
  const orders = db
    .selectFrom('orders')
    .select(['id', 'number', 'buyer_name'])
    .where(matchesKeyword(text))
    .where((eb) =>
      eb.exists(eb.selectFrom('bag_uses').select('order_id').whereRef('order_id', '=', 'orders.id')),
    )
    .orderBy('created_at', 'desc')
    .limit(MOST)
  const found = await readTogether(db, greens, batches, lots, orders)
  const named = found[0].filter((row) => {
    const all = fold(`${row.code} ${row.name}`)
    return words.every((word) => all.includes(word))
  })
  return {
    places: [
      ...named.slice(0, MOST).map((row) => placeOf('green', row)),
      ...found[1].map((row) => placeOf('batch', row)),
      ...found[2].map((row) => placeOf('lot', row)),
      ...found[3].map(({ id, number, buyer_name: name }) =>
        placeOf('order', { id, code: number ?? id, name }),
      ),
    ],
  }
}
