/** The coffee of the roastery and its value at the end of a day. */
import {
  type Inventory,
  INVENTORY_PLACES,
  type InventoryLine,
  type InventoryPlace,
} from '#shared/roastery/api/coffee-cost.ts'
import { costsOfBatches, costsOfLots, wholeCents } from '#server/roastery/coffee-cost/costs.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { isDay, addDays } from '#shared/kernel/days.ts'
import { weightLabel } from '#shared/kernel/sizes.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { badRequest } from '#server/kernel/errors.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine } from '#server/kernel/text/csv.ts'
import { nowAt, startOf } from '#server/kernel/time/shop-days.ts'
import { sql } from 'kysely'
import type { CoffeeAdjustments } from '#server/kernel/db/tables/roastery.ts'

/**
 * The inventory at the end of a day in the shop's time zone; today's if no day is given. Throws 400 for a day in the
 * future. Green coffee is worth what its lot cost with freight, roasted coffee what the green coffee of its batches
 * cost, and a bag also what its packaging costs today. Each line is rounded to cents, and totals are sums of lines.
 */
export async function readInventory(shop: Shop, wanted?: string): Promise<Inventory> {
  const { day: today } = nowAt(shop.clock)
  const day = wanted ?? today
  if (!isDay(day)) throw badRequest('Choose a day')
  if (day > today) throw badRequest('This day is in the future')
  const lines = await linesAt(shop.db, startOf(addDays(day, 1)))
  const totals = INVENTORY_PLACES.map((place) => ({
    place,
    grams: totalOf(lines, place, ({ grams }) => grams),
    value: toDollars(totalOf(lines, place, ({ value }) => toCents(value))),
  }))
  const value = toDollars(totals.reduce((sum, each) => sum + toCents(each.value), 0))
  return { day, lines, totals, value }
}

const PLACES: Record<InventoryPlace, string> = {
  green: 'Green coffee',
  roasting: 'In the roaster',
  loose: 'Roasted, loose',
  lot: 'In lots',
  bags: 'In bags',
}

/** The same as CSV, with the total in the last row. Amounts in dollars. */
export async function exportInventory(shop: Shop, wanted?: string): Promise<Download> {
  const { day, lines, value } = await readInventory(shop, wanted)
  const content = [
    csvHead(['Day', 'Place', 'Code', 'Name', 'Grams', 'Bags', 'Value']),
    ...lines.map(({ place, code, name, grams, bags, value: each }) =>
      csvLine([day, PLACES[place], code, name, grams, bags, each]),
    ),
    csvLine([day, 'Total', '', '', lines.reduce((sum, { grams }) => sum + grams, 0), null, value]),
  ].join('')
  return { name: `inventory-${day}.csv`, content }
}

function totalOf(
  lines: readonly InventoryLine[],
  place: InventoryPlace,
  of: (line: InventoryLine) => number,
): number {
  return lines.filter((line) => line.place === place).reduce((sum, line) => sum + of(line), 0)
}

async function linesAt(db: Db, moment: string): Promise<InventoryLine[]> {
  const green = await greenAt(db, moment)
  const roasting = await roastingAt(db, moment)
  const loose = await looseAt(db, moment)
  const lots = await lotsAt(db, moment)
  const bags = await bagsAt(db, moment)
  const batchCosts = await costsOfBatches(db, idsOf([...roasting, ...loose]))
  const lotCosts = await costsOfLots(db, [...new Set([...idsOf(lots), ...bags.map(({ lotId }) => lotId)])])
  return [
    ...green.map((each) => lineOf('green', each, (each.cost_cents / each.bought_grams) * each.count)),
    ...roasting.map((each) => lineOf('roasting', each, batchCosts.get(each.id)?.green ?? 0)),
    ...loose.map((each) => lineOf('loose', each, (batchCosts.get(each.id)?.perGram ?? 0) * each.count)),
    ...lots.map((each) => lineOf('lot', each, (lotCosts.get(each.id) ?? 0) * each.count)),
    ...bags.map(({ count, grams, lotId, packaging, ...bag }) => {
      const name = `${bag.name}, ${weightLabel(grams)}`
      const each = (lotCosts.get(lotId) ?? 0) * grams + (packaging ?? 0)
      return { ...lineOf('bags', { ...bag, name, count: grams * count }, each * count), bags: count }
    }),
  ]
}

function lineOf(
  place: InventoryPlace,
  { code, name, count }: Omit<Stock, 'id'>,
  cents: number,
): InventoryLine {
  return { place, code, name, grams: count, bags: null, value: toDollars(wholeCents(cents)) }
}

function idsOf(rows: readonly Stock[]): string[] {
  return rows.map(({ id }) => id)
}

/*
 * How much coffee each place had at a moment is computed from dated rows: what came in before the moment, minus what went
 * out. A step that was undone has no rows, so it does not count.
 */

/** A place with coffee. `count` is grams; for bags, a number of bags. */
type Stock = { id: string; code: string; name: string; count: number }

/** Green coffee that has arrived and was not weighed in. */
async function greenAt(db: Db, moment: string) {
  const weighedIn = db
    .selectFrom('batch_greens')
    .innerJoin('batches', 'batches.id', 'batch_greens.batch_id')
    .where('weighed_at', '<', moment)
    .select(['green_lot_id as id', sql<number>`-batch_greens.grams`.as('change')])
  const count = sql<number>`coalesce(changed.total, 0)`
  return db
    .selectFrom('green_lots')
    .leftJoin(
      totalsOf(db, adjustmentsOf(db, 'green_lot_id', moment).unionAll(weighedIn)),
      'changed.id',
      'green_lots.id',
    )
    .orderBy('code')
    .select(['green_lots.id', 'code', 'name', 'cost_cents', 'bought_grams', count.as('count')])
    .where(count, '<>', 0)
    .execute()
}

/** Green coffee that was weighed in, and not roasted yet. */
async function roastingAt(db: Db, moment: string): Promise<Stock[]> {
  return batchesOf(db)
    .select('green_grams as count')
    .where('green_grams', '<>', 0)
    .where('weighed_at', '<', moment)
    .where((eb) => eb.or([eb('roasted_at', 'is', null), eb('roasted_at', '>=', moment)]))
    .execute()
}

/** Roasted coffee that no lot had taken. */
async function looseAt(db: Db, moment: string): Promise<Stock[]> {
  const inLots = db
    .selectFrom('coffee_lot_batches')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'coffee_lot_batches.coffee_lot_id')
    .where('made_at', '<', moment)
    .select(['batch_id as id', sql<number>`-coffee_lot_batches.grams`.as('change')])
  const count = sql<number>`coalesce(roasted_grams, 0) + coalesce(changed.total, 0)`
  return batchesOf(db)
    .leftJoin(
      totalsOf(db, adjustmentsOf(db, 'batch_id', moment).unionAll(inLots)),
      'changed.id',
      'batches.id',
    )
    .select(count.as('count'))
    .where(count, '<>', 0)
    .where('roasted_at', '<', moment)
    .execute()
}

/** Coffee of lots that was not in bags. */
async function lotsAt(db: Db, moment: string): Promise<Stock[]> {
  const packaged = db
    .selectFrom('bags')
    .where('made_at', '<', moment)
    .select(['coffee_lot_id as id', sql<number>`-grams * qty`.as('change')])
  const count = sql<number>`grams + coalesce(changed.total, 0)`
  return db
    .selectFrom('coffee_lots')
    .innerJoin('products', 'products.id', 'coffee_lots.product_id')
    .leftJoin(
      totalsOf(db, adjustmentsOf(db, 'coffee_lot_id', moment).unionAll(packaged)),
      'changed.id',
      'coffee_lots.id',
    )
    .where('made_at', '<', moment)
    .where(count, '<>', 0)
    .orderBy('coffee_lots.id')
    .select(['coffee_lots.id', 'code', 'name', count.as('count')])
    .execute()
}

/** Bags that were not yet used for an order. `grams` is the net weight of one, `packaging` what its packaging costs today. */
async function bagsAt(db: Db, moment: string) {
  const used = db
    .selectFrom('bag_uses')
    .where('filled_at', '<', moment)
    .select(['bags_id as id', sql<number>`-qty`.as('change')])
  const count = sql<number>`qty + coalesce(changed.total, 0)`
  const rows = await db
    .selectFrom('bags')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'bags.coffee_lot_id')
    .innerJoin('products', 'products.id', 'bags.product_id')
    .leftJoin('packaging_costs', 'packaging_costs.size_id', 'bags.size_id')
    .leftJoin(totalsOf(db, adjustmentsOf(db, 'bags_id', moment).unionAll(used)), 'changed.id', 'bags.id')
    .where('bags.made_at', '<', moment)
    .where(count, '<>', 0)
    .orderBy('bags.id')
    .select(['bags.id', 'code', 'name', 'bags.coffee_lot_id as lotId', 'bags.grams', 'bags.grind'])
    .select(['packaging_costs.cents as packaging', count.as('count')])
    .execute()
  return rows.map((row) => ({ ...row, name: row.grind ? `${row.name}, ${row.grind}` : row.name }))
}

function batchesOf(db: Db) {
  return db
    .selectFrom('batches')
    .innerJoin('roasts', 'roasts.id', 'batches.roast_id')
    .orderBy('code')
    .select(['batches.id', 'code', 'name'])
}

type Place = 'green_lot_id' | 'batch_id' | 'coffee_lot_id' | ('bags_id' & keyof CoffeeAdjustments)

/** The adjustments of the rows of a place. */
function adjustmentsOf(db: Db, place: Place, moment: string) {
  return db
    .selectFrom('coffee_adjustments')
    .where(place, 'is not', null)
    .where('at', '<', moment)
    .select([sql.ref<string>(place).as('id'), 'change'])
}

/** The sum of the changes of each row, to join as `changed`. */
function totalsOf(db: Db, changes: ReturnType<typeof adjustmentsOf>) {
  return (
    db
      .selectFrom(changes.as('changes'))
      .groupBy('id')
      // PostgreSQL returns a sum of bigint as text without the cast.
      .select(['id', sql<number>`cast(sum(change) as bigint)`.as('total')])
      .as('changed')
  )
}
