/** What the jobs of subscriptions share: a row as it is now, and steps that commit only if it has not changed. */
import type { SubscriptionMail } from '#shared/platform/mails/kinds.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import type { Db, GiftCardRow, GiftSubscriptionRow, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import type { Shop } from '#server/platform/shop.ts'

export function rowOf({ db }: Shop, id: string): Promise<SubscriptionRow> {
  return db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Changes a subscription, if it is still as it was read. */
export function changeAsRead(
  { db }: Shop,
  { id, version }: SubscriptionRow,
  changes: Partial<SubscriptionRow>,
): Step {
  return {
    query: db
      .updateTable('subscriptions')
      .set({ ...changes, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version),
    rows: 1,
  }
}

/** Commits all steps with a mail about the subscription, or none of them. */
export async function commitWithMail(
  shop: Shop,
  steps: Step[],
  kind: SubscriptionMail,
  row: SubscriptionRow,
  about: { number?: number; key: string | number },
): Promise<void> {
  const mail = subscriptionMail(shop.db, shop, kind, row, about)
  if (!(await allOrNone(shop.db, [...steps, { query: mail }]))) shop.mailSignal.raise()
}

/** A query of the ids of the subscriptions that are gifts, running or ended. */
export function giftsIn(db: Db) {
  return db
    .selectFrom('gift_subscriptions')
    .select((eb) => eb.ref('subscription_id').$notNull().as('id'))
    .where('subscription_id', 'is not', null)
}

type Paying = Pick<GiftSubscriptionRow, 'share_cents'> & { card: Pick<GiftCardRow, 'balance_cents'> }

/** The deliveries that are left of a gift: what its card has, divided by the price of a delivery. */
export function leftOf({ card, share_cents: share }: Paying): number {
  return Math.floor(card.balance_cents / share)
}

/** The order that paid for a gift subscription, and what is left of it; null for other subscriptions. */
export async function prepaidOf(db: Db, { id }: Pick<SubscriptionRow, 'id'>) {
  const gift = await db
    .selectFrom('gift_subscriptions as gift')
    .innerJoin('gift_cards as card', 'card.id', 'gift.card_id')
    .select(['gift.order_id as order', 'deliveries', 'share_cents', 'balance_cents'])
    .where('subscription_id', '=', id)
    .executeTakeFirst()
  if (!gift) return null
  const { order, deliveries, ...card } = gift
  return { order, deliveries, left: leftOf({ ...card, card }) }
}
