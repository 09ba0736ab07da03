/**
 * The green coffee that bags need, in grams, from the recipes and the weight loss in roasting; also for the deliveries of
 * subscriptions that have no order yet.
 */
import { greenFor } from '#shared/roastery/roastery.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { lossOfRoasts } from '../recipes/measured-loss.ts'
import { HORIZON, type RoastCalendar } from '#shared/platform/delivery.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { readPlannedBags } from './planned-bags.ts'

/** Bags of a coffee. `sizeGrams` is the net weight of one; null if the product has none. */
export type Bags = { productId: string; sizeGrams: number | null; qty: number }

/** The loss of a coffee without a recipe, in thousandths: the usual loss of a medium roast. */
const USUAL_LOSS = 160
/** The assumed weight of a bag without a net weight: 12 oz. */
const USUAL_BAG = 340

/** The green coffee for these bags, rounded up for each roast. */
export async function greenOf(db: Db, bags: readonly Bags[]): Promise<number> {
  const losses = await lossesOf(db, [...new Set(bags.map(({ productId }) => productId))])
  return bags.length === 0 ? 0 : greenWith(losses, bags)
}

/** The roasts of each coffee: their percent of the roasted coffee, and their weight loss in thousandths. */
type Losses = ReadonlyMap<string, readonly { percent: number; loss: number }[]>

/** The roasts of these coffees, by the id of the product. A coffee without a recipe has no entry. */
export async function lossesOf(db: Db, productIds: readonly string[]): Promise<Losses> {
  if (productIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('recipe_roasts')
    .select(['product_id', 'percent', 'roast_id'])
    .where('product_id', 'in', productIds)
    .execute()
  const losses = await lossOfRoasts(db, [...new Set(rows.map(({ roast_id: id }) => id))])
  const parts = rows.map(({ product_id: productId, percent, roast_id: id }) => ({
    productId,
    percent,
    loss: losses.get(id)?.thousandths ?? USUAL_LOSS,
  }))
  return Map.groupBy(parts, ({ productId }) => productId)
}

/** The green coffee for these bags, computed from `losses`. */
export function greenWith(losses: Losses, bags: readonly Bags[]): number {
  let green = 0
  for (const [productId, ofProduct] of Map.groupBy(bags, (each) => each.productId)) {
    const roasted = ofProduct.reduce((sum, { sizeGrams, qty }) => sum + (sizeGrams ?? USUAL_BAG) * qty, 0)
    const parts = losses.get(productId) ?? [{ percent: 100, loss: USUAL_LOSS }]
    for (const { percent, loss } of parts) green += greenFor((roasted * percent) / 100, loss)
  }
  return green
}

/** By roast day: of all planned bags, and of those of wholesale's standing orders alone. */
type Planned = { all: ReadonlyMap<string, number>; standing: ReadonlyMap<string, number> }

type Known = { at: number; key: string; value: Promise<Planned> }
const known = new WeakMap<Db, Known>()

/**
 * The green coffee by roast day, in grams, for the next HORIZON days. A delivery becomes an order, which takes capacity
 * itself, on the day of its cut-off. Roaster's choice is left out, because its coffee is chosen on that day. The result
 * may be a minute old, because thousands of subscriptions take some milliseconds to read.
 */
export function plannedGreen(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  calendar: RoastCalendar,
): Promise<Planned> {
  const at = clock.now().getTime()
  const key = JSON.stringify(calendar)
  const before = known.get(db)
  if (before?.key === key && Math.abs(at - before.at) < MINUTE) return before.value
  const value = readPlanned({ db, clock }, calendar)
  known.set(db, { at, key, value })
  value.catch(() => known.delete(db))
  return value
}

async function readPlanned(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  calendar: RoastCalendar,
): Promise<Planned> {
  const now = nowAt(clock)
  const planned = await readPlannedBags(db, { calendar, now, until: addDays(now.day, HORIZON) })
  const bags = planned.flatMap(({ product, qty, roastDays, isStanding }) =>
    product === null
      ? []
      : { productId: product.id, sizeGrams: product.sizeGrams, qty, roastDays, isStanding },
  )
  const losses = await lossesOf(db, [...new Set(bags.map(({ productId }) => productId))])
  const all = new Map<string, number>()
  const standing = new Map<string, number>()
  for (const each of bags) {
    const grams = greenWith(losses, [each])
    for (const day of each.roastDays)
      for (const green of each.isStanding ? [all, standing] : [all])
        green.set(day, (green.get(day) ?? 0) + grams)
  }
  return { all, standing }
}
