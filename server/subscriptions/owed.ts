/** What subscriptions still owe (desk page Parts). */
import type { SubscriptionStatus } from '#shared/platform/subscriptions.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { isReal } from '#server/platform/invented.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'

const LIST = '/admin/subscriptions'

/**
 * Subscriptions that are not over, charges without an outcome, and deliveries that are paid in advance. Invented ones do not
 * count.
 * @param db may be a transaction
 */
export async function subscriptionsOwed(db: Db): Promise<Owed[]> {
  const statuses = await countStatuses(db)
  const of = (status: SubscriptionStatus) => statuses.get(status) ?? 0
  const unpaid: [string, string] = [
    'subscription whose first order is not paid',
    'subscriptions whose first orders are not paid',
  ]
  const gifts: [string, string] = [
    'gift subscription that is not paid or not delivered to its end',
    'gift subscriptions that are not paid or not delivered to their end',
  ]
  return [
    ...owedOf(of('active'), ['active subscription', 'active subscriptions'], `${LIST}?status=active`),
    ...owedOf(of('paused'), ['paused subscription', 'paused subscriptions'], `${LIST}?status=paused`),
    ...owedOf(
      of('failed'),
      ['subscription with failed charges', 'subscriptions with failed charges'],
      `${LIST}?status=failed`,
    ),
    ...owedOf(of('starting'), unpaid, `${LIST}?status=starting`),
    ...owedOf(
      await openCharges(db),
      ['charge without an outcome', 'charges without an outcome'],
      '/admin/subscription-charges',
    ),
    ...owedOf(await openGifts(db), gifts, '/admin/orderlist?q=gift+subscription'),
  ]
}

async function countStatuses(db: Db): Promise<Map<SubscriptionStatus, number>> {
  const rows = await db
    .selectFrom('subscriptions')
    .where('status', 'in', ['starting', 'active', 'paused', 'failed'])
    .where(isReal('subscriptions', 'subscriptions.id'))
    .groupBy('status')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(({ status, count }) => [status, count]))
}

/** Orders of deliveries of subscriptions that are over, whose payment is still open. */
async function openCharges(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('subscription_deliveries as delivery')
    .innerJoin('subscriptions', 'subscriptions.id', 'delivery.subscription_id')
    .where('delivery.state', '=', 'charging')
    .where('subscriptions.status', 'in', ['canceled', 'ended'])
    .where(isReal('subscriptions', 'subscriptions.id'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Gift subscriptions with money left, also those whose payment is disputed, and those that may still be paid. */
async function openGifts(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('gift_subscriptions as gift')
    .innerJoin('gift_cards as card', 'card.id', 'gift.card_id')
    .where(isReal('orders', 'gift.order_id'))
    .where((eb) => eb.or([eb('card.state', '=', 'ordered'), eb('card.balance_cents', '>', 0)]))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
