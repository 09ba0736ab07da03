/** Sales by how the orders came in: on the website, by phone, or at the counter. */
import { sql } from 'kysely'
import { ORDER_VIAS, type OrderVia } from '#shared/kernel/order-states.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { soldOrders } from './sold-orders.ts'

type ViaSums = { via: OrderVia; orders: number; paidCents: number; refundedCents: number }

/**
 * The orders paid in periods that end together and the refunds completed in them, in cents, for each way; without replacements
 * and gift cards. One list for each start, in their order.
 * @param starts the first moments of the periods @param end the first moment after them
 */
export async function sumByVia(
  db: Db,
  { starts, end }: { starts: readonly string[]; end: string },
): Promise<ViaSums[][]> {
  const first = starts.toSorted()[0]!
  const paidQuery = soldOrders(db)
    .where('paid_at', '>=', first)
    .where('paid_at', '<', end)
    .groupBy('via')
    .select('via')
    .select(
      starts.flatMap((start, index) => [
        sql<number>`sum(case when paid_at >= ${start} then 1 else 0 end)`.as(`orders${index}`),
        sql<number>`sum(case when paid_at >= ${start} then total_cents else 0 end)`.as(`cents${index}`),
      ]),
    )
  const refundedQuery = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    // A literal: with a parameter, SQLite cannot use the partial index.
    .where(sql<boolean>`refunds.state = 'completed' and refunds.of_sale = 1`)
    .where('completed_at', '>=', first)
    .where('completed_at', '<', end)
    .where('is_gift_card', '=', 0)
    .where('company_id', 'is', null)
    .groupBy('via')
    .select('via')
    .select(
      starts.map((start, index) =>
        sql<number>`sum(case when completed_at >= ${start} then refunds.amount_cents else 0 end)`.as(
          `cents${index}`,
        ),
      ),
    )
  const [paid, refunded] = await Promise.all([paidQuery.execute(), refundedQuery.execute()])
  return starts.map((_, index) =>
    ORDER_VIAS.map((via) => ({
      via,
      orders: sumIn(paid, via, `orders${index}`),
      paidCents: sumIn(paid, via, `cents${index}`),
      refundedCents: sumIn(refunded, via, `cents${index}`),
    })),
  )
}

function sumIn(rows: readonly { via: OrderVia; [column: string]: unknown }[], via: OrderVia, column: string) {
  return Number(rows.find((row) => row.via === via)?.[column] ?? 0)
}
