/** The opening hours of brand.ts as text, so that the hours are stored only once. */
import type { brand } from './brand.ts'

type Hours = (typeof brand.hours)[number]

/** The hours of a day on a 12-hour clock without am and pm: `7-5`. */
export function shortHours({ from, to }: Hours): string {
  return `${clock(from)}-${clock(to)}`
}

/** Days and hours for screen readers and mails: `Monday to Friday, 7 am to 5 pm`. */
export function spokenHours({ weekdays, from, to }: Hours): string {
  const [first, last] = [weekdays[0], weekdays.at(-1)]
  return `${first} ${weekdays.length > 2 ? 'to' : 'and'} ${last}, ${spoken(from)} to ${spoken(to)}`
}

function spoken(time: string): string {
  return `${clock(time)} ${time < '12:00' ? 'am' : 'pm'}`
}

/** `07:00` -> `7`, `17:30` -> `5:30`. */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const hour = hours % 12 || 12
  return minutes === 0 ? String(hour) : `${hour}:${String(minutes).padStart(2, '0')}`
}
