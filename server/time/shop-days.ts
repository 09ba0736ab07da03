/** Days as the house lives them: midnight to midnight in its own time zone, 23 and 25 hours long twice a year. */
import { brand } from '#shared/brand.ts'

/** The day on which a moment falls: '2026-03-08'. */
export function dayOf(moment: Date, timeZone: string = brand.timeZone): string {
  return Temporal.Instant.fromEpochMilliseconds(moment.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString()
}

/** The moment at which a day begins, as rows carry moments. Some zones skip midnight once a year. */
export function startOf(day: string, timeZone: string = brand.timeZone): string {
  const begin = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).startOfDay()
  return new Date(begin.epochMilliseconds).toISOString()
}

/** The day so many days later, or earlier. */
export function daysAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
