/**
 * The opening hours of the bar: on a day, and as text. All days and times are those of the shop's time zone. Whether the
 * bar is open at a moment depends on daylight saving, and is computed on the server (server/platform/settings/open-now.ts).
 */
import { brand } from '#shared/kernel/brand.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays, dayText, weekdayOf, WEEKDAYS, type Weekday } from '#shared/kernel/days.ts'

/**
 * A period in which the bar is open: '07:00' to '17:00'. If `to` is not later than `from`, the bar closes on the next
 * day: '18:00' to '02:00'. '00:00' to '00:00' is a whole day.
 */
export type Hours = { from: string; to: string }

/** The periods of each weekday, in their order. A weekday without periods is closed. */
export type WeekHours = Record<Weekday, readonly Hours[]>

/** Days with other hours, both ends included. Without hours, the shop is closed on these days. */
export type SpecialDay = { from: string; to: string; hours: readonly Hours[]; reason: string }

export type BarHours = { week: WeekHours; special: readonly SpecialDay[] }

/** The hours of a shop that has saved none. */
export const DEFAULT_HOURS: BarHours = { week: brand.hours, special: [] }

/** The special day on a date; undefined if the hours are those of the weekday. */
export function specialOn(day: string, special: readonly SpecialDay[]): SpecialDay | undefined {
  return special.find(({ from, to }) => from <= day && day <= to)
}

/** The hours that begin on a day such as '2026-11-27'; empty if the bar is closed. */
export function hoursOn(day: string, { week, special }: BarHours): readonly Hours[] {
  return specialOn(day, special)?.hours ?? week[weekdayOf(day)]
}

/** The days on which the shop is closed as a whole, for the roast calendar. */
export function closuresOf(special: readonly SpecialDay[]): SpecialDay[] {
  return special.filter(({ hours }) => hours.length === 0)
}

/** Whether hours end on the day after they begin. */
export function isOvernight({ from, to }: Hours): boolean {
  return to <= from
}

/** The same hours on some weekdays that follow each other: `M-F 7-5`, and in words for screen readers and mails. */
type HoursRow = { days: string; text: string; spoken: string; weekdays: readonly Weekday[] }

/** The opening hours of the week, with one row for weekdays with the same hours. Closed days have no row. */
export function weekRows(week: WeekHours): HoursRow[] {
  const runs: Weekday[][] = []
  for (const weekday of WEEKDAYS) {
    const last = runs.at(-1)
    if (last && textOf(week[last[0]!]) === textOf(week[weekday])) last.push(weekday)
    else runs.push([weekday])
  }
  return runs
    .filter(([first]) => week[first!].length > 0)
    .map((weekdays) => {
      const hours = week[weekdays[0]!]
      const days = shortDays(weekdays)
      return { days, text: textOf(hours), spoken: `${spokenDays(weekdays)}, ${spokenText(hours)}`, weekdays }
    })
}

/** All opening hours in words: `Monday to Friday, 7 am to 5 pm, and Saturday and Sunday, 8 am to 5 pm`. */
export function openingHoursText(week: WeekHours): string {
  const rows = weekRows(week).map((row) => row.spoken)
  return rows.length === 0 ? 'closed at the moment' : rows.join(', and ')
}

/** `M-F`, `S-S`, as on the home page (test/SPEC.md, Home); otherwise `Tue-Sat` or `Mon`. */
function shortDays(weekdays: readonly Weekday[]): string {
  const [first, last] = [weekdays[0]!, weekdays.at(-1)!]
  if (first === last) return first
  const range = `${first}-${last}`
  return range === 'Mon-Fri' ? 'M-F' : range === 'Sat-Sun' ? 'S-S' : range
}

const NAMES: Record<Weekday, string> = {
  Mon: 'Monday',
  Tue: 'Tuesday',
  Wed: 'Wednesday',
  Thu: 'Thursday',
  Fri: 'Friday',
  Sat: 'Saturday',
  Sun: 'Sunday',
}

export function nameOfWeekday(weekday: Weekday): string {
  return NAMES[weekday]
}

function spokenDays(weekdays: readonly Weekday[]): string {
  const [first, last] = [NAMES[weekdays[0]!], NAMES[weekdays.at(-1)!]]
  if (weekdays.length === 1) return first
  return `${first} ${weekdays.length > 2 ? 'to' : 'and'} ${last}`
}

/** `7-5` on a 12-hour clock if that is clear: from a morning to an afternoon. Otherwise `5 pm-2 am`. */
function textOf(hours: readonly Hours[]): string {
  return hours
    .map(({ from, to }) => {
      if (isWholeDay({ from, to })) return '24 hours'
      const isClear = from < '12:00' && to >= '12:00'
      return isClear ? `${clock(from)}-${clock(to)}` : `${spoken(from)}-${spoken(to)}`
    })
    .join(', ')
}

/** `7 am to 5 pm`, `7 am to 11 am and 1 pm to 5 pm`. */
export function spokenText(hours: readonly Hours[]): string {
  return hours
    .map((each) => (isWholeDay(each) ? '24 hours' : `${spoken(each.from)} to ${spoken(each.to)}`))
    .join(' and ')
}

function isWholeDay({ from, to }: Hours): boolean {
  return from === '00:00' && to === '00:00'
}

/** `Thu, Nov 26: closed, Thanksgiving`, `Dec 24 – Dec 26: 8 am to 12 pm`. */
export function specialText({ from, to, hours, reason }: SpecialDay): string {
  const days = from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`
  const what = hours.length === 0 ? 'closed' : spokenText(hours)
  return `${days}: ${reason ? `${what}, ${reason}` : what}`
}

/** A day that is not completely typed yet is not formatted. */
function dateText(day: string): string {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return day || 'no day'
  return formatDate(day, 'shortWeekday').replaceAll(' ', '\u00a0')
}

/** The special days within the next `days` days. */
export function upcoming(special: readonly SpecialDay[], today: string, days: number): SpecialDay[] {
  return special.filter(({ from, to }) => to >= today && from <= addDays(today, days))
}

/** `at 1 pm`, `tomorrow at 7 am`, `Monday at 7 am`, `Thu, Dec 3 at 7 am`. */
export function openingText(day: string, time: string, today: string): string {
  const at = `at ${clockText(time)}`
  if (day === today) return at
  const text = dayText(day, today)
  return `${text.length === 3 ? NAMES[weekdayOf(day)] : text} ${at}`
}

/** '14:00' -> '2 pm', '07:30' -> '7:30 am', with a no-break space. */
export function clockText(time: string): string {
  return spoken(time).replace(' ', '\u00a0')
}

/** '14:00' -> '2 pm', with a normal space. */
function spoken(time: string): string {
  if (time === '00:00') return 'midnight'
  return `${clock(time)} ${time < '12:00' ? 'am' : 'pm'}`
}

/** `07:00` -> `7`, `17:30` -> `5:30`. */
function clock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const hour = hours % 12 || 12
  return minutes === 0 ? String(hour) : `${hour}:${String(minutes).padStart(2, '0')}`
}
