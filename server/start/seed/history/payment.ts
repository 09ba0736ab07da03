/** Invents how an order goes on: unpaid and closed, or paid, shipped and delivered, and some of it refunded. */
import { netPriceOf } from '#shared/kernel/discounts.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { priceRefund, sumRefunds } from '#shared/kernel/refunds.ts'
import { toSourceText } from '#shared/platform/pay-methods.ts'
import { paidWithOf, type Paying } from '#server/checkout/orders/read/paid-with.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import { paidEvent } from '#server/payments/capture/paid-columns.ts'
import { totalsOf } from '#server/payments/refunds/refund-parts.ts'
import { inventPaidWith, feeOf } from './paid-with.ts'
import { discountsOf, pricedLines } from './lines.ts'
import {
  type CardPart,
  idAt,
  type Inventing,
  later,
  moveStock,
  type NewOrder,
  note,
  randomFrom,
} from './rows.ts'

/** The provider of invented payments. PayPal is not asked about them. */
const DEMO_PROVIDER = 'demo'

/** Closes an order that was never paid. */
export function close(inventing: Inventing, order: NewOrder): void {
  const at = order.closed_at!
  if (inventing.by) note(inventing, order, inventing.by, 'Not paid after all retries', at)
  else if (order.state === 'cancelled') note(inventing, order, order.buyer_name, 'Canceled', at)
  else note(inventing, order, 'FRAME', 'Expired without a payment', at)
  moveStock(inventing, order, 1, new Date(at))
}

/** Adds the payment of an order, by PayPal and gift card, and its parcel. */
export function pay(inventing: Inventing, order: NewOrder): void {
  const { rows, random, card } = inventing
  if (card) payByCard(inventing, order, card)
  const cents = order.total_cents - (card?.cents ?? 0)
  if (cents > 0) payByPaypal(inventing, order, cents)
  if (order.shipped_at) {
    note(inventing, order, 'Frame Roasters', 'Shipped', order.shipped_at)
    const number = `9400 ${Array.from({ length: 4 }, () => random.int(1000, 9999)).join(' ')} 00`
    rows.shipments.push({ order_id: order.id, tracking_number: number, tracking_url: '' })
    if (order.delivered_at) note(inventing, order, 'USPS', 'Delivered', order.delivered_at)
  }
}

function payByPaypal(inventing: Inventing, order: NewOrder, cents: number): void {
  const { rows, random } = inventing
  const at = order.paid_at!
  // Its own choices, so that the rest of the history does not depend on them.
  const paid = inventPaidWith(randomFrom(rows.orders.length), order.buyer_email, cents)
  rows.payments.push({
    id: idAt(new Date(at), random),
    order_id: order.id,
    provider: DEMO_PROVIDER,
    provider_order_id: null,
    state: order.state === 'refunded' ? 'refunded' : 'completed',
    amount_cents: cents,
    currency: 'USD',
    create_request_id: `${order.id}-demo`,
    attempt: 1,
    capture_request_id: null,
    capture_id: `DEMO-${order.id.toUpperCase()}`,
    payer_email: order.buyer_email,
    problem: null,
    captured_cents: cents,
    returned_cents: 0,
    fee_cents: feeOf(paid, cents),
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
}

/** The part of a gift card, as server/checkout/gift-cards/spend.ts books it. */
function payByCard({ rows, random }: Inventing, order: NewOrder, { cardId, cents }: CardPart): void {
  const [placed, paid] = [order.created_at, order.paid_at!]
  rows.gift_card_uses.push({ order_id: order.id, card_id: cardId, cents, state: 'taken' })
  rows.gift_card_moves.push({
    id: idAt(new Date(placed), random),
    card_id: cardId,
    cents: -cents,
    kind: 'held',
    order_id: order.id,
    refund_id: null,
    actor: order.buyer_name,
    at: placed,
  })
  rows.payments.push({
    id: idAt(new Date(paid), random),
    order_id: order.id,
    provider: 'gift-card',
    provider_order_id: null,
    state: 'completed',
    amount_cents: cents,
    currency: 'USD',
    create_request_id: `${order.id}-gift-card`,
    attempt: 1,
    capture_request_id: null,
    capture_id: order.id,
    payer_email: null,
    problem: null,
    captured_cents: cents,
    fee_cents: 0,
    captured_at: paid,
    reread_at: null,
    created_at: placed,
    updated_at: paid,
  })
}

/** Refunds the first `count` lines, with shipping if that is the whole order. Only a refund of all lines returns goods. */
export function refund(inventing: Inventing, order: NewOrder, reason: string, count: number): void {
  const { rows, random, now, bought } = inventing
  const isWhole = count === bought.length
  const at = order.closed_at ?? later(new Date(order.delivered_at!), 5 * HOUR)
  if (at > now.toISOString()) return
  const discounts = discountsOf(inventing)
  const lines = pricedLines(bought.slice(0, count)).map((line, index) => ({
    ...line,
    discountCents: discounts[index]!,
  }))
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
  lines.forEach((each, line) => {
    const { qty } = each
    rows.refund_items.push({ refund_id: id, line, qty, goods_cents: netPriceOf(each) })
    if (isWhole) rows.refund_lines.push({ refund_id: id, line, qty })
  })
  if (isWhole) moveStock(inventing, order, 1, new Date(at))
  const to = toSourceText(paidWithOf(payment as Paying))
  note(inventing, order, 'PayPal', `Refunded ${formatCents(parts.totalCents)}${to}`, at)
}
