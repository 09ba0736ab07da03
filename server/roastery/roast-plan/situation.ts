/** All that the plan of a day is computed from. */
import { addDays } from '#shared/kernel/days.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { RoastBalance } from './balance.ts'
import { readDays, type Days } from './days.ts'
import { readDemand, type Demand } from './demand.ts'
import { readStock, type RoastInfo, type Stock } from './stock.ts'

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
export function servedDays({ day, days, demand, stock }: Situation): string[] {
  const all = [
    day,
    days.today,
    ...demand.lines.map((line) => line.day),
    ...stock.batches.map((batch) => batch.day),
  ]
  return [...new Set(all)].filter((each) => each >= days.today).toSorted()
}

/** The limits of a batch in grams of green coffee, from the roast or from the settings. */
export function limitsOf(
  { smallest, largest }: Pick<RoastInfo, 'smallest' | 'largest'>,
  settings: { smallest: number; largest: number },
): { smallest: number; largest: number } {
  const most = largest ?? settings.largest
  return { smallest: Math.min(smallest ?? settings.smallest, most), largest: most }
}

/** The roasted coffee that is missing, rounded up; negative if coffee is left over. */
export function missingGrams({ missing }: RoastBalance): number {
  return missing > 0 ? Math.ceil(missing / 1000) : -toGrams(-missing)
}

/** Whole grams, rounded down. */
export function toGrams(milligrams: number): number {
  return Math.floor(milligrams / 1000)
}
