/** Delivery dates for an order that is placed now, from the roast calendar. */
import type { DeliveryNotice, PickupNotice, delivery } from '#shared/api/delivery.ts'
import type { Reply } from '#shared/api/endpoint.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { addDays, deliveryOf, deliveryText, type ShopTime } from '#shared/delivery.ts'
import { pickupNote, pickupOf, pickupText } from '#shared/pickup.ts'
import { calendarOf, type ShippingSettings } from '#shared/resources/shipping.ts'
import type { Clock } from '../time/clock.ts'
import { momentOf, nowAt, startOf } from '../time/shop-days.ts'
import type { Shop } from '../shop.ts'
import { scheduleOf, type Schedule } from './schedule.ts'

/** For pages about goods without an address. */
export async function nextDelivery(shop: Shop): Promise<Reply<typeof delivery.next>> {
  const settings = await scheduleOf(shop)
  const coffee = noticeOf(shop, settings, { hasCoffee: true })
  const goods = noticeOf(shop, settings, { hasCoffee: false })
  const until = coffee.until < goods.until ? coffee.until : goods.until
  const pickup = settings.pickup
    ? {
        coffee: pickupNoticeOf(shop, settings, { hasCoffee: true }),
        goods: pickupNoticeOf(shop, settings, { hasCoffee: false }),
      }
    : null
  // A pickup has the same cut-off as a parcel.
  return { coffee, goods, freeFrom: settings.freeFrom, pickup, until }
}

/**
 * The delivery of an order that is placed now.
 * @param of whether it has coffee, and the carrier's number of days if known
 */
export function noticeOf(
  { clock }: { clock: Clock },
  settings: ShippingSettings,
  of: { hasCoffee: boolean; carrierDays?: number | null },
): DeliveryNotice {
  const now = nowAt(clock)
  const found = deliveryOf({ calendar: calendarOf(settings), now, ...of })
  const text = deliveryText(found, now.day)
  if ('problem' in found) return { text, dates: null, until: untilOf(now) }
  const { orderBy, ...dates } = found
  return { text, dates, until: untilOf(now, orderBy) }
}

/** The pickup of an order that is placed now. Does not check whether the shop offers pickup. */
export function pickupNoticeOf(
  { clock }: { clock: Clock },
  schedule: Schedule,
  { hasCoffee: isCoffee }: { hasCoffee: boolean },
): PickupNotice {
  const now = nowAt(clock)
  const { readyFrom, bar: hours } = schedule
  const found = pickupOf({ calendar: calendarOf(schedule), readyFrom, now, hasCoffee: isCoffee, hours })
  const note = pickupNote(found, now.day)
  if ('problem' in found) return { text: note, note, promise: null, until: untilOf(now) }
  const { orderBy, ...promise } = found
  return { text: `${pickupText(promise, schedule.place)}.`, note, promise, until: untilOf(now, orderBy) }
}

/** When a sentence is no longer right: at the cut-off, or at midnight if that is earlier, because it says 'today'. */
function untilOf(now: ShopTime, cutOff?: ShopTime): string {
  const midnight = startOf(addDays(now.day, 1))
  const end = cutOff ? momentOf(cutOff) : midnight
  return end < midnight ? end : midnight
}

/** Whether an order of these categories has to be roasted. */
export function hasCoffee(lines: Iterable<{ category: string }>): boolean {
  return [...lines].some(({ category }) => category === COFFEE_BEANS)
}

/** The columns of an order that keep the dates that it was promised. */
export function promiseColumns({ dates }: DeliveryNotice) {
  return {
    roasts_on: dates?.roastsOn ?? null,
    ships_on: dates?.shipsOn ?? null,
    arrives_from: dates?.arrivesFrom ?? null,
    arrives_to: dates?.arrivesTo ?? null,
  }
}
