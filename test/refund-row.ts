import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { TestShop } from './shop.ts'
import { insert, rowOf } from './table-rows.ts'

/** Adds to an order a payment that was refunded. The order stays unpaid. Returns the id of the refund. */
export async function refundOf(shop: TestShop, orderId: string): Promise<string> {
  const { id, at } = { id: newId(shop.clock), at: isoNow(shop.clock) }
  const { total_cents: cents } = await rowOf(shop.db, 'orders', orderId)
  await insert(shop.db, 'payments', {
    id,
    order_id: orderId,
    provider: 'paypal',
    provider_order_id: id,
    state: 'refunded',
    amount_cents: cents,
    currency: 'USD',
    create_request_id: id,
    attempt: 1,
    capture_id: id,
    captured_cents: cents,
    returned_cents: cents,
    captured_at: at,
    created_at: at,
    updated_at: at,
  })
  await insert(shop.db, 'refunds', {
    id,
    payment_id: id,
    amount_cents: cents,
    of_sale: 0,
    state: 'completed',
    reason: '',
    request_id: id,
    actor: 'Olive',
    created_at: at,
    updated_at: at,
    completed_at: at,
    is_itemized: 0,
    goods_cents: 0,
    tax_cents: 0,
    shipping_cents: 0,
    goodwill_cents: 0,
  })
  return id
}
