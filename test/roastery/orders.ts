/** Orders of coffee that is roasted to order, for tests of the roast day. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { VIENNA } from '../purchase.ts'
import type { Roastery } from './green.ts'
import { insert } from '../table-rows.ts'

export type Ordered = { product: string; sizeId?: string; grind?: string; qty: number; grams?: number }

/**
 * A paid order of coffee that is roasted to order. Its first size has the id of the product. Returns its id.
 * @param replaces the id of an order, for a replacement, which costs nothing
 */
export async function addOrder(
  { db, clock }: Roastery,
  {
    day,
    lines,
    state = 'paid',
    replaces,
  }: { day: string; lines: Ordered[]; state?: 'paid' | 'shipped'; replaces?: string },
): Promise<string> {
  const id = newId(clock)
  const now = isoNow(clock)
  const cents = replaces ? 0 : lines.length * 1000
  const { state: ship_state, postalCode: postal_code, ...address } = VIENNA
  await insert(db, 'orders', {
    id,
    number: id,
    is_guest: 1,
    buyer_name: 'Ann Buyer',
    buyer_email: `${id}@example.com`,
    state,
    ...address,
    ship_state,
    postal_code,
    payment_method: 'PayPal',
    replaces_order_id: replaces ?? null,
    shipment_id: '',
    rate_id: '',
    shipping_service: 'USPS Ground Advantage',
    items_cents: cents,
    shipping_cents: 0,
    tax_cents: 0,
    total_cents: cents,
    quoted_cents: 0,
    roasts_on: day,
    ships_on: day,
    arrives_from: day,
    arrives_to: day,
    created_at: now,
    reserved_until: now,
    paid_at: now,
    shipped_at: state === 'shipped' ? now : null,
  })
  const rows = lines.map(({ product, sizeId = product, grind = WHOLE_BEAN, qty, grams = 340 }, position) => ({
    order_id: id,
    position,
    product_id: product,
    size_id: sizeId,
    name: 'Test Beans',
    image: '',
    category: 'Coffee Beans',
    size_label: '',
    size_grams: grams,
    sku: '',
    grind,
    price_cents: replaces ? 0 : 1000,
    qty,
    discount_cents: replaces ? 0 : 1000 * (qty - 1),
  }))
  await insert(db, 'order_lines', rows)
  await insert(db, 'roast_bookings', { order_id: id, day, green_grams: 400 })
  return id
}
