/** The deliveries of subscriptions that orders are for. The first order can begin several subscriptions. */
import type { Booking } from '#shared/payments/api/accounting.ts'
import type { Db } from '#server/kernel/db/schema.ts'

export type Deliveries = Booking['deliveries']

/** The maximum number of orders in an SQL statement, because the number of its parameters is limited. */
const CHUNK = 500

/** The deliveries of these orders, by order. An order without a subscription is left out. */
export async function readDeliveries(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Deliveries>> {
  const ids = [...new Set(orderIds)]
  const found = new Map<string, Deliveries>()
  for (let start = 0; start < ids.length; start += CHUNK) {
    const rows = await db
      .selectFrom('subscription_deliveries')
      .select(['order_id', 'subscription_id as subscription', 'number'])
      .where('order_id', 'in', ids.slice(start, start + CHUNK))
      .orderBy('subscription_id')
      .execute()
    for (const { order_id: order, ...delivery } of rows)
      found.set(order!, [...(found.get(order!) ?? []), delivery])
  }
  return found
}

/** The text for deliveries in a file: 'SUBSCRIPTION, delivery 3'. Null without a subscription. */
export function deliveriesText(deliveries: Deliveries): string | null {
  const texts = deliveries.map(({ subscription, number }) => `${subscription}, delivery ${number}`)
  return texts.length === 0 ? null : texts.join('; ')
}
