/** Which days an export is about, in days of the house (`brand.timeZone`): '2026-11-21'. Both ends are within. */
import type { Period } from '#shared/api/order-admin.ts'

export const PERIODS = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'this-year': 'This year',
  custom: 'Other days',
}
export type PeriodName = keyof typeof PERIODS

/** The days that a name means on a day. Years and months are counted from their first day to their last. */
export function periodOf(name: Exclude<PeriodName, 'custom'>, today: string): Period {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const quarter = month - ((month - 1) % 3)
  switch (name) {
    case 'this-month':
      return months(year, month, 1)
    case 'last-month':
      return months(year, month - 1, 1)
    case 'this-quarter':
      return months(year, quarter, 3)
    case 'last-quarter':
      return months(year, quarter - 3, 3)
    case 'this-year':
      return months(year, 1, 12)
  }
}

/** So many months from the first of one. A month may lie outside its year: the 0th is the December before. */
function months(year: number, month: number, count: number): Period {
  return { from: isoDay(Date.UTC(year, month - 1, 1)), to: isoDay(Date.UTC(year, month - 1 + count, 0)) }
}

function isoDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
