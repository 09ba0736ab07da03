/** Invents one order with its lines, stock moves, history, payment and refund. */
import { ORDER_NUMBERS, orderNumberAt } from '#shared/checkout/order-number.ts'
import { DEFAULT_TAX, priceCart } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { hasCoffee, noticeOf, promiseColumns } from '#server/roastery/delivery/delivery.ts'
import { fold } from '#server/kernel/db/search.ts'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import { close, pay, refund } from './payment.ts'
import { discountsOf, pricedLines } from './lines.ts'
import { type Random, later, moveStock, note, type Inventing, type NewOrder, idAt } from './rows.ts'

const HOLD = 30 * MINUTE

/** Adds one order with all its rows, and returns it. `at` is when it is placed; nothing happens later than `now`. */
export function inventOrder(inventing: Inventing): NewOrder {
  const { rows, random, at, person, bought, course, by = person.name } = inventing
  const discounts = discountsOf(inventing)
  const order = newOrder(inventing)
  rows.orders.push(order)
  if (order.is_guest || order.recipient) {
    const search_text = fold([person.name, person.email, order.recipient].filter(Boolean).join(' '))
    rows.former_buyers.push({ order_id: order.id, search_text })
  }
  bought.forEach(({ product, size, grind, qty }, position) => {
    rows.order_lines.push({
      order_id: order.id,
      position,
      product_id: product.id,
      size_id: size.id,
      name: product.name,
      image: product.image,
      category: product.category,
      size_label: labelOf({ label: size.label, grams: size.grams ?? null }),
      size_grams: size.grams ?? null,
      sku: size.sku,
      grind,
      price_cents: size.price_cents,
      qty,
      discount_cents: discounts[position]!,
    })
  })
  // A coffee was switched to roasting to order when its last orders from stock had left.
  const isOpen = order.state === 'paid' || order.state === 'pending'
  const counted = bought.filter(({ product }) => !isOpen || product.is_roasted_to_order !== 1)
  moveStock({ ...inventing, bought: counted }, order, -1, at)
  note(inventing, order, 'Demo', 'Invented for the demo', order.created_at)
  note(inventing, order, by, 'Order placed', order.created_at)
  if (order.state === 'pending') return order
  if (order.state === 'cancelled' || order.state === 'expired') {
    close(inventing, order)
    return order
  }
  pay(inventing, order)
  if (order.state === 'refunded') refund(inventing, order, 'Arrived damaged', bought.length)
  else if (!course && order.state === 'delivered' && bought.length > 1 && random.chance(0.08))
    refund(inventing, order, 'One bag was missing', 1)
  return order
}

/** A random order number that none of these orders has. */
export function unusedNumber(
  orders: readonly Pick<NewOrder, 'number'>[],
  random: Pick<Random, 'int'>,
): string {
  const number = orderNumberAt(random.int(0, ORDER_NUMBERS - 1))
  return orders.some((order) => order.number === number) ? unusedNumber(orders, random) : number
}

function newOrder(inventing: Inventing): NewOrder {
  const { rows, random, at, person, account, bought, saving, card, columns = {} } = inventing
  const weight = bought.reduce((grams, { size, qty }) => grams + (size.grams ?? 700) * qty, 150)
  const far = ['VA', 'DC', 'MD'].includes(person.state)
    ? 0
    : ['CA', 'OR', 'WA', 'CO'].includes(person.state)
      ? 4
      : 2
  const quoted = columns.quoted_cents ?? 545 + Math.ceil(weight / 454) * (85 + 30 * far)
  const totals = priceCart(pricedLines(bought), quoted, person.state, DEFAULT_TAX, saving?.discount ?? null)
  const goods = bought.map(({ product }) => product)
  const notice = noticeOf({ clock: { now: () => at } }, SHIPPING_DEFAULTS, {
    hasCoffee: hasCoffee(goods),
    carrierDays: 2 + far,
  })
  const created = at.toISOString()
  return {
    id: idAt(at, random),
    number: unusedNumber(rows.orders, random),
    user_id: account,
    buyer_name: person.name,
    buyer_email: person.email,
    address: person.address,
    address2: '',
    city: person.city,
    ship_state: person.state,
    postal_code: person.postalCode,
    country: 'US',
    payment_method: card
      ? card.cents === totals.totalCents
        ? 'Gift card'
        : 'Gift card and PayPal'
      : 'PayPal',
    gift_card_cents: card?.cents ?? 0,
    shipment_id: 'demo',
    rate_id: 'demo',
    shipping_service: 'USPS Ground Advantage',
    items_cents: totals.itemsCents,
    shipping_cents: totals.shippingCents,
    tax_cents: totals.taxCents,
    tax_thousandths: person.state === DEFAULT_TAX.state ? DEFAULT_TAX.thousandths : 0,
    discount_cents: totals.discountCents,
    discount_label: totals.discountCents > 0 ? (saving?.label ?? '') : '',
    total_cents: totals.totalCents,
    quoted_cents: quoted,
    refunded_cents: 0,
    ...promiseColumns(notice),
    created_at: created,
    reserved_until: new Date(at.getTime() + HOLD).toISOString(),
    is_guest: account === null ? 1 : 0,
    replaces_order_id: null,
    recipient: null,
    phone: person.phone,
    gift_note: null,
    // Set, so that the shop never asks an invented buyer for a review.
    review_requested_at: created,
    ...progress(inventing, notice.dates),
    ...columns,
  }
}

type Progress = Pick<NewOrder, 'state' | 'paid_at' | 'shipped_at' | 'delivered_at' | 'closed_at'>

const NONE = { paid_at: null, shipped_at: null, delivered_at: null, closed_at: null }

/** Paid some minutes after it was placed, and not shipped. */
function open(at: Date, random: Random): Progress {
  return { ...NONE, state: 'paid', paid_at: later(at, random.int(50, 240) * 1000) }
}

/** Out of a hundred orders, which are refunded and so on. */
const ENDINGS = { 'as planned': 100, refunded: 6, expired: 5 } as const

/** The state of an order at `now`, and its times. It is shipped and delivered on the promised days. */
function progress(
  { at, now, random, course }: Inventing,
  dates: { shipsOn: string; arrivesFrom: string } | null,
): Progress {
  if (course === 'open') return open(at, random)
  const ending = course ? ENDINGS[course] : random.int(1, 100)
  if (ending <= 3) return { ...NONE, state: 'cancelled', closed_at: later(at, 11 * MINUTE) }
  if (ending <= 5) return { ...NONE, state: 'expired', closed_at: later(at, HOLD) }
  const paid = open(at, random)
  const { paid_at } = paid
  const shipped =
    dates && new Date(Date.parse(startOf(dates.shipsOn)) + 16 * HOUR + random.int(0, 59) * MINUTE)
  if (!shipped || shipped > now) return paid
  const shipped_at = shipped.toISOString()
  const late = random.chance(0.15) ? DAY : 0
  const arrived = new Date(Date.parse(startOf(dates.arrivesFrom)) + late + random.int(11, 17) * HOUR)
  if (arrived > now) return { ...NONE, state: 'shipped', paid_at, shipped_at }
  const delivered_at = arrived.toISOString()
  const back = new Date(arrived.getTime() + DAY + 3 * HOUR)
  if (ending === 6 && back < now)
    return { state: 'refunded', paid_at, shipped_at, delivered_at, closed_at: back.toISOString() }
  return { ...NONE, state: 'delivered', paid_at, shipped_at, delivered_at }
}
