/** The days on which USPS does not deliver, in addition to Sundays: the federal holidays (5 U.S.C. 6103). */

/** Month and day. A holiday on a Sunday is observed on the next Monday. */
const FIXED = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])

/** Month, weekday (0 is Sunday), and which of these weekdays in the month; -1 is the last one. */
const FLOATING = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const

/** @param day a day such as '2026-11-26' */
export function isCarrierHoliday(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const month = date.getUTCMonth() + 1
  const ofMonth = date.getUTCDate()
  const weekday = date.getUTCDay()
  if (FIXED.has(day.slice(5))) return true
  if (weekday === 1 && FIXED.has(new Date(date.getTime() - 86_400_000).toISOString().slice(5, 10)))
    return true
  return FLOATING.some(([inMonth, on, count]) => {
    if (month !== inMonth || weekday !== on) return false
    const isLast = ofMonth + 7 > new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate()
    return count === -1 ? isLast : Math.ceil(ofMonth / 7) === count
  })
}
