/** The opening hours of the bar, for code that computes with them. The hours are in shared/brand.ts. */
import { brand } from './brand.ts'
import { weekdayOf, type Weekday } from './delivery.ts'

/** From and to on one day, as wall-clock times such as '07:00'. */
export type Hours = { from: string; to: string }

/** The hours of each weekday on which the bar is open. */
export type OpeningHours = Partial<Record<Weekday, Hours>>

export const OPENING_HOURS: OpeningHours = Object.fromEntries(
  brand.hours.flatMap(({ weekdays, from, to }) =>
    weekdays.map((weekday) => [weekday.slice(0, 3), { from, to }]),
  ),
)

/** The hours on a day such as '2026-11-27'; null if the bar is closed on that weekday. */
export function hoursOn(day: string, hours: OpeningHours = OPENING_HOURS): Hours | null {
  return hours[weekdayOf(day)] ?? null
}

/** The hours in words: 'Monday to Friday, 7 am to 5 pm, and Saturday and Sunday, 8 am to 5 pm'. */
export function spokenHours(): string {
  return brand.hours.map(({ spoken }) => spoken).join(', and ')
}
