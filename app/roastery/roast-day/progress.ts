/** What is done and what is left on a roast day. All weights are in grams. */
import type { DayCoffee, DayOrder, Packaging, WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { openOf, rowOf } from './queue/applied.ts'
import { BY_ITSELF, sourcesFor, type Chosen } from './queue/bag-coffee.ts'

export const STEP_IDS = ['weigh', 'roast', 'blend', 'package', 'fill', 'ship'] as const
export type StepId = (typeof STEP_IDS)[number]

export type Progress = { id: StepId; title: string; done: number; total: number }

/** The steps of the day in their order, each with its progress. Blending is left out if the day has no blends. */
export function progressOf(day: WholeRoastDay): Progress[] {
  const { batches, orders } = day
  const blends = blendsOf(day)
  const rows = day.coffees.flatMap(({ packaging }) => packaging)
  const toFill = orders.filter((order) => order.isFilled || isOpen(order))
  const filled = orders.filter(({ isFilled }) => isFilled).length
  const shipped = orders.filter(({ state }) => state !== 'paid').length
  const steps: Progress[] = [
    { id: 'weigh', title: 'Weigh', done: batches.filter(isWeighed).length, total: batches.length },
    { id: 'roast', title: 'Roast', done: batches.filter(isRoasted).length, total: batches.length },
    {
      id: 'blend',
      title: 'Blend',
      done: blends.filter((one) => toBlend(day, one) === 0).length,
      total: blends.length,
    },
    {
      id: 'package',
      title: 'Package',
      done: sum(rows.map((row) => row.ordered - toPackage(row))),
      total: sum(rows.map(({ ordered }) => ordered)),
    },
    { id: 'fill', title: 'Fill', done: filled, total: toFill.length },
    { id: 'ship', title: 'Ship', done: shipped, total: orders.length },
  ]
  return steps.filter(({ id }) => id !== 'blend' || blends.length > 0)
}

/** The first step with something left to do; the last step if all is done. */
export function nextStep(steps: readonly Progress[]): StepId {
  return (steps.find(({ done, total }) => done < total) ?? steps.at(-1)!).id
}

type Batch = WholeRoastDay['batches'][number]

/** Whether an order waits for its bags. One that was shipped without them does not. */
export function isOpen({ isFilled, state }: DayOrder): boolean {
  return !isFilled && state === 'paid'
}

const isWeighed = ({ state }: Batch) => state !== 'planned'
const isRoasted = ({ state }: Batch) => state === 'roasted'

/** The coffees that are blended after roasting, and are needed on the day or already blended. */
export function blendsOf({ coffees }: WholeRoastDay): DayCoffee[] {
  return coffees.filter(
    (coffee) => coffee.parts.length > 1 && (coffee.lots.length > 0 || neededFor(coffee) > 0),
  )
}

/** The bags of a size and grind that are still to be packaged for the orders of the day. */
export function toPackage({ ordered, filled, free }: Packaging): number {
  return Math.max(ordered - filled - free, 0)
}

/** The roasted coffee for all bags of a coffee that are still to be packaged. */
function neededFor({ packaging }: DayCoffee): number {
  return sum(packaging.map((row) => toPackage(row) * row.grams))
}

/** The weight that is left in the lots of a coffee. */
export function leftInLots({ lots }: Pick<DayCoffee, 'lots'>): number {
  return sum(lots.map(({ gramsLeft }) => gramsLeft))
}

/** The coffee of a blend that is still to be blended for the orders of the day. Lots that are too old are not used. */
export function toBlend(day: WholeRoastDay, coffee: DayCoffee): number {
  return Math.max(neededFor(coffee) - leftInLots({ lots: coffee.lots.filter(isFreshOn(day)) }), 0)
}

/** Whether coffee is fresh enough on the day that the shop chooses it. */
export function isFreshOn({ freshFrom = '' }: WholeRoastDay) {
  return ({ roastedOn }: { roastedOn: string }) => roastedOn >= freshFrom
}

/** More bags than are ever packaged at once. */
const MANY = 5000

/**
 * How many bags can be packaged now: of the chosen lot or batch, or of all coffee that is fresh. A blend is packaged only
 * from its lots; a coffee with one roast also from its batches.
 */
export function packageable(
  day: WholeRoastDay,
  coffee: DayCoffee,
  { grams }: Packaging,
  chosen: Chosen = BY_ITSELF,
): number {
  return MANY - sourcesFor(day, coffee, { grams, qty: MANY, chosen }).missing
}

export type MissingBags = { name: string; qty: number }

/** The bags that an order needs and that are not packaged yet. */
export function missingBags(day: WholeRoastDay, { lines }: DayOrder): MissingBags[] {
  const needs = new Map<string, MissingBags & { free: number }>()
  for (const line of lines.filter(({ isRoastedToOrder }) => isRoastedToOrder)) {
    const key = `${line.sizeId} ${line.grind}`
    const name = [line.name, line.sizeLabel, line.grind].filter(Boolean).join(', ')
    const need = needs.get(key) ?? { name, qty: 0, free: rowOf(day, line)?.free ?? 0 }
    needs.set(key, { ...need, qty: need.qty + openOf(line) })
  }
  return [...needs.values()].flatMap(({ name, qty, free }) => (qty > free ? [{ name, qty: qty - free }] : []))
}

/** The orders of the day: first those that can be filled, then those with missing bags, then all others. */
export function sortedOrders(day: WholeRoastDay): { order: DayOrder; missing: MissingBags[] }[] {
  const all = day.orders.map((order) => ({ order, missing: isOpen(order) ? missingBags(day, order) : [] }))
  const place = ({ order, missing }: (typeof all)[number]) =>
    isOpen(order) ? (missing.length > 0 ? 1 : 0) : 2
  return all.toSorted((one, other) => place(one) - place(other))
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
