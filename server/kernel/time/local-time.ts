/** Days with a time of day at the shop, such as '2026-11-21T18:30'. Such texts sort by time. */
import { brand } from '#shared/kernel/brand.ts'
import type { Clock } from './clock.ts'

/**
 * The moment of a time of day, in ISO 8601 with the offset of the shop's time zone. A time that the clocks skip in spring
 * is an hour later; of a time that they repeat in autumn, the first is meant.
 */
export function momentOf(local: string, timeZone: string = brand.timeZone): string {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toString({ timeZoneName: 'never' })
}

/**
 * A moment (ISO 8601 in UTC) with the offset of the shop's time zone: '2026-11-27T20:41:00.000-05:00'. Its first ten
 * characters are the day at the shop.
 */
export function atShop(moment: string, timeZone: string = brand.timeZone): string {
  const zoned = Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone)
  return zoned.toString({ timeZoneName: 'never', fractionalSecondDigits: 3 })
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
