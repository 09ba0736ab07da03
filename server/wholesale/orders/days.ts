/** The deliveries of a location that can be ordered now, from the roast calendar with all closures. */
import { formatDate } from '#shared/kernel/dates.ts'
import { dayText, timeText } from '#shared/kernel/days.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import {
  deliveryDays,
  deliveryOn,
  isBefore,
  weekdaysOf,
  type DeliveryDay,
  type DeliveryRule,
} from '#shared/wholesale/delivery-days.ts'
import type { LocationRow } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'

type Rule = Pick<LocationRow, 'handover' | 'weekdays' | 'cutoff_days' | 'cutoff_time'>

/** The next deliveries of a location that can still be ordered and changed; at most `count`. */
export async function nextDeliveries(shop: Shop, location: Rule, count: number): Promise<DeliveryDay[]> {
  const calendar = calendarOf(await scheduleOf(shop))
  return deliveryDays(calendar, ruleOf(location), nowAt(shop.clock), count)
}

/**
 * The delivery of a location on a day, which its buyers can still order. Throws 409 with the code `day` and the next possible
 * days if the day has passed its cut-off, or is none of its days.
 * @param isFree staff may choose any day on which something can be roasted, and order after the cut-off
 */
export async function requireDelivery(
  shop: Shop,
  location: Rule & Pick<LocationRow, 'name'>,
  day: string,
  isFree: boolean,
): Promise<DeliveryDay> {
  const calendar = calendarOf(await scheduleOf(shop))
  const now = nowAt(shop.clock)
  const delivery = day >= now.day ? deliveryOn(calendar, ruleOf(location), day) : null
  const isOwn = deliveryDays(calendar, ruleOf(location), now, MOST).some(
    ({ deliversOn }) => deliversOn === day,
  )
  if (delivery && (isFree || isOwn)) return delivery
  const [next] = await nextDeliveries(shop, location, 1)
  const isLate = delivery && !isBefore(now, delivery.orderBy)
  const reason = isLate
    ? `Orders for ${formatDate(day, 'shortWeekday')} closed ${dayText(delivery.orderBy.day, now.day)} at ${timeText(delivery.orderBy.time)}`
    : `${location.name} has no delivery on ${formatDate(day, 'shortWeekday')}`
  throw conflict(
    `${reason}. ${next ? `The next one is ${formatDate(next.deliversOn, 'shortWeekday')}` : 'Call us'}`,
    {
      code: 'day',
      next: next?.deliversOn ?? null,
    },
  )
}

/** More deliveries than HORIZON has. */
const MOST = 70

/** When a location gets its goods. */
export function ruleOf(row: Rule): DeliveryRule {
  return {
    handover: row.handover,
    weekdays: weekdaysOf(row.weekdays),
    cutoffDays: row.cutoff_days,
    cutoffTime: row.cutoff_time,
  }
}
