/**
 * What happens to the subscriptions of an account when the account changes, is deleted, or adopts the subscriptions of
 * a guest.
 */
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'

/** The query that gives the subscriptions of an account its current name and email, for mails and new orders. */
export function renameSubscriber(db: Db, userId: string, { name, email }: { name: string; email: string }) {
  return db
    .updateTable('subscriptions')
    .set({ buyer_name: name, buyer_email: email })
    .where('user_id', '=', userId)
}

/** The query that gives an account the subscriptions that a guest began with an email. */
export function adoptSubscriptions(db: Db, userId: string, email: string) {
  return db
    .updateTable('subscriptions')
    .set({ user_id: userId })
    .where('is_guest', '=', 1)
    .where('user_id', 'is', null)
    .where('buyer_email', '=', email)
}

/**
 * Cancels the subscriptions of an account that is deleted, so that nothing more is charged, and deletes what the shop
 * no longer needs. The consent stays: the shop must be able to prove it for a year after the end (California
 * Business and Professions Code 17602). The job closes unpaid deliveries.
 */
export async function endSubscriptions(tx: Db, { clock }: Pick<Shop, 'clock'>, userId: string) {
  const now = isoNow(clock)
  const running = tx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', 'not in', ['canceled', 'ended'])
  await tx
    .updateTable('subscription_deliveries')
    .set({ next_at: now })
    .where('state', '=', 'charging')
    .where('subscription_id', 'in', running)
    .execute()
  await tx
    .updateTable('subscriptions')
    .set((eb) => ({
      status: 'canceled',
      next_on: null,
      charge_after: null,
      canceled_at: now,
      cancel_reason: 'Account deleted',
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', 'in', running)
    .execute()
  await tx
    .updateTable('subscriptions')
    .set({ address: '', address2: '', recipient: null, phone: '', gift_note: null })
    .where('user_id', '=', userId)
    .execute()
}
