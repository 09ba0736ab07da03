/**
 * Days without a time zone ('2026-11-25') and times of the wall clock ('15:00') in the shop's time zone: arithmetic, and
 * texts for people.
 */
import { formatDate, timeZoneAbbreviation } from './dates.ts'

/** Monday first, as in the admin's form. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** A day and a time of day in the shop's time zone. */
export type ShopTime = { day: string; time: string }

/** Whether a text is a day that the calendar has: '2026-02-28'. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!
}

/** The day `count` days later. These days have no time zone, so each has 24 hours. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000)
    .toISOString()
    .slice(0, -'T00:00:00.000Z'.length)
}

/** The month of a day and those before it, such as '2026-11', the latest first. */
export function monthsUntil(day: string, count: number): string[] {
  const months = [day.slice(0, 7)]
  while (months.length < count) months.push(addDays(`${months.at(-1)!}-01`, -1).slice(0, 7))
  return months
}

/** How many days the second day is after the first; negative if it is earlier. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000
}

/** 'Mon, Nov 30 – Wed, Dec 2'; one day if both are the same. */
export function rangeText(from: string, to: string): string {
  return from === to ? dateText(from) : `${dateText(from)}\u00a0– ${dateText(to)}`
}

/** 'Dec 4–6', 'Nov 30 – Dec 2', or 'Dec 4'. */
export function shortRangeText(from: string, to: string): string {
  const [first, last] = [formatDate(from, 'shortMonthDay'), formatDate(to, 'shortMonthDay')]
  if (first === last) return first
  return from.slice(0, 7) === to.slice(0, 7) ? `${first}–${Number(to.slice(8))}` : `${first} – ${last}`
}

/** 'today', 'tomorrow', 'Thu' within the next six days, otherwise 'Thu, Dec 3'. */
export function dayText(day: string, today: string | null): string {
  if (today === null) return dateText(day)
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  if (day > today && day <= addDays(today, 6)) return weekdayOf(day)
  return dateText(day)
}

function dateText(day: string): string {
  return formatDate(day, 'shortWeekday').replaceAll(' ', '\u00a0')
}

/** '15:00' -> '3 PM ET'. */
export function timeText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes}\u00a0${hour < 12 ? 'AM' : 'PM'}\u00a0${timeZoneAbbreviation()}`
}

/** More than any coffee keeps its taste. */
const MOST_DAYS = 365

/** The two numbers of '7-35', the first one not larger; null for any other text. */
export function daySpanOf(span: string): readonly [from: number, to: number] | null {
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(span) ?? []
  if (from === undefined || to === undefined) return null
  return Number(from) <= Number(to) && Number(to) <= MOST_DAYS ? [Number(from), Number(to)] : null
}
