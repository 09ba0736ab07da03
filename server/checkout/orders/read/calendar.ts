/** The calendar file of a paid order: the days on which it arrives, or the day on which it is ready at the bar. */
import { bestDaysText } from '#shared/catalog/freshness.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { bestDaysOf } from '#shared/checkout/best-days-of-order.ts'
import { dayOf, formatDate } from '#shared/kernel/dates.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import type { Business } from '#shared/platform/business.ts'
import { promiseText } from '#shared/platform/delivery.ts'
import { pickupText } from '#shared/platform/pickup.ts'
import { placeText } from '#server/content/events/events.ts'
import { conflict } from '#server/kernel/errors.ts'
import { calendarFile } from '#server/kernel/text/icalendar.ts'
import { originOf } from '#server/platform/http/origin.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import { getOrder } from './order.ts'

/**
 * Returns the calendar file of an order. Throws 404 for an order of another buyer, and 409 for a gift card, and for an order
 * that is not paid, has no promised day, has arrived, or was closed.
 */
export async function orderCalendar(shop: Shop, buyer: Buyer, id: string): Promise<Download> {
  const order = await getOrder(shop, buyer, id)
  const time = daysOf(order)
  const business = await businessOf(shop)
  const origin = originOf(shop.config)
  const content = calendarFile({
    from: business.roasters,
    kind: 'Orders',
    uid: `order-${id}@${new URL(origin).hostname}`,
    // Grows with each change of the order, and a moved promise is one.
    sequence: order.history.length,
    now: shop.clock.now().toISOString(),
    time,
    title: titleOf(order, business),
    ...(order.isPickup ? { place: placeText({ place: '' }, business) } : {}),
    description: descriptionOf(order, business, dayOf(shop.clock.now())),
    // Without the token of a guest, because calendars are shared.
    url: `${origin}/order/${id}`,
  })
  return { name: `order-${order.number}.ics`, content }
}

function daysOf({ isGiftCard, state, isPickup, pickup, readyAt, delivery }: Order) {
  if (isGiftCard) throw conflict('A gift card has no day of delivery')
  if (state === 'pending' || state === 'capturing')
    throw conflict('There is a day for your calendar once the order is paid')
  if (state !== 'paid' && state !== 'shipped') throw conflict('This order is no longer on its way')
  const ready = readyAt ? dayOf(new Date(readyAt)) : pickup?.readyOn
  if (isPickup && ready) return { first: ready, last: ready }
  if (!isPickup && delivery) return { first: delivery.arrivesFrom, last: delivery.arrivesTo }
  throw conflict('This order has no day yet. We write to you with the day')
}

function titleOf({ orderItems, isPickup, recipient, user }: Order, { roasters }: Business): string {
  const goods = orderItems.some(({ size }) => size !== null) ? 'Coffee' : 'Order'
  if (isPickup) return `Pick up: ${goods.toLowerCase()} from ${roasters}`
  const other = recipient && recipient !== user.name ? ` for ${recipient}` : ''
  return `${goods} from ${roasters} arrives${other}`
}

function descriptionOf(order: Order, { place }: Business, today: string): string {
  const { number, orderItems, pickup, readyAt, keptUntil, delivery, tracking } = order
  const best = bestDaysOf(order, today)
  return [
    `Order No. ${number}`,
    ...orderItems.map(({ qty, ...line }) => `${qty} × ${lineTitle(line)}`),
    pickup && !readyAt ? `${pickupText(pickup, place)}.` : '',
    keptUntil ? `Ready. We keep it until ${formatDate(keptUntil, 'weekday')}.` : '',
    delivery ? `This order ${promiseText(delivery, null)}.` : '',
    tracking ? `Tracking ${[tracking.number, tracking.url].filter(Boolean).join(' ')}` : '',
    best ? `Tastes best ${bestDaysText(best)}.` : '',
  ]
    .filter(Boolean)
    .join('\n')
}
