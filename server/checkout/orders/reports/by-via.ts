/** Sales by how the orders came in: on the website, by phone, or at the counter. */
import { sql } from 'kysely'
import { ORDER_VIAS, type OrderVia } from '#shared/kernel/order-states.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { soldOrders } from './sold-orders.ts'

type ViaSums = { via: OrderVia; orders: number; paidCents: number; refundedCents: number }

/**
 * The orders paid in a period and the refunds completed in it, in cents, for each way; without replacements and gift cards.
 * @param end the first moment after the period
 */
export async function sumByVia(db: Db, { start, end }: { start: string; end: string }): Promise<ViaSums[]> {
  const paid = await soldOrders(db)
    .where('paid_at', '>=', start)
    .where('paid_at', '<', end)
    .groupBy('via')
    .select(({ fn }) => [
      'via',
      fn.countAll<number>().as('orders'),
      fn.sum<number | null>('total_cents').as('cents'),
    ])
    .execute()
  const refunded = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    // A literal: with a parameter, SQLite cannot use the partial index.
    .where(sql<boolean>`refunds.state = 'completed' and refunds.of_sale = 1`)
    .where('completed_at', '>=', start)
    .where('completed_at', '<', end)
    .where('is_gift_card', '=', 0)
    .groupBy('via')
    .select(({ fn }) => ['via', fn.sum<number | null>('refunds.amount_cents').as('cents')])
    .execute()
  return ORDER_VIAS.map((via) => {
    const sums = paid.find((row) => row.via === via)
    const back = refunded.find((row) => row.via === via)
    return {
      via,
      orders: sums?.orders ?? 0,
      paidCents: sums?.cents ?? 0,
      refundedCents: back?.cents ?? 0,
    }
  })
}
