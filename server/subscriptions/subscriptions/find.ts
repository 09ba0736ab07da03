/** Finds subscriptions, and the payment method of one. */
import type { Db, PaymentMethodRow, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'

/** The row of a subscription that this buyer may see. Admins may see all. Throws 404. */
export async function findSubscription(
  { db }: Pick<Shop, 'db'>,
  user: Buyer,
  id: string,
): Promise<SubscriptionRow> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', id)
    .$if(user._id === null, (query) => query.where('id', '=', linkedId(user)))
    .$if(user._id !== null && !user.isAdmin, (query) => query.where('user_id', '=', user._id))
    .executeTakeFirst()
  if (!row) throw notFound('Subscription')
  return row
}

const linkedId = (user: Buyer) => ('subscriptionId' in user && user.subscriptionId) || ''

/**
 * The payment method of a subscription: the chosen one, or the one that was saved with the first payment. Undefined if
 * there is none, or if it was removed.
 */
export async function methodOf(
  db: Db,
  { id, payment_method_id: chosen }: Pick<SubscriptionRow, 'id' | 'payment_method_id'>,
): Promise<PaymentMethodRow | undefined> {
  const first = db
    .selectFrom('subscription_deliveries')
    .select('order_id')
    .where('subscription_id', '=', id)
    .where('number', '=', 1)
    .where('order_id', 'is not', null)
  return db
    .selectFrom('payment_methods')
    .selectAll()
    .where('state', '<>', 'deleted')
    .$if(chosen !== null, (query) => query.where('id', '=', chosen!))
    .$if(chosen === null, (query) => query.where('order_id', 'in', first))
    .executeTakeFirst()
}
