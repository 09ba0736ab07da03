/** The opening hours of the bar: per day, and as text. The hours are stored in brand.ts. */
import { brand } from './brand.ts'
import { weekdayOf, type Weekday } from './delivery.ts'

type BrandHours = (typeof brand.hours)[number]

/** The opening hours of one day, in the shop's time zone: '07:00' and '17:00'. */
export type Hours = { from: string; to: string }

/** The hours of each weekday on which the bar is open. */
export type OpeningHours = Partial<Record<Weekday, Hours>>

/** The opening hours of the bar. */
export const OPENING_HOURS: OpeningHours = Object.fromEntries(
  brand.hours.flatMap(({ weekdays, from, to }) =>
    weekdays.map((weekday) => [weekday.slice(0, 3), { from, to }]),
  ),
)

/** The hours on a day such as '2026-11-27'; null if the bar is closed on that weekday. */
export function hoursOn(day: string, hours: OpeningHours = OPENING_HOURS): Hours | null {
  return hours[weekdayOf(day)] ?? null
}

/** All opening hours in words: `Monday to Friday, 7 am to 5 pm, and Saturday and Sunday, 8 am to 5 pm`. */
export function openingHoursText(): string {
  return brand.hours.map(spokenHours).join(', and ')
}

/** The hours of a day on a 12-hour clock without am and pm: `7-5`. */
export function shortHours({ from, to }: BrandHours): string {
  return `${clock(from)}-${clock(to)}`
}

/** Days and hours for screen readers and mails: `Monday to Friday, 7 am to 5 pm`. */
export function spokenHours({ weekdays, from, to }: BrandHours): string {
  const [first, last] = [weekdays[0], weekdays.at(-1)]
  return `${first} ${weekdays.length > 2 ? 'to' : 'and'} ${last}, ${spoken(from)} to ${spoken(to)}`
}

/** '14:00' -> '2 pm', '07:30' -> '7:30 am', with a no-break space. */
export function clockText(time: string): string {
  return spoken(time).replace(' ', '\u00a0')
}

/** '14:00' -> '2 pm', with a normal space. */
function spoken(time: string): string {
  return `${clock(time)} ${time < '12:00' ? 'am' : 'pm'}`
}

/** `07:00` -> `7`, `17:30` -> `5:30`. */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const hour = hours % 12 || 12
  return minutes === 0 ? String(hour) : `${hour}:${String(minutes).padStart(2, '0')}`
}
