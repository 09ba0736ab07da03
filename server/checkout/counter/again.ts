/** An order that staff placed, to be placed again, such as one whose mailed link has ended. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { counter } from '#shared/checkout/api/counter.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { orderRow, titleOf } from '../orders/read/order.ts'
import { goodsOnSale } from './goods.ts'
import { buyerOfOrder } from './people.ts'
import { agreedDiscount } from './price.ts'

/** What was agreed for the order. Throws 404, also for an order that its buyer placed, and for one of a wholesale account. */
export async function orderAgain(shop: Shop, id: string): Promise<Reply<typeof counter.again>> {
  const row = await orderRow(shop, id)
  if (row.via === 'web' || row.company_id !== null) throw notFound('Order')
  const lines = await shop.db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', id)
    .orderBy('position')
    .execute()
  const { address, address2, city, ship_state: state, postal_code: postalCode, country } = row
  return {
    number: row.number ?? row.id,
    buyer: { name: row.buyer_name, email: row.buyer_email, phone: row.phone },
    person: await buyerOfOrder(shop, row),
    lines: lines.map((line) => {
      return { sizeId: line.size_id, name: titleOf(line), grind: line.grind, qty: line.qty }
    }),
    goods: await goodsOnSale(
      shop,
      lines.map((line) => line.product_id),
    ),
    address: row.is_pickup ? null : { address, address2, city, state, postalCode, country },
    discount: agreedDiscount(row),
  }
}
