/** The deliveries that a location already has on a day. The order form warns of a second order for that day. */
import { toDollars } from '#shared/kernel/pricing.ts'
import type { OrderForm } from '#shared/wholesale/api/account-orders.ts'
import type { Db } from '#server/kernel/db/schema.ts'

/**
 * The open orders of a location for these days, and its standing orders for them that are not written yet.
 * @param except the order that is changed
 */
export async function bookedFor(
  db: Db,
  location: string,
  days: readonly string[],
  except: string | null,
): Promise<OrderForm['booked']> {
  if (days.length === 0) return []
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'delivers_on', 'total_cents'])
    .where('delivers_on', 'in', days)
    .where('location_id', '=', location)
    .where('state', 'in', ['pending', 'capturing', 'paid'])
    .where('id', '<>', except ?? '')
    .orderBy('id')
    .execute()
  const dates = await db
    .selectFrom('standing_dates')
    .innerJoin('standing_orders', 'standing_orders.id', 'standing_order_id')
    .select('delivers_on')
    .where('location_id', '=', location)
    .where('delivers_on', 'in', days)
    .where('standing_dates.state', 'in', ['planned', 'waiting'])
    .where('ended_at', 'is', null)
    .orderBy('standing_dates.id')
    .execute()
  return [
    ...orders.map((row) => ({
      deliversOn: row.delivers_on!,
      order: { _id: row.id, number: row.number ?? row.id, total: toDollars(row.total_cents) },
    })),
    ...dates.map((row) => ({ deliversOn: row.delivers_on!, order: null })),
  ]
}
