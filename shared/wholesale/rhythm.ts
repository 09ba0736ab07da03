/** The dates of standing orders, and which accounts have gone quiet. */
import { addDays, daysBetween, weekdayOf, type Weekday } from '#shared/kernel/days.ts'

/** A date every week or every second week on one weekday, from the first such weekday on or after `startsOn`. */
export type Rhythm = { everyWeeks: 1 | 2; weekday: Weekday; startsOn: string }

/** The first `count` dates on or after `from`. */
export function datesFrom({ everyWeeks, weekday, startsOn }: Rhythm, from: string, count: number): string[] {
  const step = everyWeeks * 7
  let first = startsOn
  while (weekdayOf(first) !== weekday) first = addDays(first, 1)
  const passed = Math.max(0, Math.ceil(daysBetween(first, from) / step))
  return Array.from({ length: count }, (_, index) => addDays(first, (passed + index) * step))
}

/** How much longer than usual an account may wait with its next order. */
export const QUIET_FACTOR = 1.5
/** With fewer orders than this there is no rhythm yet. */
const FEWEST_ORDERS = 3

/**
 * The rhythm of an account in days: the median distance of its last orders, at least one day. Null with too few orders.
 * @param days the days on which it ordered, in any order; several orders of a day count once
 */
export function rhythmOf(days: readonly string[]): number | null {
  const sorted = [...new Set(days)].toSorted()
  if (sorted.length < FEWEST_ORDERS) return null
  const gaps = sorted.slice(1).map((day, index) => daysBetween(sorted[index]!, day))
  const ordered = gaps.toSorted((a, b) => a - b)
  const middle = Math.floor(ordered.length / 2)
  return ordered.length % 2 === 1 ? ordered[middle]! : (ordered[middle - 1]! + ordered[middle]!) / 2
}

/** Since when an account is quiet: the first day after 1.5 times its rhythm without an order. Null without a rhythm. */
export function quietFrom(days: readonly string[]): string | null {
  const rhythm = rhythmOf(days)
  if (rhythm === null) return null
  return addDays(days.toSorted().at(-1)!, Math.floor(rhythm * QUIET_FACTOR) + 1)
}
