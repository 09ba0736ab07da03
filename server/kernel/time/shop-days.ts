/**
 * Days and times of day at the shop. A day goes from midnight to midnight in the shop's time zone: 23 or 25 hours at a time
 * change. A local time is a day with a time of day, such as '2026-11-21T18:30'. Such texts sort by time.
 */
import { brand } from '#shared/kernel/brand.ts'
import { dayOf, timeOf } from '#shared/kernel/dates.ts'
import type { Clock } from './clock.ts'

/** The start of a day, as an ISO string in UTC. Some zones skip midnight once a year. */
export function startOf(day: string, timeZone: string = brand.timeZone): string {
  const begin = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).startOfDay()
  return new Date(begin.epochMilliseconds).toISOString()
}

/** A day and a time of day at the shop: '2026-11-26' and '09:30'. */
export type ShopNow = { day: string; time: string }

export function nowAt(clock: Clock): ShopNow {
  const moment = clock.now()
  return { day: dayOf(moment), time: timeOf(moment) }
}

/** The moment of a day and time in the shop's time zone, in UTC. In the hour that spring skips, the time after it. */
export function utcOf({ day, time }: ShopNow): string {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(brand.timeZone)
  return new Date(epochMilliseconds).toISOString()
}

/**
 * A local time with the offset of the shop's time zone: '2026-11-21T18:30' -> '2026-11-21T18:30:00-05:00'. A time that the
 * clocks skip in spring is an hour later; of a time that they repeat in autumn, the first is meant.
 */
export function withOffset(local: string, timeZone: string = brand.timeZone): string {
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

/**
 * The day at the shop on which a batch was weighed out after roasting. It is the roast date of its coffee, also if the batch
 * was planned for another day. Until the batch is roasted, the day for which it is planned.
 */
export function roastedOn(batch: { roasted_at: string | null; roasts_on: string }): string {
  return batch.roasted_at === null ? batch.roasts_on : dayOf(new Date(batch.roasted_at))
}
