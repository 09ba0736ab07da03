/** The subscriptions to which an order belongs, for the page of the order. */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { findOrder } from '#server/checkout/orders/read/order.ts'
import { signSubscriptionLink, type Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Throws 404 if the caller may not see the order. */
export async function listOfOrder(
  shop: Shop,
  user: Buyer,
  orderId: string,
): Promise<Reply<typeof subscriptions.ofOrder>> {
  await findOrder(shop, user, orderId)
  const rows = await shop.db
    .selectFrom('subscriptions')
    .innerJoin('subscription_deliveries as delivery', 'delivery.subscription_id', 'subscriptions.id')
    .select(['subscriptions.id', 'status', 'weeks', 'user_id'])
    .where('delivery.order_id', '=', orderId)
    .orderBy('weeks')
    .orderBy('subscriptions.id')
    .execute()
  return {
    subscriptions: await Promise.all(
      rows.map(async ({ id, status, weeks, user_id: userId }) => ({
        _id: id,
        status,
        weeks,
        guestLink: user._id === null && userId === null ? await signSubscriptionLink(shop, id) : null,
      })),
    ),
  }
}
