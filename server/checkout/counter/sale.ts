/** An order as the counter and its receipt show it. */
import type { CounterSale } from '#shared/checkout/api/counter.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow, TenderRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { atShop } from '#server/kernel/time/shop-days.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { orderRow, titleOf } from '../orders/read/order.ts'
import { pricesOf } from './price.ts'

/** Throws 404, also for a barista who asks for an order that is not of the counter. */
export async function readSale(shop: Shop, staff: SignedIn, id: string): Promise<CounterSale> {
  const row = await orderRow(shop, id)
  const [lines, tenders] = await readTogether(
    shop.db,
    shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', id).orderBy('position'),
    shop.db.selectFrom('tenders').selectAll().where('order_id', '=', id).orderBy('at').orderBy('id'),
  )
  if (!staff.isAdmin && row.via !== 'counter' && tenders.length === 0) throw notFound('Order')
  const totals = {
    itemsCents: row.items_cents,
    discountCents: row.discount_cents,
    shippingCents: row.shipping_cents,
    taxCents: row.tax_cents,
    totalCents: row.total_cents,
  }
  return {
    ...(await pricesOf(shop, totals, row.discount_label, row.gift_card_cents)),
    ...factsOf(row),
    items: lines.map((line) => ({
      product: line.product_id,
      sizeId: line.size_id,
      name: titleOf(line),
      qty: line.qty,
      price: toDollars(line.price_cents),
      discount: toDollars(line.discount_cents),
      picture: line.image,
    })),
    tenders: tenders.map(toTender),
  }
}

function factsOf(row: OrderRow) {
  const picked = row.is_taken ? ('taken' as const) : ('pickup' as const)
  return {
    _id: row.id,
    number: row.number ?? row.id,
    via: row.via,
    placedBy: row.placed_by ?? '',
    state: row.state,
    createdAt: atShop(row.created_at),
    paidAt: row.paid_at && atShop(row.paid_at),
    buyer: { name: row.buyer_name, email: row.buyer_email },
    discountReason: row.discount_reason,
    taxRate: row.tax_thousandths / 1000,
    paymentMethod: row.payment_method,
    handover: row.is_pickup ? picked : ('ship' as const),
    readyOn: row.is_pickup ? row.ships_on : null,
    heldUntil: row.state === 'pending' ? atShop(row.reserved_until) : null,
  }
}

function toTender(row: TenderRow): CounterSale['tenders'][number] {
  return {
    kind: row.kind,
    amount: toDollars(row.cents),
    rounding: toDollars(row.rounding_cents),
    received: row.received_cents === null ? null : toDollars(row.received_cents),
    change: row.change_cents === null ? null : toDollars(row.change_cents),
    approval: row.approval,
    lastFour: row.last_four,
    by: row.actor,
    at: atShop(row.at),
  }
}
