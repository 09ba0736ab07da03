/**
 * Formats dates and times as text. All code uses this file for that. The language is always American English and the
 * time zone is always named, so that the server and the browser render the same HTML. The time zone is the shop's
 * (`brand.timeZone`) on every screen, in mails and in CSV files, with one exception: customers see the dates of their
 * own orders in their own time zone (app/platform/orders/dates.ts). Those dates are therefore never part of a page's first HTML.
 */
import { brand } from './brand.ts'
import { counted } from './counts.ts'

const MONTH_DAY = { month: 'short', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

const FORMATS = {
  /** `November 21, 2026` */
  day: { dateStyle: 'long' },
  /** `Nov 21, 2026` */
  shortDay: { ...MONTH_DAY, year: 'numeric' },
  /** `November 2026` */
  month: { month: 'long', year: 'numeric' },
  /** `Saturday, November 21` */
  weekday: { weekday: 'long', month: 'long', day: 'numeric' },
  /** `Sat, Nov 21` */
  shortWeekday: { ...MONTH_DAY, weekday: 'short' },
  /** `Saturday, Nov 21` */
  weekdayShortMonth: { ...MONTH_DAY, weekday: 'long' },
  /** `November 21` */
  monthDay: { month: 'long', day: 'numeric' },
  /** `Nov 21` */
  shortMonthDay: MONTH_DAY,
  /** `9:41 AM` */
  time: TIME,
  /** `9:41:07 AM` */
  timeWithSeconds: { ...TIME, second: '2-digit' },
  /** `November 21, 2026 at 9:41 AM`. A line break is possible only before `at`. */
  dayAndTime: { dateStyle: 'long', timeStyle: 'short' },
  /** `Nov 21, 9:41 AM` */
  shortDayAndTime: { ...MONTH_DAY, ...TIME },
  /** `November 21 at 9:41 AM EST` */
  dayTimeAndZone: { month: 'long', day: 'numeric', ...TIME, timeZoneName: 'short' },
} satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateFormat = keyof typeof FORMATS

/**
 * Formats a date.
 * @param value a moment (ISO 8601 with its zone), or a day without a time ('2026-11-21'), which is the same in every
 * zone
 * @param timeZone an IANA name; a day without a time ignores it
 * @throws RangeError if `value` is not a date
 */
export function formatDate(value: string, format: DateFormat, timeZone: string = brand.timeZone): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value)
  const text = formatter(format, isDay ? 'UTC' : timeZone)
    .format(new Date(value))
    // Node and browsers use different spaces before AM and PM.
    .replaceAll('\u202f', ' ')
  return format === 'dayAndTime' ? text.replaceAll(' ', '\u00a0').replace('\u00a0at', ' at') : text
}

/** The day on which a moment falls: '2026-03-08'. */
export function dayOf(moment: Date, timeZone: string = brand.timeZone): string {
  return formatter('isoDay', timeZone).format(moment)
}

/** The time between two moments (ISO 8601) in one unit: '40 minutes', '3 hours', '2 days'. Never negative. */
export function elapsed(from: string, to: string): string {
  const minutes = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60_000))
  if (minutes < 60) return counted(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return hours < 48 ? counted(hours, 'hour') : counted(Math.round(hours / 24), 'day')
}

/** The shop's time zone in words: 'Eastern Time'. */
export function timeZoneName(): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: brand.timeZone, timeZoneName: 'longGeneric' })
  return parts.formatToParts(0).find(({ type }) => type === 'timeZoneName')!.value
}

/** The shop's time zone in letters, without daylight saving: 'ET'. For buyers in other zones. */
export function timeZoneAbbreviation(): string {
  return (abbreviation ??= findAbbreviation())
}

/** Computed once, because creating the formatter takes 0.3 ms. */
let abbreviation: string | undefined

function findAbbreviation(): string {
  const options = { timeZone: brand.timeZone, timeZoneName: 'shortGeneric' } as const
  const parts = new Intl.DateTimeFormat('en-US', options).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')!.value
}

/** The time of day of a moment: '09:41', from '00:00' to '23:59'. */
export function timeOf(moment: Date, timeZone: string = brand.timeZone): string {
  return formatter('isoTime', timeZone).format(moment)
}

/** Formatters are cached, because creating a formatter takes much longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(format: DateFormat | 'isoDay' | 'isoTime', timeZone: string): Intl.DateTimeFormat {
  const key = `${format} ${timeZone}`
  const known = formatters.get(key)
  if (known) return known
  const made =
    // Canadian English writes a short date as ISO 8601 does.
    format === 'isoDay'
      ? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
      : format === 'isoTime'
        ? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
        : new Intl.DateTimeFormat('en-US', { ...FORMATS[format], timeZone })
  formatters.set(key, made)
  return made
}
