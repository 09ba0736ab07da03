/** What all changes of a subscription share: the lock, the rule who may change what, and the sentence of the reply. */
import type { ChangedSubscription } from '#shared/subscriptions/api/subscription.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { SubscriptionStatus } from '#shared/platform/subscriptions.ts'
import type { SubscriptionRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { subscribingOf } from '#server/platform/settings/subscribing.ts'
import { DAY, isoNow } from '#server/kernel/time/clock.ts'
import { utcOf, nowAt } from '#server/kernel/time/shop-days.ts'
import type { Changing, Work } from './changing.ts'
import { changeForBuyer } from './for-buyer.ts'
import { findSubscription, toSubscription } from './read.ts'

/** The subscription to change. `version`: the one that the caller saw; without it, any version is changed. */
type Changed = { id: string; version?: number | undefined }

/** The statuses in which a buyer may change a subscription. */
const OPEN: ReadonlySet<SubscriptionStatus> = new Set(['active', 'paused', 'failed'])

/**
 * Changes a subscription with its row locked, and replies with it. Throws 404, and 409 for a subscription that has not
 * started, is over, or has changed since the caller saw it.
 */
export async function change(
  shop: Shop,
  user: Buyer,
  { id, version }: Changed,
  work: Work,
): Promise<ChangedSubscription> {
  await findSubscription(shop, user, id)
  const message = await changeRow(shop, id, (changing) => {
    requireUnchanged(changing.row, version)
    return isForBuyer(user, changing.row) ? changeForBuyer(changing, user, work) : work(changing)
  })
  const row = await findSubscription(shop, user, id)
  return { subscription: await toSubscription(shop, row), message }
}

/** Whether an admin changes the subscription of a buyer, in the buyer's name. */
function isForBuyer(user: Buyer, row: SubscriptionRow): user is SignedIn {
  return user._id !== null && user._id !== row.user_id
}

/**
 * The same for a caller with a single-purpose link. Returns the message.
 * @param kind a gift is changed only with its code
 */
export async function changeRow(shop: Shop, id: string, work: Work, kind: 'own' | 'gift' = 'own') {
  const plan = await plannerOf(shop)
  const message = await transact(shop.db, async (tx) => {
    const row = await lock(tx, shop, id)
    if (kind === 'own' || row.status !== 'gift') requireOpen(row)
    const outcome = await work({ tx, shop, row, plan, now: nowAt(shop.clock) })
    if (Object.keys(outcome.patch).length > 0)
      await tx.updateTable('subscriptions').set(outcome.patch).where('id', '=', id).execute()
    return outcome.message
  })
  shop.mailSignal.raise()
  return message
}

/** Locks the row of a subscription. The new version makes a delivery fail that is being prepared from the old row. */
async function lock(tx: Tx, shop: Shop, id: string): Promise<SubscriptionRow> {
  return tx
    .updateTable('subscriptions')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

function requireOpen({ status }: SubscriptionRow): void {
  if (OPEN.has(status)) return
  if (status === 'gift')
    throw conflict('This is a gift. Its page, which the order of the gift links, changes it', {
      code: 'gift',
    })
  if (status === 'starting')
    throw conflict('This subscription starts when its first order is paid', { code: 'starting' })
  throw conflict('This subscription is over. You can subscribe again in the shop', { code: 'over' })
}

/** Throws 409 with the new version if the subscription has changed since a version. The lock has added 1 to it. */
function requireUnchanged({ version }: SubscriptionRow, seen: number | undefined): void {
  const before = version - 1
  if (seen === undefined || seen === before) return
  throw conflict(
    'This subscription has changed since you opened the form, so nothing was saved. Check what it is now, and save again if you still want this',
    { code: 'changed', version: before },
  )
}

/** Throws 409 if another delivery is next now. */
export function requireNext({ next_number: next, next_on: on }: SubscriptionRow, number: number): string {
  if (number !== next)
    throw conflict('Another delivery is next now. Please check the dates again', { code: 'next' })
  if (on === null) throw conflict('No delivery is planned. Resume the subscription first', { code: 'paused' })
  return on
}

/** Text for people: `Thu, Dec 17`. */
export const dayText = (day: string) => formatDate(day, 'shortWeekday')

/** Which delivery a change affects, as a sentence. An earlier one that is being prepared stays as it is. */
export async function affectedText({ tx, row, plan }: Changing): Promise<string> {
  const days = row.next_on === null ? null : plan.daysOf(row.next_on)
  const from = days
    ? `It applies from the delivery of ${dayText(days.roastsOn)} on.`
    : 'It applies after the pause.'
  const made = await tx
    .selectFrom('subscription_deliveries as delivery')
    .innerJoin('orders', 'orders.id', 'delivery.order_id')
    .select('delivery.planned_on')
    .where('subscription_id', '=', row.id)
    .where('delivery.number', '=', row.next_number - 1)
    .where('orders.state', 'in', ['pending', 'capturing', 'paid'])
    .executeTakeFirst()
  if (!made) return from
  return `${from} The delivery of ${dayText(made.planned_on)} is being prepared already and stays as it is.`
}

/**
 * The columns of a delivery that is planned on another day by its buyer. If the charge is within the time of the mail
 * before a charge, that mail is queued at once, and the charge does not wait for it.
 */
export async function planOn({ tx, shop, row, plan }: Changing, on: string) {
  const { noticeDays } = await subscribingOf(shop)
  const days = plan.daysOf(on)
  const columns = { next_on: on, announced_shipping_cents: null }
  if (!days) return { ...columns, charge_after: null }
  const isSoon = Date.parse(utcOf(days.chargeAt)) - shop.clock.now().getTime() < noticeDays * DAY
  if (!isSoon) return { ...columns, charge_after: null }
  const about = { number: row.next_number, key: `${row.next_number}:${row.version}` }
  await subscriptionMail(tx, shop, 'subscription-notice', row, about).execute()
  return { ...columns, charge_after: isoNow(shop.clock) }
}

/** The columns of a change of what is delivered, or where: the announced shipping price no longer applies. */
export const CHANGED_BOX = { announced_shipping_cents: null }

/**
 * Makes the job look at once at deliveries that wait for goods, or that are not paid: it closes them if the subscription
 * is no longer active, and charges them again otherwise. Returns whether there are any.
 * @param after the number of a delivery that is left out, with those before it
 */
export async function wake({ tx, shop, row }: Changing, state: 'waiting' | 'charging', after = 0) {
  const { numUpdatedRows } = await tx
    .updateTable('subscription_deliveries')
    .set({ next_at: isoNow(shop.clock) })
    .where('subscription_id', '=', row.id)
    .where('state', '=', state)
    .where('number', '>', after)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Deletes the record that the next delivery waits for goods, because it is planned again. */
export async function forgetWaiting({ tx, row }: Changing): Promise<void> {
  await tx
    .deleteFrom('subscription_deliveries')
    .where('subscription_id', '=', row.id)
    .where('state', '=', 'waiting')
    .execute()
}
