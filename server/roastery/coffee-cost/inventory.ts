/** The coffee of the roastery and its value at the end of a day. */
import {
  INVENTORY_PLACES,
  type Inventory,
  type InventoryLine,
  type InventoryPlace,
} from '#shared/roastery/api/coffee-cost.ts'
import { wholeCents } from '#shared/roastery/coffee-cost.ts'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { isDay } from '#shared/kernel/days.ts'
import { weightLabel } from '#shared/kernel/sizes.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { badRequest } from '#server/kernel/errors.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine } from '#server/kernel/text/csv.ts'
import { daysAfter, nowAt, startOf } from '#server/kernel/time/shop-days.ts'
import { costsOfBatches, costsOfLots } from './real-cost.ts'
import { bagsAt, greenAt, looseAt, lotsAt, roastingAt } from './stock-at.ts'

/**
 * The inventory at the end of a day in the shop's time zone; today's if no day is given. Throws 400 for a day in the
 * future. Green coffee is worth what its lot cost with freight, roasted coffee what the green coffee of its batches
 * cost, and a bag also what its packaging costs today. Each line is rounded to cents, and totals are sums of lines.
 */
export async function readInventory(shop: Shop, wanted?: string): Promise<Inventory & { inPounds: boolean }> {
  const { day: today } = nowAt(shop.clock)
  const day = wanted ?? today
  if (!isDay(day)) throw badRequest('Choose a day')
  if (day > today) throw badRequest('This day is in the future')
  const { inPounds } = await currentSettings(shop, ROASTING)
  const lines = await linesAt(shop.db, startOf(daysAfter(day, 1)))
  const totals = INVENTORY_PLACES.map((place) => ({
    place,
    grams: sumOf(lines, place, ({ grams }) => grams),
    value: toDollars(sumOf(lines, place, ({ value }) => toCents(value))),
  }))
  const value = toDollars(totals.reduce((sum, each) => sum + toCents(each.value), 0))
  return { day, lines, totals, value, inPounds }
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

function sumOf(
  lines: readonly InventoryLine[],
  place: InventoryPlace,
  of: (line: InventoryLine) => number,
): number {
  return lines.filter((line) => line.place === place).reduce((sum, line) => sum + of(line), 0)
}

async function linesAt(db: Db, moment: string): Promise<InventoryLine[]> {
  const roasting = await roastingAt(db, moment)
  const loose = await looseAt(db, moment)
  const lots = await lotsAt(db, moment)
  const bags = await bagsAt(db, moment)
  const batchCosts = await costsOfBatches(db, idsOf([...roasting, ...loose]))
  const lotCosts = await costsOfLots(db, [...new Set([...idsOf(lots), ...bags.map(({ lotId }) => lotId)])])
  const packaging = await packagingOf(db)
  return [
    ...(await greenLines(db, moment)),
    ...roasting.map((each) => lineOf('roasting', each, batchCosts.get(each.id)?.green ?? 0)),
    ...loose.map((each) => lineOf('loose', each, (batchCosts.get(each.id)?.perGram ?? 0) * each.count)),
    ...lots.map((each) => lineOf('lot', each, (lotCosts.get(each.id) ?? 0) * each.count)),
    ...bags.map(({ code, name, count, grams, lotId, sizeId }) => {
      const each = (lotCosts.get(lotId) ?? 0) * grams + (packaging.get(sizeId) ?? 0)
      return {
        place: 'bags' as const,
        code,
        name: `${name}, ${weightLabel(grams)}`,
        grams: grams * count,
        bags: count,
        value: toDollars(wholeCents(each * count)),
      }
    }),
  ]
}

async function greenLines(db: Db, moment: string): Promise<InventoryLine[]> {
  const stock = await greenAt(db, moment)
  const rows = await db.selectFrom('green_lots').select(['id', 'cost_cents', 'bought_grams']).execute()
  const perGram = new Map(rows.map((row) => [row.id, row.cost_cents / row.bought_grams]))
  return stock.map(({ id, code, name, count }) => ({
    place: 'green',
    code,
    name,
    grams: count,
    bags: null,
    value: toDollars(wholeCents((perGram.get(id) ?? 0) * count)),
  }))
}

async function packagingOf(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('packaging_costs').select(['size_id', 'cents']).execute()
  return new Map(rows.map(({ size_id: id, cents }) => [id, cents]))
}

function lineOf(
  place: InventoryPlace,
  { code, name, count }: { code: string; name: string; count: number },
  cents: number,
): InventoryLine {
  return { place, code, name, grams: count, bags: null, value: toDollars(wholeCents(cents)) }
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id)
}
