/** What a gram of roasted coffee costs by the recipe of its product. */
import { roastedCost } from '#shared/roastery/coffee-cost.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { lossOfRoasts } from '../recipes/measured-loss.ts'

export type StandardCost = {
  /** Cents per gram, with fractions. */
  perGram: number
  warnings: string[]
}

/** The standard cost of each product that has a recipe, by the id of the product. */
export async function standardCosts(db: Db): Promise<Map<string, StandardCost>> {
  const roasts = await costsOfRoasts(db)
  const parts = await db
    .selectFrom('recipe_roasts')
    .orderBy('product_id')
    .orderBy('position')
    .select(['product_id', 'roast_id', 'percent'])
    .execute()
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
