/** Calendar days in the shop's time zone: midnight to midnight, 23 or 25 hours long at a time change. */
import { brand } from '#shared/kernel/brand.ts'
import { dayOf, timeOf } from '#shared/kernel/dates.ts'
import type { Clock } from './clock.ts'

/** The start of a day, as an ISO string in UTC. Some zones skip midnight once a year. */
export function startOf(day: string, timeZone: string = brand.timeZone): string {
  const begin = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).startOfDay()
  return new Date(begin.epochMilliseconds).toISOString()
}

/** The day `days` days later, or earlier if negative. */
export function daysAfter(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}

/** A day and a time of day at the shop: '2026-11-26' and '09:30'. */
export type ShopNow = { day: string; time: string }

export function nowAt(clock: Clock): ShopNow {
  const moment = clock.now()
  return { day: dayOf(moment), time: timeOf(moment) }
}

/** The moment of a day and time in the shop's time zone, in UTC. In the hour that spring skips, the time after it. */
export function momentOf({ day, time }: ShopNow): string {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(brand.timeZone)
  return new Date(epochMilliseconds).toISOString()
}
