/** A subscription starts when its first order is paid. If that order is closed unpaid, there is no subscription. */
import { followingOf } from '#shared/platform/subscriptions.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import type { OrderRow, SubscriptionDeliveryRow } from '#server/kernel/db/schema.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { plannerOf } from '#server/checkout/subscribing/plan.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

/** Starts a subscription, plans its second delivery, and mails the terms. Does nothing if it has started. */
export async function start(shop: Shop, delivery: SubscriptionDeliveryRow, order: OrderRow): Promise<void> {
  const row = await shop.db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '=', delivery.subscription_id)
    .executeTakeFirstOrThrow()
  const plan = await plannerOf(shop)
  const roastsOn = order.roasts_on ?? plan.firstRoast(nowAt(shop.clock)) ?? nowAt(shop.clock).day
  const now = isoNow(shop.clock)
  await allOrNone(shop.db, [
    {
      query: shop.db
        .updateTable('subscription_deliveries')
        .set({ state: 'paid', next_at: null, planned_on: roastsOn, updated_at: now })
        .where('id', '=', delivery.id)
        .where('state', '=', 'charging'),
      rows: 1,
    },
    {
      query: shop.db
        .updateTable('subscriptions')
        .set((eb) => ({
          status: 'active',
          next_on: followingOf(plan, { plannedOn: roastsOn, roastsOn }, row.weeks),
          last_on: roastsOn,
          version: eb('version', '+', 1),
          updated_at: now,
        }))
        .where('id', '=', row.id)
        .where('status', '=', 'starting'),
      rows: 1,
    },
    { query: subscriptionMail(shop.db, shop, 'subscription-started', row, { key: 'start' }) },
  ])
  shop.mailSignal.raise()
}

/** Deletes a subscription whose first order was not paid. */
export async function endStarting(
  { db }: Shop,
  { subscription_id: id }: SubscriptionDeliveryRow,
): Promise<void> {
  await db.deleteFrom('subscriptions').where('id', '=', id).where('status', '=', 'starting').execute()
}
