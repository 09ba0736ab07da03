/** Deletes removed payment methods at the provider, and tries again until it has succeeded. */
import { DAY, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { claimDue, retryState } from '#server/kernel/db/queue.ts'
import type { PaymentMethodDeletionRow } from '#server/kernel/db/schema.ts'
import { isOutage } from '#server/providers/outage.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Deletes the payment methods that are due. */
export async function deleteRemoved(shop: Shop, signal?: AbortSignal): Promise<void> {
  for await (const row of claimDue(shop, 'payment_method_deletions', signal)) await deleteOne(shop, row)
}

/** A deletion that failed for hours is tried again a day later. Old rows of finished deletions are deleted. */
export async function sweepDeletions({ db, clock }: Shop): Promise<void> {
  await db
    .updateTable('payment_method_deletions')
    .set({ state: 'waiting', attempts: 0, next_at: isoNow(clock) })
    .where('state', '=', 'failed')
    .where('next_at', '<', isoIn(clock, -DAY))
    .execute()
  await db
    .deleteFrom('payment_method_deletions')
    .where('state', '=', 'done')
    .where('created_at', '<', isoIn(clock, -60 * DAY))
    .execute()
}

async function deleteOne(shop: Shop, row: PaymentMethodDeletionRow): Promise<void> {
  try {
    if (!(await isInUse(shop, row.token))) await shop.providers.payments.deleteSaved(row.token)
    await finish(shop, row, { state: 'done', problem: null })
  } catch (error) {
    const outcome = retryState(
      shop.clock,
      { attempts: row.attempts, since: row.created_at },
      error as Error,
      isOutage(error),
    )
    const level = outcome.state === 'failed' ? 'error' : 'warn'
    shop.log[level]({ err: error, method: row.id }, 'a payment method is not deleted at PayPal yet')
    await finish(shop, row, outcome)
  }
}

/** Whether the buyer has saved the same payment method again, and PayPal gave it the same token. */
async function isInUse({ db }: Shop, token: string): Promise<boolean> {
  const other = await db
    .selectFrom('payment_methods')
    .select('id')
    .where('provider', '=', 'paypal')
    .where('token', '=', token)
    .where('state', '=', 'active')
    .executeTakeFirst()
  return other !== undefined
}

async function finish(
  { db }: Shop,
  { id }: PaymentMethodDeletionRow,
  fields: Partial<PaymentMethodDeletionRow>,
): Promise<void> {
  await db.updateTable('payment_method_deletions').set(fields).where('id', '=', id).execute()
}
