/** Calendar days in the shop's time zone: midnight to midnight, 23 or 25 hours long at a time change. */
import { brand } from '#shared/brand.ts'

/** The start of a day, as an ISO string in UTC. Some zones skip midnight once a year. */
export function startOf(day: string, timeZone: string = brand.timeZone): string {
  const begin = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).startOfDay()
  return new Date(begin.epochMilliseconds).toISOString()
}

/** The day `days` days later, or earlier if negative. */
export function daysAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
