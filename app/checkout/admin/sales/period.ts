/** The period of an export: its first and last day in the shop's time zone (`brand.timeZone`), such as '2026-11-21'. */
import type { Period } from '#shared/kernel/fields.ts'

export const PERIODS = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'this-year': 'This year',
  custom: 'Other days',
}
export type PeriodName = keyof typeof PERIODS

/** The first and the last day of a named period. `today` is a day in the shop's time zone. */
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

/** The period of `count` months that starts with `month`. January is 1; 0 and lower are months of the previous year. */
function months(year: number, month: number, count: number): Period {
  return { from: isoDay(Date.UTC(year, month - 1, 1)), to: isoDay(Date.UTC(year, month - 1 + count, 0)) }
}

function isoDay(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}
