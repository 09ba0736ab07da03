/**
 * When a coffee tastes best. Darker roasts release their gas sooner and fade sooner. Published advice differs (Horsham 5 to
 * 28 days, luckycoffee.club 10 to 21 for light and 4 to 7 for dark, coffeehero.com.au 7 to 35), so these days are the
 * shop's own rule within it.
 */
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'

/** Days in the shop's time zone, both included. */
export type BestDays = { from: string; to: string }

/** Days after the roast, for filter coffee, by roasting level (ROASTS in shared/kernel/categories.ts). */
const FILTER_DAYS: readonly (readonly [from: number, to: number] | null)[] = [
  null,
  [7, 35],
  [7, 35],
  [5, 28],
  [3, 21],
  [3, 21],
]

/**
 * The days on which a coffee tastes best as filter coffee; null if its roasting level is not known.
 * @param roastingLevel 1 (light) to 5 (dark), 0 if it is not known
 * @param roastedOn the day of the roast: '2026-12-02'
 */
export function bestDays(roastingLevel: number, roastedOn: string): BestDays | null {
  const days = FILTER_DAYS[roastingLevel]
  return days ? { from: addDays(roastedOn, days[0]), to: addDays(roastedOn, days[1]) } : null
}

/** 'Dec 9 – Jan 6'. */
export function bestDaysText({ from, to }: BestDays): string {
  return [from, to].map((day) => formatDate(day, 'shortMonthDay').replace(' ', '\u00a0')).join(' – ')
}
