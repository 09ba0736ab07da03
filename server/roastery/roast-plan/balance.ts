/**
 * What each day needs, what is there for it, and what is missing. Days are served in their order, so that coffee goes to the
 * orders with the earliest day: first packaged bags, then lots, then roasted batches, then batches that are not roasted yet.
 * Coffee counts for a day if it is roasted on it or before, and still fresh. A batch of the day's own plan always counts,
 * also if it was roasted earlier or later.
 */
import type { PlanCoffee } from '#shared/roastery/api/roast-plan.ts'
import { addDays } from '#shared/kernel/days.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { type Demand, type OpenLine, readDemand } from './demand.ts'
import { type OpenBatch, readStock, sharesOf, type Stock } from './stock.ts'
import type { Shop } from '#server/platform/shop.ts'
import { type Days, readDays } from './days.ts'

/** The bags of one size and grind. */
type SizeBalance = PlanCoffee['sizes'][number] & { sizeId: string }
type CoffeeBalance = Omit<PlanCoffee, 'sizes'> & { sizes: SizeBalance[] }

/** In milligrams. `missing` is negative if coffee is left over. */
export type RoastBalance = {
  demand: number
  onHand: number
  earlier: number
  scheduled: number
  missing: number
}

export type DayBalance = { coffees: CoffeeBalance[]; roasts: Map<string, RoastBalance> }

/** What is left of the batches after all days, in milligrams by the id of the batch. */
type Balance = { days: Map<string, DayBalance>; left: Map<string, number> }

/** `until` is the last day whose orders can use coffee of the day. */
export type Situation = { day: string; until: string; days: Days; demand: Demand; stock: Stock }

/** @param known the demand, if it was read before */
export async function readSituation(
  shop: Shop,
  day: string,
  known: Demand | null = null,
): Promise<Situation> {
  const days = await readDays(shop)
  const { today, roasting } = days
  const until = addDays(day > today ? day : today, roasting.freshDays)
  const first = day < today ? day : today
  const [demand, stock] = await Promise.all([
    known ?? readDemand(shop, days, until),
    readStock(shop, { fresh: addDays(first, -roasting.freshDays), from: today }),
  ])
  return { day, until, days, demand, stock }
}

/** The days from today on that need or give coffee, and the day of the plan. */
function servedDays({ day, days, demand, stock }: Situation): string[] {
  const all = [
    day,
    days.today,
    ...demand.lines.map((line) => line.day),
    ...stock.batches.map((batch) => batch.day),
  ]
  return [...new Set(all)].filter((each) => each >= days.today).toSorted()
}

/** The balance of all days from today on, in their order: later days get only what the earlier ones leave. */
export function balanceOf(situation: Situation): Balance {
  const { demand, stock } = situation
  const { freshDays } = situation.days.roasting
  const bags = stock.bags.map((each) => ({ ...each }))
  const lots = stock.lots.map((each) => ({ ...each }))
  const left = new Map(stock.batches.map((batch) => [batch.id, batch.left]))
  const byDay = Map.groupBy(demand.lines, ({ day }) => day)
  const balances = new Map<string, DayBalance>()
  for (const day of servedDays(situation)) {
    const oldest = addDays(day, -freshDays)
    const isFresh = ({ roastedOn }: { roastedOn: string }) => roastedOn >= oldest
    const coffees = coffeesOf(byDay.get(day) ?? [])
    for (const coffee of coffees) {
      for (const size of coffee.sizes) takeBags(size, bags.filter(isFresh))
      const all = coffee.sizes.map((size) => ({ ...size, open: size.ordered + size.planned }))
      coffee.demandGrams = sum(all.map(({ open, grams }) => open * grams))
      coffee.packagedGrams = sum(all.map(({ packaged, grams }) => packaged * grams))
      const own = lots.filter((lot) => lot.product === coffee.product._id && isFresh(lot))
      coffee.looseGrams = takeGrams(own, coffee.demandGrams - coffee.packagedGrams)
      coffee.netGrams = coffee.demandGrams - coffee.packagedGrams - coffee.looseGrams
    }
    const usable = stock.batches.filter(
      (batch) => batch.day === day || (batch.roastedOn <= day && batch.roastedOn >= oldest),
    )
    balances.set(day, { coffees, roasts: roastsOf(day, needsOf(coffees, stock), usable, left) })
  }
  return { days: balances, left }
}

/** The roasted coffee of each roast that coffees need, in grams: its share, rounded up. */
function needsOf(coffees: readonly CoffeeBalance[], { recipes }: Stock): Map<string, number> {
  const needs = new Map<string, number>()
  for (const { product, netGrams } of coffees)
    for (const [roast, grams] of sharesOf(recipes.get(product._id) ?? [], netGrams))
      needs.set(roast, (needs.get(roast) ?? 0) + grams)
  return needs
}

function roastsOf(
  day: string,
  needs: ReadonlyMap<string, number>,
  batches: readonly OpenBatch[],
  left: Map<string, number>,
): Map<string, RoastBalance> {
  const ids = new Set([...needs.keys(), ...batches.map(({ roast }) => roast)])
  return new Map(
    [...ids].map((roast) => {
      const own = batches.filter((batch) => batch.roast === roast)
      const leftOf = (which: readonly OpenBatch[]) => sum(which.map(({ id }) => left.get(id)!))
      const roasted = own.filter(({ state }) => state === 'roasted')
      const open = own.filter(({ state }) => state !== 'roasted')
      const earlier = open.filter((batch) => batch.day < day)
      const demand = (needs.get(roast) ?? 0) * 1000
      const onHand = leftOf(roasted)
      const all = { demand, onHand, earlier: leftOf(earlier), scheduled: leftOf(open) - leftOf(earlier) }
      const missing = demand - all.onHand - all.earlier - all.scheduled
      takeOf([...roasted, ...open], demand, left)
      return [roast, { ...all, missing }]
    }),
  )
}

/** Takes coffee from batches in their order, as far as it is there. */
function takeOf(batches: readonly OpenBatch[], wanted: number, left: Map<string, number>): void {
  let open = wanted
  for (const { id } of batches) {
    const taken = Math.min(open, left.get(id)!)
    left.set(id, left.get(id)! - taken)
    open -= taken
  }
}

/** The lines of a day by coffee, size and grind, in the order of their names. */
function coffeesOf(lines: readonly OpenLine[]): CoffeeBalance[] {
  const coffees = new Map<string, CoffeeBalance>()
  const sizes = new Map<string, SizeBalance>()
  for (const { product: id, name, sizeId, grams, grind, isPlanned, qty, ...line } of lines) {
    const weights = { demandGrams: 0, packagedGrams: 0, looseGrams: 0, netGrams: 0 }
    const coffee = coffees.get(id) ?? { product: { _id: id, name }, sizes: [], ...weights }
    coffees.set(id, coffee)
    const key = `${sizeId}\n${grind}`
    const sizeLabel = line.sizeLabel || labelOf({ label: '', grams })
    const none = { ordered: 0, planned: 0, packaged: 0 }
    const size = sizes.get(key) ?? { sizeId, sizeLabel, grind, grams, ...none }
    if (!sizes.has(key)) coffee.sizes.push(size)
    sizes.set(key, size)
    if (isPlanned) size.planned += qty
    else size.ordered += qty
  }
  const all = [...coffees.values()].toSorted((one, other) =>
    one.product.name.localeCompare(other.product.name, 'en'),
  )
  for (const coffee of all)
    coffee.sizes.sort((one, other) => one.grams - other.grams || one.grind.localeCompare(other.grind, 'en'))
  return all
}

function takeBags(size: SizeBalance, bags: { sizeId: string; grind: string; qty: number }[]): void {
  for (const free of bags) {
    if (free.sizeId !== size.sizeId || free.grind !== size.grind) continue
    const taken = Math.min(free.qty, size.ordered + size.planned - size.packaged)
    free.qty -= taken
    size.packaged += taken
  }
}

function takeGrams(lots: { grams: number }[], wanted: number): number {
  let open = wanted
  for (const lot of lots) {
    const taken = Math.min(open, lot.grams)
    lot.grams -= taken
    open -= taken
  }
  return wanted - open
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The roasted coffee that is missing, rounded up; negative if coffee is left over. */
export function missingGrams({ missing }: RoastBalance): number {
  return missing > 0 ? Math.ceil(missing / 1000) : -toGrams(-missing)
}

/** Whole grams, rounded down. */
export function toGrams(milligrams: number): number {
  return Math.floor(milligrams / 1000)
}
