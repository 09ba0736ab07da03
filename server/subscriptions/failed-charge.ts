/** A delivery whose payment failed: staff charge it again now. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { Db, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { isReal } from '#server/platform/invented.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { wake, changeRow } from './change.ts'
import { charge, CLAIM, type Open } from './charge.ts'

/**
 * Charges a failed delivery now, in place of its next retry by the job, and says what came of it. Without such a
 * delivery, makes the job look again for missing goods. Throws 404, and 409 if nothing is open, if it was tried since
 * the caller saw it, or if it is being charged at this moment.
 */
export async function retry(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { attempts }: Body<typeof subscriptionAdmin.retry>,
): Promise<Reply<typeof subscriptionAdmin.retry>> {
  const row = await requireChargeable(shop, id)
  const delivery = row.status === 'active' ? await openDelivery(shop.db, id) : undefined
  if (!delivery) return { message: await lookAgain(shop, admin, id), isPaid: false }
  if (delivery.attempts !== attempts)
    throw conflict('It was tried again since you opened this page. See what is open now', { code: 'tried' })
  await claimNow(shop, admin, row, delivery)
  await charge(shop, delivery)
  return resultOf(shop, delivery)
}

/** Throws 404, and 409 for a subscription that was invented. */
async function requireChargeable({ db }: Shop, id: string): Promise<SubscriptionRow> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .select(isReal('subscriptions', 'subscriptions.id').as('isReal'))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Subscription')
  if (!row.isReal)
    throw conflict('This subscription was invented for the demo. Nothing can be charged for it')
  return row
}

/** The delivery that is not paid. The buyer pays the first one. */
async function openDelivery(db: Db, id: string): Promise<Open | undefined> {
  const found = await db
    .selectFrom('subscription_deliveries')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('state', '=', 'charging')
    .where('number', '>', 1)
    .executeTakeFirst()
  return found as Open | undefined
}

/**
 * Takes the delivery out of the job's hands, as the job itself does. Not if its time is within the next minutes: either
 * someone has claimed it, or the job charges it then.
 */
async function claimNow(
  shop: Shop,
  admin: SignedIn,
  { id: subscription, buyer_name: name }: SubscriptionRow,
  { id, attempts }: Open,
): Promise<void> {
  await transact(shop.db, async (tx) => {
    const claimedUntil = isoIn(shop.clock, CLAIM)
    const claimed = await tx
      .updateTable('subscription_deliveries')
      .set({ next_at: claimedUntil, updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('state', '=', 'charging')
      .where('attempts', '=', attempts)
      .where((eb) => eb.or([eb('next_at', '<=', isoNow(shop.clock)), eb('next_at', '>', claimedUntil)]))
      .returning('id')
      .executeTakeFirst()
    if (!claimed)
      throw conflict('It is being charged at this moment. Look again in a few minutes', { code: 'busy' })
    await logChange(tx, shop, admin, {
      subject: 'subscription',
      id: subscription,
      name,
      action: 'Charged again',
    })
  })
}

/** What came of a charge, for staff. */
async function resultOf({ db }: Shop, before: Open): Promise<{ message: string; isPaid: boolean }> {
  const { state, attempts, next_at, total_cents, order_state } = await db
    .selectFrom('subscription_deliveries as delivery')
    .innerJoin('orders', 'orders.id', 'delivery.order_id')
    .select(['delivery.state', 'attempts', 'next_at', 'total_cents', 'orders.state as order_state'])
    .where('delivery.id', '=', before.id)
    .executeTakeFirstOrThrow()
  if (state === 'paid') return { message: `Paid: ${formatCents(total_cents)}.`, isPaid: true }
  if (state === 'unpaid')
    return failed('It failed again, and no retry is left. The subscription is paused, and the order closed.')
  if (attempts > before.attempts)
    return failed(`It failed again. The shop tries again on ${formatDate(next_at!, 'shortWeekday')}.`)
  if (order_state === 'capturing')
    return failed('PayPal has not confirmed the payment yet. The shop checks it by itself.')
  return failed('PayPal does not answer. The shop tries again by itself.')
}

const failed = (message: string) => ({ message, isPaid: false })

/** Makes the job look again for missing goods. Throws 409 if no delivery waits for any. */
function lookAgain(shop: Shop, admin: SignedIn, id: string): Promise<string> {
  return changeRow(shop, id, async (changing) => {
    const { tx, row } = changing
    if (!(await wake(changing, 'waiting'))) throw conflict('No delivery of this subscription is open')
    await logChange(tx, shop, admin, {
      subject: 'subscription',
      id,
      name: row.buyer_name,
      action: 'Looked again for goods',
    })
    return { patch: {}, message: 'The shop looks again within a minute.' }
  })
}
