/** Days in the shop's time zone, from midnight to midnight: 23 and 25 hours long twice a year (`dayOf`: shared/dates.ts). */
import { brand } from '#shared/brand.ts'

/** The moment at which a day begins, as rows carry moments. Some zones skip midnight once a year. */
export function startOf(day: string, timeZone: string = brand.timeZone): string {
  const begin = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).startOfDay()
  return new Date(begin.epochMilliseconds).toISOString()
}

/** The day so many days later, or earlier. */
export function daysAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
