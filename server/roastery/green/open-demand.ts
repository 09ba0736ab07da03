/**
 * The green coffee that open demand needs of each lot: the open lines of paid orders (open-lines), and the deliveries of
 * subscriptions that are roasted within a week.
 */
import { sql } from 'kysely'
import { addDays } from '#shared/kernel/days.ts'
import { greenFor } from '#shared/roastery/roastery.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readPlannedBags } from '../delivery/planned-bags.ts'
import { scheduleOf } from '../delivery/schedule.ts'
import { openLines, openPieces } from '../open-lines/counted-lines.ts'
import { lossOfRoasts } from '../recipes/measured-loss.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

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

/** The lots of each coffee: a row per roast and lot. */
function readRecipes(db: Db) {
  return db
    .selectFrom('recipe_roasts')
    .innerJoin('roast_greens', 'roast_greens.roast_id', 'recipe_roasts.roast_id')
    .select(['product_id', 'recipe_roasts.roast_id', 'green_lot_id'])
    .select(['recipe_roasts.percent as roast_percent', 'roast_greens.percent as green_percent'])
    .execute()
}

/** Roasted coffee of the open lines of paid orders, by product. */
function orderedGrams(db: Db): Promise<{ product_id: string; grams: number }[]> {
  return openLines(db, db.selectFrom('orders').select('id').where('state', '=', 'paid'))
    .groupBy('line.product_id')
    .select([
      'line.product_id',
      // The sum of a bigint is a numeric on PostgreSQL, which arrives as text.
      sql<number>`cast(sum(line.size_grams * ${openPieces}) as bigint)`.as('grams'),
    ])
    .execute()
}

/** Roasted coffee of the deliveries of subscriptions that have no order yet and are roasted within a week. */
async function plannedGrams(shop: Shop): Promise<{ product: string; grams: number }[]> {
  const now = nowAt(shop.clock)
  const calendar = calendarOf(await scheduleOf(shop))
  const planned = await readPlannedBags(shop.db, { calendar, now, until: addDays(now.day, 7) })
  return planned.flatMap(({ product, qty, roastDays }) =>
    product === null ? [] : { product: product.id, grams: (product.sizeGrams ?? 0) * qty * roastDays.length },
  )
}
