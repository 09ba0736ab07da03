/** Days with a time of day at the shop, such as '2026-11-21T18:30'. Such texts sort by time. */
import { brand } from '#shared/brand.ts'
import type { Clock } from './clock.ts'

/**
 * The moment of a time of day, in ISO 8601 with the offset of the shop's time zone. A time that the clocks skip in spring
 * is an hour later; of a time that they repeat in autumn, the first is meant.
 */
export function momentOf(local: string, timeZone: string = brand.timeZone): string {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toString({ timeZoneName: 'never' })
}

/** Whether the clocks of the shop skip this time of day in spring. */
export function isSkipped(local: string, timeZone: string = brand.timeZone): boolean {
  const asked = Temporal.PlainDateTime.from(local)
  return !asked.equals(asked.toZonedDateTime(timeZone).toPlainDateTime())
}

/** The time of day now, or some milliseconds later or earlier. */
export function localTime(clock: Clock, later = 0, timeZone: string = brand.timeZone): string {
  const moment = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime() + later)
  return moment.toZonedDateTimeISO(timeZone).toPlainDateTime().toString({ smallestUnit: 'minute' })
}
