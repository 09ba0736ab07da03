import type { ShownLine, StandingDate, StandingOrder } from '#shared/wholesale/api/standing.ts'
import { dayOf, formatDate, timeOf } from '#shared/kernel/dates.ts'
import { timeText } from '#shared/kernel/days.ts'
import { variantText } from '#shared/kernel/sizes.ts'

/** Monday first, as the numbers of the API from 1 to 7. */
export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

/** 'Every Thursday', 'Every second Thursday'. */
export function rhythmText({ everyWeeks, weekday }: Pick<StandingOrder, 'everyWeeks' | 'weekday'>): string {
  return `Every ${everyWeeks === 2 ? 'second ' : ''}${DAYS[weekday - 1]}`
}

/** '6 × Guji, 5 lb, Espresso'. */
export function lineText({ qty, name, sizeLabel, grind }: ShownLine): string {
  return `${qty} × ${[name, variantText({ size: sizeLabel, grind })].filter(Boolean).join(', ')}`
}

/** 'until Mon, Nov 30, 12 PM ET'. */
export function untilText(moment: string): string {
  const at = new Date(moment)
  return `until ${formatDate(dayOf(at), 'shortWeekday')}, ${timeText(timeOf(at))}`
}

export const dayText = ({ deliversOn, plannedOn }: StandingDate) =>
  formatDate(deliversOn ?? plannedOn, 'shortWeekday')

/** What happens on a date, in words. */
export function stateText({ state, deliversOn, plannedOn, orderBy, problem }: StandingDate): string {
  if (state === 'written') return 'The order is written'
  if (state === 'skipped') return 'Skipped'
  if (state === 'closed') return 'We are closed: no delivery'
  if (state === 'missed') return `Not written. ${problem}`
  if (state === 'waiting') return `Waits. ${problem}`
  const moved = deliversOn === plannedOn ? '' : `Instead of ${formatDate(plannedOn, 'shortWeekday')}. `
  return `${moved}Can be changed ${orderBy ? untilText(orderBy) : ''}`.trim()
}
