/** Delivery dates for an order that is placed now, from the roast calendar. */
import { brand } from '#shared/brand.ts'
import type { DeliveryNotice, delivery } from '#shared/api/delivery.ts'
import type { Reply } from '#shared/api/endpoint.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { dayOf, timeOf } from '#shared/dates.ts'
import { addDays, deliveryOf, deliveryText, type ShopTime } from '#shared/delivery.ts'
import { calendarOf, type ShippingSettings } from '#shared/resources/shipping.ts'
import { readSettings, SHIPPING } from '../settings/settings.ts'
import type { Clock } from '../time/clock.ts'
import { startOf } from '../time/shop-days.ts'
import type { Shop } from '../shop.ts'

/** For pages about goods without an address. */
export async function nextDelivery(shop: Shop): Promise<Reply<typeof delivery.next>> {
  const settings = await currentSettings(shop)
  const coffee = noticeOf(shop, settings, { hasCoffee: true })
  const goods = noticeOf(shop, settings, { hasCoffee: false })
  const until = coffee.until < goods.until ? coffee.until : goods.until
  return { coffee, goods, freeFrom: settings.freeFrom, until }
}

/** The settings of the last successful read, by shop. */
const lastRead = new WeakMap<Shop, ShippingSettings>()

/**
 * The settings; while the database is not available, those of the last read. The dates are computed from them for the
 * current moment, whereas a copy of an old response would have dates of the past.
 */
async function currentSettings(shop: Shop): Promise<ShippingSettings> {
  try {
    const settings = await readSettings(shop.db, SHIPPING)
    lastRead.set(shop, settings)
    return settings
  } catch (error) {
    const known = lastRead.get(shop)
    if (!known) throw error
    return known
  }
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
  const moment = clock.now()
  const now = { day: dayOf(moment), time: timeOf(moment) }
  const found = deliveryOf({ calendar: calendarOf(settings), now, ...of })
  const midnight = startOf(addDays(now.day, 1))
  const text = deliveryText(found, now.day)
  if ('problem' in found) return { text, dates: null, until: midnight }
  const { orderBy, ...dates } = found
  const cutOff = momentOf(orderBy)
  return { text, dates, until: cutOff < midnight ? cutOff : midnight }
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

/** The moment of a day and time in the shop's time zone, in UTC. In the hour that spring skips, the time after it. */
function momentOf({ day, time }: ShopTime): string {
  const { epochMilliseconds } = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(brand.timeZone)
  return new Date(epochMilliseconds).toISOString()
}
