/**
 * The green coffee that open demand needs of each lot: paid orders of coffees that are roasted to order, without the bags that
 * they have already, and the deliveries of subscriptions that are roasted within a week.
 */
import { sql } from 'kysely'
import { addDays } from '#shared/delivery.ts'
import { greenFor } from '#shared/roastery.ts'
import type { Db } from '../db/schema.ts'
import { lossOfRoasts } from '../recipes/measured-loss.ts'
import type { Shop } from '../shop.ts'
import { plannedDeliveries } from '../subscription-plan/planned.ts'
import { nowAt } from '../time/shop-days.ts'

/** Grams of green coffee by the id of the lot. Coffees without a recipe are left out. */
export async function openGreenDemand(shop: Shop): Promise<Map<string, number>> {
  const recipes = await readRecipes(shop.db)
  if (recipes.length === 0) return new Map()
  const roasted = new Map<string, number>()
  const add = (product: string, grams: number) => roasted.set(product, (roasted.get(product) ?? 0) + grams)
  for (const { product_id: product, grams } of await orderedGrams(shop.db)) add(product, grams)
  for (const { product, grams } of await plannedGrams(shop)) add(product, grams)

  const losses = await lossOfRoasts(shop.db, [...new Set(recipes.map(({ roast_id: id }) => id))])
  const green = new Map<string, number>()
  for (const { product_id: product, roast_id: roast, green_lot_id: lot, ...part } of recipes) {
    const grams = ((roasted.get(product) ?? 0) * part.roast_percent) / 100
    const needed = (greenFor(grams, losses.get(roast)!.thousandths) * part.green_percent) / 100
    green.set(lot, (green.get(lot) ?? 0) + needed)
  }
  return green
}

/** The lots of each coffee that is roasted to order: a row per roast and lot. */
function readRecipes(db: Db) {
  return db
    .selectFrom('recipe_roasts')
    .innerJoin('products', 'products.id', 'recipe_roasts.product_id')
    .innerJoin('roast_greens', 'roast_greens.roast_id', 'recipe_roasts.roast_id')
    .where('is_roasted_to_order', '=', 1)
    .select(['product_id', 'recipe_roasts.roast_id', 'green_lot_id'])
    .select(['recipe_roasts.percent as roast_percent', 'roast_greens.percent as green_percent'])
    .execute()
}

/** Roasted coffee of paid orders by product, without refunded pieces and without the bags of the orders. */
function orderedGrams(db: Db) {
  const refunded = db
    .selectFrom('refund_items')
    .innerJoin('refunds', 'refunds.id', 'refund_items.refund_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('refunds.state', '<>', 'failed')
    .groupBy(['payments.order_id', 'line'])
    .select((eb) => ['payments.order_id', 'line', eb.fn.sum<number>('qty').as('qty')])
  const filled = db
    .selectFrom('bag_uses')
    .groupBy(['order_id', 'position'])
    .select((eb) => ['order_id', 'position', eb.fn.sum<number>('qty').as('qty')])
  return db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .leftJoin(refunded.as('refunded'), (join) =>
      join.onRef('refunded.order_id', '=', 'orders.id').onRef('refunded.line', '=', 'order_lines.position'),
    )
    .leftJoin(filled.as('filled'), (join) =>
      join.onRef('filled.order_id', '=', 'orders.id').onRef('filled.position', '=', 'order_lines.position'),
    )
    .where('orders.state', '=', 'paid')
    .where('is_roasted_to_order', '=', 1)
    .groupBy('product_id')
    .select([
      'product_id',
      // The sum of a bigint is a numeric on PostgreSQL, which arrives as text.
      sql<number>`cast(sum(coalesce(size_grams, 0) *
        (order_lines.qty - coalesce(refunded.qty, 0) - coalesce(filled.qty, 0))) as bigint)`.as('grams'),
    ])
    .execute()
}

/** Roasted coffee of the deliveries of subscriptions that have no order yet and are roasted within a week. */
async function plannedGrams(shop: Shop): Promise<{ product: string; grams: number }[]> {
  const until = addDays(nowAt(shop.clock).day, 7)
  const items = (await plannedDeliveries(shop))
    .filter(({ days }) => days.roastsOn <= until)
    .flatMap((delivery) => delivery.items)
  if (items.length === 0) return []
  const sizes = await shop.db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .where('is_roasted_to_order', '=', 1)
    .select(['product_sizes.id', 'product_id', 'grams'])
    .execute()
  const bySize = new Map(sizes.map((size) => [size.id, size]))
  return items.flatMap(({ size_id: id, qty }) => {
    const size = id === null ? undefined : bySize.get(id)
    return size ? [{ product: size.product_id, grams: (size.grams ?? 0) * qty }] : []
  })
}
