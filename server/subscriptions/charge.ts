/**
 * Charges the orders of deliveries, and retries failed charges on days 1, 3, 5 and 7. After the last one the
 * subscription is paused. What happened to an order is read from the order itself, so a crash at any point changes
 * nothing: the delivery is checked again, and `chargeOrder` charges an order once.
 */
import { followingOf, RETRY_DAYS } from '#shared/platform/subscriptions.ts'
import { promiseFrom, type Promised } from '#shared/platform/delivery.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import { isOutage } from '#server/kernel/db/failures.ts'
import type { OrderRow, SubscriptionDeliveryRow, SubscriptionRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { closeDelivery } from '#server/checkout/orders/close.ts'
import { chargeOrder } from '#server/payments/capture/charge-order.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { DAY, HOUR, isoIn, isoNow, MINUTE } from '#server/kernel/time/clock.ts'
import { runThenPause } from '#server/kernel/time/timed.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { commitWithMail, rowOf } from './steps.ts'
import { methodOf } from './read.ts'
import { webhookEvent } from '#server/platform/webhooks/events.ts'

/** How long a delivery is claimed for a charge, in milliseconds: longer than PayPal may take. */
export const CLAIM = 5 * MINUTE
/** The time until the next check of a payment under review, and after an outage. */
const LOOK_AGAIN = { pending: HOUR, unavailable: HOUR / 2 }
const BATCH = 200

export type Open = SubscriptionDeliveryRow & { order_id: string }

/** Finishes the deliveries whose orders were paid or closed, by the shop or by the buyer. */
export async function finishDeliveries(shop: Shop): Promise<void> {
  const rows = await shop.db
    .selectFrom('subscription_deliveries as delivery')
    .innerJoin('orders', 'orders.id', 'delivery.order_id')
    .selectAll('delivery')
    .where('delivery.next_at', 'is not', null)
    .where('delivery.state', '=', 'charging')
    .where('orders.state', 'not in', ['pending', 'capturing'])
    .limit(BATCH)
    .execute()
  for (const row of rows) await oneByOne(shop, row as Open, finish)
}

/** Charges the deliveries that are due, one after the other. */
export async function chargeDue(shop: Shop, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    const due = await shop.db
      .selectFrom('subscription_deliveries')
      .selectAll()
      // A row that was changed in the future was changed by a clock that was ahead.
      .where((eb) =>
        eb.or([eb('next_at', '<=', isoNow(shop.clock)), eb('updated_at', '>', isoIn(shop.clock, CLAIM))]),
      )
      .where('state', '=', 'charging')
      .where('number', '>', 1)
      .where(isReal('subscriptions', 'subscription_id'))
      .orderBy('next_at')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return
    for (const row of due) {
      if (stopping?.aborted) return
      if (await claimOf(shop, row).executeTakeFirst())
        await runThenPause(() => oneByOne(shop, row as Open, charge))
    }
  }
}

/** A delivery that cannot be charged must not block the others. It is tried again when its claim expires. */
async function oneByOne(shop: Shop, delivery: Open, work: (shop: Shop, delivery: Open) => Promise<void>) {
  try {
    await work(shop, delivery)
  } catch (error) {
    if (isOutage(error)) throw error
    shop.log.error({ err: error, delivery: delivery.id }, 'a delivery could not be charged')
  }
}

/** The query that claims a delivery as it was read: of several callers, one charges. If it dies, the claim expires. */
export function claimOf({ db, clock }: Pick<Shop, 'db' | 'clock'>, row: SubscriptionDeliveryRow) {
  return db
    .updateTable('subscription_deliveries')
    .set({ next_at: isoIn(clock, CLAIM), updated_at: isoNow(clock) })
    .where('id', '=', row.id)
    .where('state', '=', 'charging')
    .where('next_at', '=', row.next_at)
    .returning('id')
}

/** Charges a claimed delivery, and records the outcome. */
export async function charge(shop: Shop, delivery: Open): Promise<void> {
  const subscription = await rowOf(shop, delivery.subscription_id)
  // Canceled or paused since: the unpaid order is closed, and a payment under way is finished when its result is known.
  if (subscription.status !== 'active') {
    await closeDelivery(shop, await orderOf(shop, delivery), 'The subscription is no longer active')
    return finish(shop, delivery)
  }
  const outcome = await outcomeOf(shop, subscription, delivery)
  shop.crash('after-delivery-charge')
  if (outcome === 'over' || outcome === 'paid') return finish(shop, delivery)
  if (outcome === 'pending' || outcome === 'unavailable') {
    await lookAgain(shop, delivery, LOOK_AGAIN[outcome])
    return
  }
  await failed(shop, subscription, delivery, outcome)
}

/** `over`: the order can no longer be paid. */
async function outcomeOf(shop: Shop, subscription: SubscriptionRow, delivery: Open) {
  const method = await methodOf(shop.db, subscription)
  if (!method) return (await orderOf(shop, delivery)).state === 'pending' ? 'method-gone' : 'over'
  try {
    return await chargeOrder(shop, delivery.order_id, method.id)
  } catch (error) {
    if (error instanceof Refusal && error.status === 409) return 'over'
    throw error
  }
}

async function lookAgain({ db, clock }: Shop, { id }: Open, milliseconds: number): Promise<void> {
  await db
    .updateTable('subscription_deliveries')
    .set({ next_at: isoIn(clock, milliseconds), updated_at: isoNow(clock) })
    .where('id', '=', id)
    .where('state', '=', 'charging')
    .execute()
}

/** After a failed charge: the next retry and an email, or the pause after the last one. */
async function failed(
  shop: Shop,
  subscription: SubscriptionRow,
  delivery: Open,
  outcome: 'declined' | 'method-gone',
): Promise<void> {
  const retry = RETRY_DAYS[delivery.attempts]
  if (retry === undefined) return giveUp(shop, subscription, delivery)
  const next_at = new Date(Date.parse(delivery.created_at) + retry * DAY).toISOString()
  const later = next_at > isoNow(shop.clock) ? next_at : isoIn(shop.clock, DAY)
  const kind = outcome === 'declined' ? 'subscription-declined' : 'subscription-method'
  const key = `${delivery.number}:${delivery.attempts}`
  const counted = shop.db
    .updateTable('subscription_deliveries')
    .set({ attempts: delivery.attempts + 1, next_at: later, updated_at: isoNow(shop.clock) })
    .where('id', '=', delivery.id)
    .where('attempts', '=', delivery.attempts)
  const about = { number: delivery.number, key }
  const attempt = delivery.attempts + 1
  await commitWithMail(
    shop,
    [{ query: counted, rows: 1 }, chargeFailed(shop, delivery, attempt)],
    kind,
    subscription,
    about,
  )
}

/** Pauses the subscription, and closes the order, so that its goods return to stock. Never cancels. */
async function giveUp(shop: Shop, subscription: SubscriptionRow, delivery: Open): Promise<void> {
  const paused = shop.db
    .updateTable('subscriptions')
    .set((eb) => ({
      status: 'failed',
      next_on: null,
      charge_after: null,
      version: eb('version', '+', 1),
      updated_at: isoNow(shop.clock),
    }))
    .where('id', '=', subscription.id)
    .where('status', '=', 'active')
  const about = { number: delivery.number, key: delivery.number }
  const steps = [{ query: paused, rows: 1 }, chargeFailed(shop, delivery, delivery.attempts + 1)]
  await commitWithMail(shop, steps, 'subscription-failed', subscription, about)
  await closeDelivery(shop, await orderOf(shop, delivery), 'Not paid after all retries')
  await finish(shop, delivery)
}

/** Records whether the order of a delivery was paid or closed. Does nothing while its payment is open. */
export async function finish(shop: Shop, delivery: Open): Promise<void> {
  const order = await orderOf(shop, delivery)
  const isPaid = order.paid_at !== null
  if (!isPaid && (order.state === 'pending' || order.state === 'capturing')) return
  if (delivery.number === 1) return isPaid ? start(shop, delivery, order) : endStarting(shop, delivery)
  const settled = shop.db
    .updateTable('subscription_deliveries')
    .set({ state: isPaid ? 'paid' : 'unpaid', next_at: null, updated_at: isoNow(shop.clock) })
    .where('id', '=', delivery.id)
    .where('state', '=', 'charging')
  // In one transaction, so that a crash cannot leave the next delivery too close.
  await allOrNone(shop.db, [
    { query: settled, rows: 1 },
    ...(isPaid ? [charged(shop, delivery), ...(await stepsAfterLatePayment(shop, delivery, order))] : []),
  ])
}

/**
 * A delivery that is paid days later is roasted later, and the next one is moved if it would be too close. Empty if it
 * is paid in time.
 */
async function stepsAfterLatePayment(shop: Shop, delivery: Open, order: OrderRow): Promise<Step[]> {
  const plan = await plannerOf(shop)
  const roastsOn = plan.firstRoast(nowAt(shop.clock))
  const day = order.roasts_on ?? order.ships_on
  if (order.state !== 'paid' || roastsOn === null || day === null || day >= roastsOn) return []
  const { id, weeks, next_on: nextOn } = await rowOf(shop, delivery.subscription_id)
  const following = followingOf(plan, { plannedOn: delivery.planned_on, roastsOn }, weeks)
  const next = shop.db
    .updateTable('subscriptions')
    .set((eb) => ({ next_on: following, charge_after: null, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .where('next_on', '=', nextOn)
  return [
    ...movedOrder(shop, order, roastsOn, promiseFrom(plan.calendar, roastsOn)),
    ...(following !== null && nextOn !== null && nextOn < following ? [{ query: next }] : []),
  ]
}

/** The order's new dates, and the capacity that it takes of its roast day. A pickup keeps its day; the owner sees it. */
function movedOrder({ db }: Shop, order: OrderRow, roastsOn: string, promise: Promised | null): Step[] {
  if (order.is_pickup || promise === null) return []
  const dates = db
    .updateTable('orders')
    .set({
      roasts_on: order.roasts_on && roastsOn,
      ships_on: promise.shipsOn,
      arrives_from: promise.arrivesFrom,
      arrives_to: promise.arrivesTo,
    })
    .where('id', '=', order.id)
    .where('roasts_on', order.roasts_on === null ? 'is' : '=', order.roasts_on)
  if (order.roasts_on === null) return [{ query: dates }]
  const booking = db
    .updateTable('roast_bookings')
    .set({ day: roastsOn })
    .where('order_id', '=', order.id)
    .where('day', '=', order.roasts_on)
  return [{ query: dates }, { query: booking }]
}

function orderOf({ db }: Shop, { order_id: id }: Open): Promise<OrderRow> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Starts a subscription, plans its second delivery, and mails the terms. Does nothing if it has started. */
async function start(shop: Shop, delivery: SubscriptionDeliveryRow, order: OrderRow): Promise<void> {
  const row = await rowOf(shop, delivery.subscription_id)
  const plan = await plannerOf(shop)
  const { day } = nowAt(shop.clock)
  const roastsOn = order.roasts_on ?? order.ships_on ?? plan.firstRoast(nowAt(shop.clock)) ?? day
  const now = isoNow(shop.clock)
  const paid = shop.db
    .updateTable('subscription_deliveries')
    .set({ state: 'paid', next_at: null, planned_on: roastsOn, updated_at: now })
    .where('id', '=', delivery.id)
    .where('state', '=', 'charging')
  const started = shop.db
    .updateTable('subscriptions')
    .set((eb) => ({
      status: 'active',
      next_on: followingOf(plan, { plannedOn: roastsOn, roastsOn }, row.weeks),
      last_on: roastsOn,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', row.id)
    .where('status', '=', 'starting')
  const steps = [paid, started].map((query) => ({ query, rows: 1 }))
  const told = charged(shop, { ...delivery, order_id: order.id })
  await commitWithMail(shop, [...steps, told], 'subscription-started', row, { key: 'start' })
}

/** Deletes a subscription whose first order was not paid. */
async function endStarting({ db }: Shop, { subscription_id: id }: SubscriptionDeliveryRow): Promise<void> {
  await db.deleteFrom('subscriptions').where('id', '=', id).where('status', '=', 'starting').execute()
}

function charged(shop: Shop, { subscription_id: subscription, order_id: order }: Open): Step {
  return { query: webhookEvent(shop.db, shop, 'subscription.charged', { subscription, order }) }
}

function chargeFailed(
  shop: Shop,
  { subscription_id: subscription, order_id: order }: Open,
  attempt: number,
): Step {
  const about = { subscription, order, attempt }
  return { query: webhookEvent(shop.db, shop, 'subscription.charge_failed', about) }
}
