/**
 * Whether the bar is open at a moment, and until when. Hours are wall-clock times, and are converted to moments, so that
 * a day with a time change has 23 or 25 hours.
 */
import { dayOf, timeOf } from '#shared/kernel/dates.ts'
import { HORIZON } from '#shared/platform/delivery.ts'
import { addDays } from '#shared/kernel/days.ts'
import {
  clockText,
  hoursOn,
  isOvernight,
  openingText,
  specialOn,
  type BarHours,
} from '#shared/platform/hours.ts'
import { utcOf, startOf } from '#server/kernel/time/shop-days.ts'

export type Opening = { isOpen: boolean; text: string; until: string }

type Period = { begins: string; ends: string }

/**
 * Whether the bar is open: `Open now until 5 pm`, `Closed now, opens tomorrow at 7 am`. `until` is the moment at which
 * this is no longer true: the next opening or closing, and midnight, because the text can say 'tomorrow'.
 */
export function openNow(hours: BarHours, now: Date): Opening {
  const today = dayOf(now)
  const moment = now.toISOString()
  const midnight = startOf(addDays(today, 1))
  const periods = periodsFrom(addDays(today, -1), hours)
  const current = periods.find(({ ends }) => ends > moment)
  if (!current) return { isOpen: false, text: closedText(hours, today, null), until: midnight }
  if (current.begins > moment) {
    const text = closedText(hours, today, current.begins)
    return { isOpen: false, text, until: earlier(current.begins, midnight) }
  }
  const isDaily = dayOf(new Date(current.ends)) > addDays(today, 2)
  const text = isDaily ? 'Open now' : `Open now until ${clockText(timeOf(new Date(current.ends)))}`
  return { isOpen: true, text, until: earlier(current.ends, midnight) }
}

/** The periods from a day on, in their order. Periods that follow each other without a gap are one. */
function periodsFrom(first: string, hours: BarHours): Period[] {
  const periods: Period[] = []
  for (let count = 0; count <= HORIZON; count++) {
    const day = addDays(first, count)
    for (const each of hoursOn(day, hours)) {
      const ends = utcOf({ day: isOvernight(each) ? addDays(day, 1) : day, time: each.to })
      const begins = utcOf({ day, time: each.from })
      const last = periods.at(-1)
      if (last && begins <= last.ends) last.ends = ends > last.ends ? ends : last.ends
      else if (begins < ends) periods.push({ begins, ends })
    }
  }
  return periods
}

function closedText(hours: BarHours, today: string, opens: string | null): string {
  const reason = specialOn(today, hours.special)
  const why = reason && reason.hours.length === 0
  const closed = why ? `Closed today${reason.reason ? `, ${reason.reason}` : ''}` : 'Closed now'
  if (opens === null) return closed
  const at = new Date(opens)
  const text = openingText(dayOf(at), timeOf(at), today)
  return why ? `${closed}. Opens ${text}` : `${closed}, opens ${text}`
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}
