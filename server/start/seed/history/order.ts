/** Invents one order with its lines, stock moves, history, payment and refund. */
import { ORDER_NUMBERS, orderNumberAt } from '#shared/checkout/order-number.ts'
import { priceCart, formatCents, priceRefund, sumRefunds } from '#shared/kernel/pricing.ts'
import { toSourceText } from '#shared/platform/pay-methods.ts'
import { SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { hasCoffee, noticeOf, promiseColumns } from '#server/roastery/delivery/delivery.ts'
import { fold } from '#server/kernel/db/search.ts'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import { inventPaidWith, feeOf } from './paid-with.ts'
import {
  type Random,
  randomFrom,
  later,
  moveStock,
  note,
  type Inventing,
  type NewOrder,
  idAt,
} from './rows.ts'
import { paidWithOf, type Paying } from '#server/checkout/orders/read/paid-with.ts'
import { paidEvent } from '#server/payments/capture/paid-columns.ts'
import { totalsOf } from '#server/payments/refunds/refund-parts.ts'

/** The provider of invented payments. PayPal is not asked about them. */
const DEMO_PROVIDER = 'demo'
const HOLD = 30 * MINUTE

/** Adds one order with all its rows. `at` is when it is placed; nothing happens later than `now`. */
export function inventOrder(inventing: Inventing): void {
  const { rows, random, at, person, bought } = inventing
  const order = newOrder(inventing)
  rows.orders.push(order)
  if (order.is_guest) {
    const search_text = fold(`${person.name} ${person.email}`)
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
      size_label: size.label,
      size_grams: size.grams ?? null,
      sku: size.sku,
      grind,
      price_cents: size.price_cents,
      qty,
    })
  })
  // A coffee was switched to roasting to order when its last orders from stock had left.
  const isOpen = order.state === 'paid'
  const counted = bought.filter(({ product }) => !isOpen || product.is_roasted_to_order !== 1)
  moveStock({ ...inventing, bought: counted }, order, -1, at)
  note(inventing, order, 'Demo', 'Invented for the demo', order.created_at)
  note(inventing, order, person.name, 'Order placed', order.created_at)
  if (order.state === 'cancelled' || order.state === 'expired') return close(inventing, order)
  pay(inventing, order)
  if (order.state === 'refunded') refund(inventing, order, 'Arrived damaged', bought.length)
  else if (order.state === 'delivered' && bought.length > 1 && random.chance(0.08))
    refund(inventing, order, 'One bag was missing', 1)
}

function newOrder({ random, now, at, person, account, bought, isOpen }: Inventing): NewOrder {
  const weight = bought.reduce((grams, { size, qty }) => grams + (size.grams ?? 700) * qty, 150)
  const far = ['VA', 'DC', 'MD'].includes(person.state)
    ? 0
    : ['CA', 'OR', 'WA', 'CO'].includes(person.state)
      ? 4
      : 2
  const quoted = 545 + Math.ceil(weight / 454) * (85 + 30 * far)
  const lines = bought.map(({ size, qty }) => ({ priceCents: size.price_cents, qty }))
  const totals = priceCart(lines, quoted, person.state)
  const goods = bought.map(({ product }) => product)
  const notice = noticeOf({ clock: { now: () => at } }, SHIPPING_DEFAULTS, {
    hasCoffee: hasCoffee(goods),
    carrierDays: 2 + far,
  })
  const created = at.toISOString()
  return {
    id: idAt(at, random),
    number: orderNumberAt(random.int(0, ORDER_NUMBERS - 1)),
    user_id: account,
    buyer_name: person.name,
    buyer_email: person.email,
    address: person.address,
    address2: '',
    city: person.city,
    ship_state: person.state,
    postal_code: person.postalCode,
    country: 'US',
    payment_method: 'PayPal',
    shipment_id: 'demo',
    rate_id: 'demo',
    shipping_service: 'USPS Ground Advantage',
    items_cents: totals.itemsCents,
    shipping_cents: totals.shippingCents,
    tax_cents: totals.taxCents,
    total_cents: totals.totalCents,
    quoted_cents: quoted,
    refunded_cents: 0,
    ...promiseColumns(notice),
    created_at: created,
    reserved_until: new Date(at.getTime() + HOLD).toISOString(),
    is_guest: account === null ? 1 : 0,
    replaces_order_id: null,
    recipient: null,
    phone: '',
    gift_note: null,
    // Set, so that the shop never asks an invented buyer for a review.
    review_requested_at: created,
    ...(isOpen ? open(at, random) : progress(at, now, notice.dates, random)),
  }
}

type Progress = Pick<NewOrder, 'state' | 'paid_at' | 'shipped_at' | 'delivered_at' | 'closed_at'>

const NONE = { paid_at: null, shipped_at: null, delivered_at: null, closed_at: null }

/** Paid some minutes after it was placed, and not shipped. */
function open(at: Date, random: Random): Progress {
  return { ...NONE, state: 'paid', paid_at: later(at, random.int(50, 240) * 1000) }
}

/** The state of an order at `now`, and its times. It is shipped and delivered on the promised days. */
function progress(
  at: Date,
  now: Date,
  dates: { shipsOn: string; arrivesFrom: string } | null,
  random: Random,
): Progress {
  const ending = random.int(1, 100)
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

function close(inventing: Inventing, order: NewOrder): void {
  const at = order.closed_at!
  const event = order.state === 'cancelled' ? 'Canceled' : 'Expired without a payment'
  note(inventing, order, order.state === 'cancelled' ? order.buyer_name : 'FRAME', event, at)
  moveStock(inventing, order, 1, new Date(at))
}

function pay(inventing: Inventing, order: NewOrder): void {
  const { rows, random } = inventing
  const at = order.paid_at!
  // Its own choices, so that the rest of the history does not depend on them.
  const paid = inventPaidWith(randomFrom(rows.orders.length), order.buyer_email, order.total_cents)
  rows.payments.push({
    id: idAt(new Date(at), random),
    order_id: order.id,
    provider: DEMO_PROVIDER,
    provider_order_id: null,
    state: order.state === 'refunded' ? 'refunded' : 'completed',
    amount_cents: order.total_cents,
    currency: 'USD',
    create_request_id: `${order.id}-demo`,
    attempt: 1,
    capture_request_id: null,
    capture_id: `DEMO-${order.id.toUpperCase()}`,
    payer_email: order.buyer_email,
    problem: null,
    captured_cents: order.total_cents,
    returned_cents: 0,
    fee_cents: feeOf(paid, order.total_cents),
    captured_at: at,
    reread_at: null,
    method: paid.method,
    paid_with: paid.method,
    card_brand: paid.brand || null,
    card_digits: paid.lastDigits || null,
    created_at: order.created_at,
    updated_at: at,
  })
  note(inventing, order, 'PayPal', paidEvent(paid), at)
  if (order.shipped_at) {
    note(inventing, order, 'Frame Roasters', 'Shipped', order.shipped_at)
    const number = `9400 ${Array.from({ length: 4 }, () => random.int(1000, 9999)).join(' ')} 00`
    rows.shipments.push({ order_id: order.id, tracking_number: number, tracking_url: '' })
  }
  if (order.delivered_at) note(inventing, order, 'USPS', 'Delivered', order.delivered_at)
}

/** Refunds the first `count` lines, with shipping if that is the whole order. Only a refund of all lines returns goods. */
function refund(inventing: Inventing, order: NewOrder, reason: string, count: number): void {
  const { rows, random, now, bought } = inventing
  const isWhole = count === bought.length
  const at = order.closed_at ?? later(new Date(order.delivered_at!), 5 * HOUR)
  if (at > now.toISOString()) return
  const lines = bought.slice(0, count).map(({ size, qty }) => ({ priceCents: size.price_cents, qty }))
  const parts = priceRefund(totalsOf(order), sumRefunds([]), {
    lines,
    shippingCents: isWhole ? 'all' : 0,
    goodwillCents: 0,
  })
  const payment = rows.payments.at(-1)!
  payment.returned_cents = parts.totalCents
  order.refunded_cents = parts.totalCents
  const id = idAt(new Date(at), random)
  rows.refunds.push({
    id,
    payment_id: payment.id,
    amount_cents: parts.totalCents,
    of_sale: 1,
    state: 'completed',
    reason,
    request_id: `${order.id}-refund-${id}`,
    provider_refund_id: `DEMO-${id.toUpperCase()}`,
    problem: null,
    actor: 'Frame Roasters',
    created_at: at,
    updated_at: at,
    completed_at: at,
    restocked_at: isWhole ? at : null,
    goods_cents: parts.goodsCents,
    tax_cents: parts.taxCents,
    shipping_cents: parts.shippingCents,
    goodwill_cents: parts.goodwillCents,
    is_itemized: 1,
    // PayPal keeps its fee when a payment is refunded.
    fee_back_cents: 0,
  })
  lines.forEach(({ priceCents, qty }, line) => {
    rows.refund_items.push({ refund_id: id, line, qty, goods_cents: priceCents * qty })
    if (isWhole) rows.refund_lines.push({ refund_id: id, line, qty })
  })
  if (isWhole) moveStock(inventing, order, 1, new Date(at))
  const to = toSourceText(paidWithOf(payment as Paying))
  note(inventing, order, 'PayPal', `Refunded ${formatCents(parts.totalCents)}${to}`, at)
}
