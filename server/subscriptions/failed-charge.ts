/** A delivery whose payment failed: staff charge it again now, or settle it otherwise. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { ChangedSubscription } from '#shared/subscriptions/api/subscription.ts'
import type { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { TENDER_WAYS } from '#shared/checkout/tenders.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import type { Db, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { planTenders, takeSteps } from '#server/checkout/counter/tenders.ts'
import { note } from '#server/checkout/orders/history.ts'
import { afterPaid } from '#server/checkout/orders/place/pay.ts'
import { orderRow } from '#server/checkout/orders/read/order.ts'
import { changeStep, logChange } from '#server/platform/change-log/change-log.ts'
import { isReal } from '#server/platform/invented.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { wake, changeRow, dayText } from './change.ts'
import { charge, CLAIM, claimOf, finish, type Open } from './charge.ts'
import { getSubscription } from './read.ts'

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
  const delivery = await openDelivery(shop.db, row, attempts)
  if (!delivery) return { message: await lookAgain(shop, admin, id), isPaid: false }
  await claimNow(shop, admin, row, delivery)
  await charge(shop, delivery)
  return resultOf(shop, delivery)
}

/**
 * Records that a failed delivery was paid by hand. It is not charged again. Throws 404, 400 for less cash than is to be
 * taken, and 409 as `retry`, and while its payment is being confirmed.
 */
export async function settle(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { attempts, reason, ...tender }: Body<typeof subscriptionAdmin.settle>,
): Promise<ChangedSubscription> {
  const row = await requireChargeable(shop, id)
  const delivery = await openDelivery(shop.db, row, attempts)
  if (!delivery) throw conflict(NOTHING_OPEN)
  const order = await orderRow(shop, delivery.order_id)
  const taken = await planTenders(shop, order.total_cents - order.gift_card_cents, tender)
  const total = formatCents(order.total_cents)
  const way = taken.map(({ kind }) => TENDER_WAYS[kind]).join(' and ')
  const field = `Payment of the delivery of ${dayText(delivery.planned_on)}`
  const paid = { field, before: `Failed, ${total}`, after: `Settled ${way}` }
  const about = { number: delivery.number, changes: [paid], key: `settled:${delivery.number}` }
  const logged = {
    subject: 'subscription' as const,
    id,
    name: row.buyer_name,
    action: 'Settled otherwise',
    changes: [paid, { field: 'Reason', before: '', after: reason }],
  }
  const unmet = await allOrNone(shop.db, [
    ...(await takeSteps(shop, order, taken, admin.name)),
    { query: note(shop.db, shop, order.id, admin.name, `Settled otherwise: ${reason}`) },
    { query: newVersion(shop, id) },
    changeStep(shop.db, shop, admin, logged),
    { query: subscriptionMail(shop.db, shop, 'subscription-changed', row, about) },
  ])
  if (unmet)
    throw conflict('It is being paid at this moment, or it is paid or closed. See what is open now', {
      code: 'busy',
    })
  await finish(shop, delivery)
  await afterPaid(shop, order.id)
  const message = `Settled: ${total} ${way}. It is not charged again.`
  return { subscription: await getSubscription(shop, admin, id), message }
}

/** For other staff with a form of the subscription, and for a delivery that is being prepared. */
function newVersion({ db, clock }: Shop, id: string) {
  return db
    .updateTable('subscriptions')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(clock) }))
    .where('id', '=', id)
}

const NOTHING_OPEN = 'No delivery of this subscription is open'

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

/**
 * The delivery that is not paid; undefined if there is none. The buyer pays the first one. Throws 409 if it was tried
 * since the caller saw so many failed charges.
 */
async function openDelivery(
  db: Db,
  { id, status }: SubscriptionRow,
  attempts: number,
): Promise<Open | undefined> {
  if (status !== 'active') return undefined
  const found = await db
    .selectFrom('subscription_deliveries')
    .selectAll()
    .where('subscription_id', '=', id)
    .where('state', '=', 'charging')
    .where('number', '>', 1)
    .executeTakeFirst()
  if (found && found.attempts !== attempts)
    throw conflict('It was tried again since you opened this page. See what is open now', { code: 'tried' })
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
  delivery: Open,
): Promise<void> {
  await transact(shop.db, async (tx) => {
    const soon = isoIn(shop.clock, CLAIM)
    const claimed = await claimOf({ db: tx, clock: shop.clock }, delivery)
      .where('attempts', '=', delivery.attempts)
      .where((eb) => eb.or([eb('next_at', '<=', isoNow(shop.clock)), eb('next_at', '>', soon)]))
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
    if (!(await wake(changing, 'waiting'))) throw conflict(NOTHING_OPEN)
    await logChange(tx, shop, admin, {
      subject: 'subscription',
      id,
      name: row.buyer_name,
      action: 'Looked again for goods',
    })
    return { patch: {}, message: 'The shop looks again within a minute.' }
  })
}
