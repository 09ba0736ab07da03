/** Invents the refund of an order. */
import { formatCents, priceRefund, sumRefunds } from '#shared/kernel/pricing.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import { totalsOf } from '#server/payments/refunds/refund-parts.ts'
import { later, moveStock, note, type Inventing, type NewOrder } from './order-rows.ts'
import { idAt } from './rows.ts'

/** Refunds the first `count` lines, with shipping if that is the whole order. Only a refund of all lines returns goods. */
export function refund(inventing: Inventing, order: NewOrder, reason: string, count: number): void {
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
  note(inventing, order, 'PayPal', `Refunded ${formatCents(parts.totalCents)}`, at)
}
