/**
 * The cost of coffee. The real cost of batches and lots is that of the green coffee that was weighed in, with the loss of weight
 * of each batch; the standard cost of a coffee is that of its recipe. A weight costs its share of the lot or batch that it comes
 * from, so a gram costs fractions of a cent. Each line of a list is rounded once to whole cents, half a cent up, and a total is
 * the sum of its rounded lines (decisions/070-roastery.md).
 */
import { sql } from 'kysely'
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { coffeeCost, LotCost } from '#shared/roastery/api/coffee-cost.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { lossOfRoasts } from '../recipes/measured-loss.ts'

const PAGE_SIZE = 50

const SORT_KEYS = {
  date: sql`coffee_lots.id`,
  code: sql`coffee_lots.code`,
  roasted: sql`coffee_lots.roasted_on`,
  weight: sql`coffee_lots.grams`,
}

/** A page of all lots, newest first or sorted. */
export async function listLotCosts(shop: Shop, { sort, ...asked }: Query<typeof coffeeCost.lots>) {
  const { db } = shop
  const { count } = await db
    .selectFrom('coffee_lots')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const page = planPage(count, asked, PAGE_SIZE)
  const by = [SORT_KEYS[sort ?? 'date'], sql`coffee_lots.id`]
  const found = db
    .selectFrom('coffee_lots')
    .innerJoin('products', 'products.id', 'coffee_lots.product_id')
    .select(['coffee_lots.id', 'code', 'product_id', 'name', 'roasted_on', 'grams'])
    .where('coffee_lots.id', 'in', page.pick(db.selectFrom('coffee_lots').select('coffee_lots.id'), by))
  const rows = await page.sort(found, by).execute()
  const real = await costsOfLots(
    db,
    rows.map(({ id }) => id),
  )
  const standard = await standardCosts(db)
  const lots = rows.map((row): LotCost => {
    const byRecipe = standard.get(row.product_id)
    return {
      _id: row.id,
      code: row.code,
      product: { _id: row.product_id, name: row.name },
      roastedOn: row.roasted_on,
      grams: row.grams,
      real: toDollars(wholeCents((real.get(row.id) ?? 0) * row.grams)),
      standard: byRecipe ? toDollars(wholeCents(byRecipe.perGram * row.grams)) : null,
    }
  })
  return { lots, page: page.numbers.page, pages: Math.max(1, page.numbers.pages) }
}

/** Cents per gram of roasted coffee of these lots, with fractions. */
export async function costsOfLots(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const parts = await db
    .selectFrom('coffee_lot_batches')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_batches.coffee_lot_id')
    .where('coffee_lot_id', 'in', ids)
    .select(['coffee_lot_id', 'batch_id', 'coffee_lot_batches.grams', 'coffee_lots.grams as whole'])
    .execute()
  const batches = await costsOfBatches(db, [...new Set(parts.map(({ batch_id: id }) => id))])
  const costs = new Map<string, number>()
  for (const { coffee_lot_id: lot, batch_id: batch, grams, whole } of parts)
    costs.set(lot, (costs.get(lot) ?? 0) + ((batches.get(batch)?.perGram ?? 0) * grams) / whole)
  return costs
}

/** What the green coffee of these batches cost in cents, and a gram of their roasted coffee; 0 before the roast. */
export async function costsOfBatches(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { green: number; perGram: number }>> {
  if (ids.length === 0) return new Map()
  const greens = await db
    .selectFrom('batch_greens')
    .innerJoin('green_lots', 'green_lots.id', 'batch_greens.green_lot_id')
    .innerJoin('batches', 'batches.id', 'batch_greens.batch_id')
    .where('batch_id', 'in', ids)
    .select(['batch_id', 'grams', 'cost_cents', 'bought_grams', 'roasted_grams'])
    .execute()
  const costs = new Map<string, { green: number; perGram: number }>()
  for (const { batch_id: batch, grams, cost_cents, bought_grams, roasted_grams: roasted } of greens) {
    const green = (costs.get(batch)?.green ?? 0) + (cost_cents / bought_grams) * grams
    costs.set(batch, { green, perGram: roasted === null ? 0 : green / roasted })
  }
  return costs
}

export type StandardCost = {
  /** Cents per gram, with fractions. */
  perGram: number
  warnings: string[]
}

/** The standard cost of each product that has a recipe, by the id of the product. */
export async function standardCosts(db: Db): Promise<Map<string, StandardCost>> {
  const [roasts, parts] = await Promise.all([
    costsOfRoasts(db),
    db
      .selectFrom('recipe_roasts')
      .orderBy('product_id')
      .orderBy('position')
      .select(['product_id', 'roast_id', 'percent'])
      .execute(),
  ])
  const costs = new Map<string, StandardCost>()
  for (const { product_id: product, roast_id: roast, percent } of parts) {
    const cost = roasts.get(roast)
    const sum = costs.get(product) ?? { perGram: 0, warnings: [] }
    costs.set(product, {
      perGram: sum.perGram + ((cost?.perGram ?? 0) * percent) / 100,
      warnings: [...sum.warnings, ...(cost?.warnings ?? [])],
    })
  }
  return costs
}

/** What a gram of each roast costs: its lots of green coffee in percent, with the loss of weight. */
async function costsOfRoasts(db: Db): Promise<Map<string, StandardCost>> {
  const greens = await db
    .selectFrom('roast_greens')
    .innerJoin('green_lots', 'green_lots.id', 'roast_greens.green_lot_id')
    .orderBy('roast_id')
    .orderBy('position')
    .select(['roast_id', 'percent', 'code', 'cost_cents', 'bought_grams'])
    .execute()
  const losses = await lossOfRoasts(db, [...new Set(greens.map(({ roast_id: id }) => id))])
  const costs = new Map<string, StandardCost>()
  for (const { roast_id: roast, percent, code, cost_cents: cents, bought_grams: grams } of greens) {
    const sum = costs.get(roast) ?? { perGram: 0, warnings: [] }
    const green = (cents / grams) * (percent / 100)
    costs.set(roast, {
      perGram: sum.perGram + roastedCost(green, losses.get(roast)?.thousandths ?? 0),
      warnings: cents === 0 ? [...sum.warnings, `The lot ${code} of green coffee has no cost`] : sum.warnings,
    })
  }
  return costs
}

/**
 * Rounds to whole cents. Adds a tiny amount first, because floating-point sums can be slightly below the exact half
 * cent.
 */
export function wholeCents(cents: number): number {
  return Math.floor(cents + 0.5 + 1e-9)
}

/** What a gram of roasted coffee costs, in cents, if a gram of green coffee costs `green`. `loss` is in thousandths. */
function roastedCost(green: number, loss: number): number {
  return (green * 1000) / (1000 - loss)
}

/** The margin of a price, in cents and in percent of the price with one decimal; null for a price of 0. */
export function marginOf(priceCents: number, costCents: number): { cents: number; percent: number | null } {
  const cents = priceCents - costCents
  return { cents, percent: priceCents === 0 ? null : Math.round((cents * 1000) / priceCents) / 10 }
}
