/**
 * Processes stored webhook events of PayPal. Only the ids in an event are used: the payment or dispute is read again at
 * PayPal. So the stored state is correct even if events arrive late, twice or in the wrong order. If an event never
 * arrives, the daily rereading of captured payments finds the change.
 */
import { sql } from 'kysely'
import { DAY, isoIn, isoNow, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import type { PaymentRow, PaypalEventRow } from '#server/kernel/db/schema.ts'
import { claimDue, retryState } from '#server/kernel/db/queue.ts'
import { isOutage } from '#server/providers/providers.ts'
import type { Shop } from '#server/platform/shop.ts'
import { updateDispute, FINAL_STATES } from './disputes.ts'
import { oneByOne } from '../checks/one-by-one.ts'
import { completeApproved } from '../express/finish.ts'
import type { About } from './webhook.ts'
import { finishPayment, reread } from './reconcile.ts'
import { activate, markGone } from '../methods/methods.ts'

/** Processes the events that are due, oldest first. */
export async function processEvents(shop: Shop, signal?: AbortSignal): Promise<void> {
  const events = claimDue(shop, 'paypal_events', signal, {
    closeTogether: (due) => closeKnown(shop, due),
  })
  for await (const event of events) await processEvent(shop, event)
}

/**
 * Closes the events that report nothing new: an approval or a capture of a payment that the shop has recorded as
 * captured. Returns the others. They need no call to PayPal: later changes have their own events, and the payment is
 * read again within a day.
 */
async function closeKnown(shop: Shop, due: PaypalEventRow[]): Promise<PaypalEventRow[]> {
  const abouts = due.map((event) => ({ event, about: JSON.parse(event.about) as About }))
  const orders = abouts.flatMap(({ about }) => about.order ?? [])
  if (orders.length === 0) return due
  const captured = await shop.db
    .selectFrom('payments')
    .select(['provider_order_id', 'capture_id'])
    .where('provider', '=', 'paypal')
    .where('provider_order_id', 'in', orders)
    .where('state', 'in', ['completed', 'refunded'])
    .execute()
  const captures = new Map(captured.map((payment) => [payment.provider_order_id, payment.capture_id]))
  const isKnown = ({ event_type }: PaypalEventRow, { order = '', capture }: About) =>
    event_type === 'CHECKOUT.ORDER.APPROVED'
      ? captures.has(order)
      : event_type === 'PAYMENT.CAPTURE.COMPLETED' && capture !== undefined && captures.get(order) === capture
  const known = abouts.filter(({ event, about }) => isKnown(event, about)).map(({ event }) => event)
  if (known.length === 0) return due
  await shop.db
    .updateTable('paypal_events')
    .set({ state: 'done', problem: null })
    .where(
      'id',
      'in',
      known.map(({ id }) => id),
    )
    .where('state', '=', 'waiting')
    .execute()
  return due.filter((event) => !known.includes(event))
}

/**
 * Reads captured payments at PayPal again, each once a day. They may have been refunded on PayPal's site, or a
 * completed refund may have failed since then. Older payments are read if PayPal's fee is not known yet.
 */
export async function rereadPayments(shop: Shop): Promise<void> {
  const payments = await shop.db
    .selectFrom('payments')
    .selectAll()
    // A literal: with a parameter, SQLite cannot use the partial index.
    .where(sql<boolean>`state in ('completed', 'refund_due', 'refunded')`)
    .where('captured_at', '>', isoIn(shop.clock, -REFUNDABLE))
    // PayPal does not know the invented payments of the demo.
    .where('provider_order_id', 'is not', null)
    .where((eb) => eb.or([eb('reread_at', 'is', null), eb('reread_at', '<', isoIn(shop.clock, -DAY))]))
    .limit(REREAD_AT_ONCE)
    .execute()
  const known = new Set(payments.map(({ id }) => id))
  const older = (await paymentsWithoutFee(shop, REREAD_AT_ONCE)).filter(({ id }) => !known.has(id))
  await oneByOne(shop, 'daily reading', [...payments, ...older], async (payment) => {
    await shop.db
      .updateTable('payments')
      .set({ reread_at: isoNow(shop.clock) })
      .where('id', '=', payment.id)
      .execute()
    await reread(shop, payment)
  })
  const open = await shop.db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.payment_id')
    .select('disputes.id')
    .where('disputes.state', 'not in', FINAL_STATES)
    // PayPal does not know the invented payments of the demo.
    .where('provider_order_id', 'is not', null)
    .execute()
  await oneByOne(shop, 'open disputes', open, ({ id }) => updateDispute(shop, id))
}

const REREAD_AT_ONCE = 200

/** A payment can be refunded and disputed for 180 days. */
const REFUNDABLE = 181 * DAY

/** Old payments without a fee are read at PayPal once in this time, in milliseconds. */
const FEE_INTERVAL = 30 * DAY

/** Captured payments without a fee that PayPal has not been asked about for a month. */
function paymentsWithoutFee({ db, clock }: Shop, limit: number): Promise<PaymentRow[]> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('fee_cents', 'is', null)
    .where('captured_at', 'is not', null)
    .where('provider_order_id', 'is not', null)
    .where((eb) => eb.or([eb('reread_at', 'is', null), eb('reread_at', '<', isoIn(clock, -FEE_INTERVAL))]))
    .limit(limit)
    .execute()
}

async function processEvent(shop: Shop, event: PaypalEventRow): Promise<void> {
  try {
    const isOurs = await updateFromEvent(shop, event)
    if (!isOurs)
      shop.log.warn(
        { event: event.id, type: event.event_type },
        'event is not about a payment or dispute of this shop',
      )
    await shop.db
      .updateTable('paypal_events')
      .set({ state: isOurs ? 'done' : 'stray', problem: null })
      .where('id', '=', event.id)
      .execute()
  } catch (error) {
    await noteFailure(shop, event, error as Error)
  }
}

async function noteFailure(shop: Shop, event: PaypalEventRow, error: Error): Promise<void> {
  const tried = { attempts: event.attempts, since: event.received_at }
  const outcome = retryState(shop.clock, tried, error, isOutage(error))
  const level = outcome.state === 'failed' ? 'error' : 'warn'
  shop.log[level]({ err: error, event: event.id, attempts: outcome.attempts }, 'event not processed yet')
  await shop.db.updateTable('paypal_events').set(outcome).where('id', '=', event.id).execute()
}

/** Returns false if the event is not about a payment or dispute of this shop. */
async function updateFromEvent(shop: Shop, { event_type, about }: PaypalEventRow): Promise<boolean> {
  const named = JSON.parse(about) as About
  if (named.dispute !== undefined) return updateDispute(shop, named.dispute)
  if (named.token !== undefined) return updateSaved(shop, named.token, named.order)
  const payments = await paymentsIn(shop, named)
  if (payments.length === 0 && named.order !== undefined) return completeApproved(shop, named.order)
  const why = event_type === 'PAYMENT.CAPTURE.REVERSED' ? 'Taken back by PayPal' : undefined
  for (const payment of payments)
    await (isUnanswered(payment) ? finishPayment(shop, payment) : reread(shop, payment, why))
  return payments.length > 0
}

/**
 * The payments that an event names. A capture that the shop has not recorded, and for which PayPal leaves out the order, is
 * read at PayPal.
 */
async function paymentsIn(shop: Shop, named: About): Promise<PaymentRow[]> {
  const payments = await paymentsOf(shop, named)
  const { capture, order } = named
  if (payments.length > 0 || capture === undefined || order !== undefined) return payments
  const seen = await shop.providers.payments.getPaymentOfCapture(capture)
  return seen ? paymentsOf(shop, { order: seen.id }) : []
}

async function paymentsOf(shop: Shop, { order, capture, ours }: About): Promise<PaymentRow[]> {
  if (order === undefined && capture === undefined && ours === undefined) return []
  const payments = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where((eb) =>
      eb.or([
        // PayPal's ids are unique per provider; the index has both columns.
        ...(order === undefined ? [] : [eb.and({ provider: 'paypal', provider_order_id: order })]),
        ...(capture === undefined ? [] : [eb.and({ provider: 'paypal', capture_id: capture })]),
        ...(ours === undefined ? [] : [eb('order_id', '=', ours)]),
      ]),
    )
    .execute()
  return payments.filter((payment) => payment.provider_order_id !== null || isUnanswered(payment))
}

/** A charge of a saved payment method whose answer was lost. */
function isUnanswered({ provider_order_id, payment_method_id, state }: PaymentRow): boolean {
  return provider_order_id === null && payment_method_id !== null && state === 'capture_started'
}

/**
 * Reads a saved payment method at PayPal and records its state. Returns false if it does not belong to this shop.
 * Throws PaymentUnavailable.
 * @param providerOrderId the order whose payment saved it; undefined if the event does not name it
 */
async function updateSaved(shop: Shop, token: string, providerOrderId: string | undefined): Promise<boolean> {
  const known = await shop.db
    .selectFrom('payment_methods')
    .select(['id', 'state'])
    .where('provider', '=', 'paypal')
    .where('token', '=', token)
    .execute()
  const seen = await shop.providers.payments.getSaved(token)
  if (known.length > 0) {
    if (!seen) for (const { id } of known) await markGone(shop, id)
    return true
  }
  if (!seen || providerOrderId === undefined) return false
  const payment = await shop.db
    .selectFrom('payments')
    .select('order_id')
    .where('provider', '=', 'paypal')
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst()
  if (payment) await activate(shop, payment.order_id, seen)
  return payment !== undefined
}

/** PayPal usually saves a payment method within seconds after the payment. Later the daily rereading looks for it. */
const SOON = 3 * HOUR

/** Reads the payments of orders whose payment method is not saved yet. */
export async function rereadUnsaved(shop: Shop): Promise<void> {
  const payments = await shop.db
    .selectFrom('payment_methods')
    .innerJoin('payments', 'payments.order_id', 'payment_methods.order_id')
    .selectAll('payments')
    .where('payment_methods.state', '=', 'waiting')
    .where('payment_methods.created_at', '<', isoIn(shop.clock, -MINUTE))
    .where('payment_methods.created_at', '>', isoIn(shop.clock, -SOON))
    .where('payments.state', '=', 'completed')
    .where('payments.provider_order_id', 'is not', null)
    .execute()
  await oneByOne(shop, 'saved payment methods', payments, (payment) => reread(shop, payment))
}
