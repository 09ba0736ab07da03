/** Delivery dates for an order that is placed now, from the roast calendar. */
import type { DeliveryNotice, PickupNotice, delivery } from '#shared/roastery/api/delivery.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import {
  deliveryOf,
  deliveryText,
  mostHandlingDays,
  type RoastNeed,
  type RoastShare,
} from '#shared/platform/delivery.ts'
import { addDays, type ShopTime } from '#shared/kernel/days.ts'
import { pickupNote, pickupOf, pickupText } from '#shared/platform/pickup.ts'
import { calendarOf, type ShippingSettings } from '#shared/platform/settings/shipping.ts'
import { isoIn, MINUTE, type Clock } from '#server/kernel/time/clock.ts'
import { utcOf, nowAt, startOf, withOffset } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { needOfBag } from './capacity.ts'
import { scheduleOf, type Schedule } from './schedule.ts'

/** For pages about goods without an address. */
export async function nextDelivery(shop: Shop): Promise<Reply<typeof delivery.next>> {
  const settings = await scheduleOf(shop)
  const coffee = noticeOf(shop, settings, { hasCoffee: true })
  const goods = noticeOf(shop, settings, { hasCoffee: false })
  const need = await needOfBag(shop, settings)
  const toOrder = need ? noticeOf(shop, settings, { hasCoffee: true, need }) : coffee
  const pickup = settings.pickup
    ? {
        coffee: pickupNoticeOf(shop, settings, { hasCoffee: true }),
        toOrder: pickupNoticeOf(shop, settings, { hasCoffee: true, need }),
        goods: pickupNoticeOf(shop, settings, { hasCoffee: false }),
      }
    : null
  // A pickup has the same cut-off as a parcel.
  const ends = [coffee.until, toOrder.until, goods.until]
  // The plans of subscriptions take capacity, too, and change without a message to the cache.
  if (need) ends.push(isoIn(shop.clock, LOOK_AGAIN))
  const until = ends.toSorted()[0]!
  const handling = handlingOf(settings, nowAt(shop.clock).day)
  return {
    coffee,
    toOrder,
    isLimited: need !== null,
    goods,
    freeFrom: settings.freeFrom,
    handling,
    pickup,
    until,
  }
}

function handlingOf(settings: Schedule, today: string) {
  const { packingDays, cutOff, transitMin, transitMax } = settings
  return {
    days: packingDays,
    cutOff: withOffset(`${today}T${cutOff}:00`).slice(today.length + 1),
    most: mostHandlingDays(settings),
    transit: { min: transitMin, max: transitMax },
  }
}

/** How long the dates of a shop with a capacity may be cached. */
const LOOK_AGAIN = 10 * MINUTE

type Wanted = { hasCoffee: boolean; carrierDays?: number | null; need?: RoastNeed | null }

/**
 * The delivery of an order that is placed now.
 * @param of whether it has coffee, the carrier's number of days if known, and the capacity that it needs (capacity.ts)
 */
export function noticeOf(shop: { clock: Clock }, settings: ShippingSettings, of: Wanted): DeliveryNotice {
  return promiseOf(shop, settings, of).notice
}

/** The delivery of an order that is placed now, and the capacity that it takes of its roast days. */
export function promiseOf(
  { clock }: { clock: Clock },
  settings: ShippingSettings,
  of: Wanted,
): { notice: DeliveryNotice; roastDays: RoastShare[] } {
  const now = nowAt(clock)
  const found = deliveryOf({ calendar: calendarOf(settings), now, ...of })
  const text = deliveryText(found, now.day)
  if ('problem' in found) return { notice: { text, dates: null, until: untilOf(now) }, roastDays: [] }
  const { orderBy, roastDays, ...dates } = found
  return { notice: { text, dates, until: untilOf(now, orderBy) }, roastDays }
}

/** The pickup of an order that is placed now. Does not check whether the shop offers pickup. */
export function pickupNoticeOf(shop: { clock: Clock }, schedule: Schedule, of: Wanted): PickupNotice {
  return pickupPromiseOf(shop, schedule, of).notice
}

/** The pickup of an order that is placed now, and the capacity that it takes of its roast days. */
export function pickupPromiseOf(
  { clock }: { clock: Clock },
  schedule: Schedule,
  of: Wanted,
): { notice: PickupNotice; roastDays: RoastShare[] } {
  const now = nowAt(clock)
  const { readyFrom, bar: hours } = schedule
  const found = pickupOf({ calendar: calendarOf(schedule), readyFrom, now, hours, ...of })
  const note = pickupNote(found, now.day)
  const none = { text: note, note, promise: null, until: untilOf(now) }
  if ('problem' in found) return { notice: none, roastDays: [] }
  const { orderBy, roastDays, ...promise } = found
  const text = `${pickupText(promise, schedule.place)}.`
  return { notice: { text, note, promise, until: untilOf(now, orderBy) }, roastDays }
}

/** When a sentence is no longer true: at the cut-off, or at midnight if that is earlier, because it says 'today'. */
function untilOf(now: ShopTime, cutOff?: ShopTime): string {
  const midnight = startOf(addDays(now.day, 1))
  const end = cutOff ? utcOf(cutOff) : midnight
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
