/**
 * Orders whose whole money is on its way back to the buyer. Until PayPal has finished the refund, they are still paid, and
 * nothing is sent or handed over: the shop would lose the goods and the money.
 */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'

/**
 * Whether refunds that are made or under way leave nothing of what was paid for an order. False for a replacement, for
 * which nothing was paid.
 * @param order the column with the id of the order
 */
export function returnsAll(order: 'orders.id' | 'line.order_id') {
  const sales = sql`select 1 from payments where payments.order_id = ${sql.ref(order)} and payments.state = 'completed'`
  return sql<boolean>`(exists (${sales})
    and not exists (${sales} and payments.returned_cents < payments.captured_cents))`
}

/** `returnsAll` of an order as a column. */
export const returnsAllOfOrder = sql<0 | 1>`case when ${returnsAll('orders.id')} then 1 else 0 end`

/** The opposite of `returnsAll`. */
export function keepsMoney(order: 'orders.id' | 'line.order_id') {
  return sql<boolean>`not ${returnsAll(order)}`
}

/** Why an order among others is not sent. `requireMoney` says more about a single one. */
export const ON_ITS_WAY_BACK = 'All its money is on its way back to the buyer, so it is not sent'

/** Throws 409 if refunds leave nothing of what was paid for the order. */
export async function requireMoney(db: Db, id: string): Promise<void> {
  const order = await db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', id)
    .where(returnsAll('orders.id'))
    .executeTakeFirst()
  if (order)
    throw conflict(
      `All money of order ${order.number ?? id} is on its way back to the buyer, so it is not sent. If the refund fails, you can send it`,
      { code: 'refunding' },
    )
}
