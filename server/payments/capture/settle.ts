/** Records the state of payments at the provider. The only place where an order becomes paid. */
import { sql } from 'kysely'
import { isoNow, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { PaymentRow } from '#server/kernel/db/schema.ts'
import { afterPaid, becomePaid } from '#server/checkout/orders/place/pay.ts'
import { note } from '#server/checkout/orders/history.ts'
import type { Capture, Payment } from '#server/providers/payments.ts'
import type { Shop } from '#server/platform/shop.ts'
import { activate, recordSaved } from '../methods/methods.ts'
import { mismatch } from '../checks/refusals.ts'
import { syncRefunds } from '../refunds/settle-refund.ts'
import { paidColumns, paidEvent, paidWithOfSeen } from './paid-columns.ts'

type Outcome = 'paid' | 'review' | 'declined' | 'refund-due' | 'unchanged'

/**
 * Records the outcome of a payment. Idempotent: safe to repeat, in any order, and concurrently.
 * @param why the reason recorded for refunds that the shop did not make
 */
export async function settle(
  shop: Shop,
  payment: PaymentRow,
  seen: Payment,
  why = 'Made at PayPal, not in the shop',
): Promise<Outcome> {
  const { capture, saved } = seen
  if (!capture) return 'unchanged'
  if (CAPTURED.has(capture.status)) {
    const outcome = await markPaid(shop, payment, seen, capture)
    if (saved && outcome !== 'paid') await activate(shop, payment.order_id, saved)
    if (capture.status !== 'completed' || seen.refunds.length > 0 || payment.returned_cents > 0)
      await syncRefunds(shop, payment.id, seen, why)
    if (outcome === 'unchanged') await recordFees(shop, payment, seen)
    return outcome
  }
  if (capture.status === 'pending') return markUnderReview(shop, payment, capture)
  if (capture.status === 'declined' || capture.status === 'failed') {
    await reopen(shop, payment, `Payment ${capture.status} by PayPal`)
    return 'declined'
  }
  return 'unchanged'
}

/** States of a payment whose money was received, even if it was refunded later. */
const CAPTURED: ReadonlySet<Capture['status']> = new Set(['completed', 'refunded', 'partially_refunded'])

/** Makes an order payable again after the provider declined its payment and no money moved. */
export async function reopen(shop: Shop, payment: PaymentRow, reason: string): Promise<void> {
  const isOpenAgain = await canApproveAgain(shop, payment)
  await allOrNone(shop.db, [
    {
      query: shop.db
        .updateTable('payments')
        .set((eb) => ({
          state: isOpenAgain ? 'created' : 'declined',
          attempt: eb('attempt', '+', 1),
          problem: reason,
          updated_at: isoNow(shop.clock),
        }))
        .where('id', '=', payment.id)
        // Only this attempt: the outcome of an earlier attempt must not end a later one.
        .where('attempt', '=', payment.attempt)
        .where('state', 'in', ['capture_started', 'pending']),
      rows: 1,
    },
    release(shop, payment.order_id),
    { query: note(shop.db, shop, payment.order_id, 'PayPal', reason) },
  ])
}

/**
 * Whether the buyer can approve the same payment again, such as with another card in PayPal's window. If not, another
 * attempt is a new payment: a payment with Apple Pay or Google Pay can be confirmed only once, the shop charges a saved
 * payment method without an approval, and in the window of an express payment the buyer could choose another address than
 * that of the order.
 */
async function canApproveAgain(
  { db }: Shop,
  { order_id, provider_order_id, method, payment_method_id }: PaymentRow,
): Promise<boolean> {
  if (payment_method_id !== null || method === 'apple_pay' || method === 'google_pay') return false
  const express = await db
    .selectFrom('express_checkouts')
    .select('id')
    .where('id', '=', order_id)
    .where('provider_order_id', '=', provider_order_id)
    .executeTakeFirst()
  return express === undefined
}

async function markPaid(shop: Shop, payment: PaymentRow, seen: Payment, capture: Capture): Promise<Outcome> {
  const problem = mismatch(shop, payment, seen)
  if (problem)
    return refundDue(shop, payment, seen, capture, `The payment does not match the order: ${problem}`)
  const recorded = recordCapture(shop, payment, seen, capture, 'completed', null)
  const event = paidEvent(paidWithOfSeen(payment, seen))
  const { paid, others } = await becomePaid(shop, payment.order_id, 'PayPal', event)
  const saved = seen.saved ? [recordSaved(shop, payment.order_id, seen.saved)] : []
  const unmet = await allOrNone(shop.db, [recorded, paid, ...others, ...saved]).catch((error: unknown) => {
    // Another payment has paid this order.
    if (isUniqueViolation(error)) return paid
    throw error
  })
  if (unmet === paid)
    return refundDue(
      shop,
      payment,
      seen,
      capture,
      'A payment arrived for an order that can no longer be paid',
    )
  if (unmet === recorded) return 'unchanged'
  await afterPaid(shop, payment.order_id)
  return 'paid'
}

async function markUnderReview(shop: Shop, payment: PaymentRow, capture: Capture): Promise<Outcome> {
  await allOrNone(shop.db, [
    {
      query: shop.db
        .updateTable('payments')
        .set((eb) => ({
          state: 'pending',
          capture_id: capture.id,
          capture_request_id: eb.fn.coalesce(
            'capture_request_id',
            eb.val(`${payment.id}-capture-${payment.attempt}`),
          ),
          updated_at: isoNow(shop.clock),
        }))
        .where('id', '=', payment.id)
        .where('state', 'in', ['created', 'capture_started']),
      rows: 1,
    },
    {
      query: shop.db
        .updateTable('orders')
        .set({ state: 'capturing' })
        .where('id', '=', payment.order_id)
        .where('state', '=', 'pending'),
    },
    { query: note(shop.db, shop, payment.order_id, 'PayPal', 'Payment under review') },
  ])
  return 'review'
}

async function refundDue(
  shop: Shop,
  payment: PaymentRow,
  seen: Payment,
  capture: Capture,
  problem: string,
): Promise<Outcome> {
  const unmet = await allOrNone(shop.db, [
    recordCapture(shop, payment, seen, capture, 'refund_due', problem),
    release(shop, payment.order_id),
    { query: note(shop.db, shop, payment.order_id, 'PayPal', problem) },
  ])
  if (unmet) return 'unchanged'
  shop.log.error({ payment: payment.id, order: payment.order_id, capture: capture.id, problem }, 'refund due')
  return 'refund-due'
}

/** The step that records the capture. Of several concurrent calls, only the first changes a row. */
function recordCapture(
  shop: Shop,
  payment: PaymentRow,
  seen: Payment,
  capture: Capture,
  state: 'completed' | 'refund_due',
  problem: string | null,
): Step {
  return {
    query: shop.db
      .updateTable('payments')
      .set({
        state,
        problem,
        capture_id: capture.id,
        captured_cents: capture.amountCents,
        fee_cents: capture.feeCents,
        payer_email: seen.payerEmail,
        ...paidColumns(payment, seen),
        captured_at: capture.at,
        updated_at: isoNow(shop.clock),
      })
      .where('id', '=', payment.id)
      .where('state', 'not in', ['completed', 'refund_due', 'refunded']),
    rows: 1,
  }
}

/** The goods stay held for at least this long after a failed payment, so that the buyer can try another card. */
const RETRY_HOLD = 5 * MINUTE

/** The step that takes an order out of `pending` while its payment is captured. Changes no row if it is not pending. */
export function beginCapturing(shop: Shop, orderId: string): Step {
  const query = shop.db
    .updateTable('orders')
    .set({ state: 'capturing' })
    .where('id', '=', orderId)
    .where('state', '=', 'pending')
  return { query, rows: 1 }
}

/**
 * The step that makes an order payable again after a failed capture, with time for another attempt. It changes nothing
 * while a payment of the order is under way, so the step that ends the payment must come before it.
 */
export function release(shop: Shop, orderId: string): Step {
  const heldUntil = isoIn(shop.clock, RETRY_HOLD)
  return {
    query: shop.db
      .updateTable('orders')
      .set((eb) => ({
        state: 'pending',
        reserved_until: eb
          .case()
          .when('reserved_until', '<', heldUntil)
          .then(heldUntil)
          .else(eb.ref('reserved_until'))
          .end(),
      }))
      .where('id', '=', orderId)
      .where('state', '=', 'capturing')
      .where((eb) => eb.not(eb.exists(underWay(shop, orderId)))),
  }
}

/**
 * Releases orders in state `capturing` without a payment under way. Older versions left such orders behind after
 * payments of a wrong amount, and a restored backup can contain them.
 */
export async function releaseStranded(shop: Shop): Promise<void> {
  const stranded = await shop.db
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`state = 'capturing'`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.order_id', '=', 'orders.id')
            .where('payments.state', 'in', ['capture_started', 'pending']),
        ),
      ),
    )
    .execute()
  for (const { id } of stranded) {
    shop.log.warn({ order: id }, 'an order was being confirmed without any payment under way')
    const released = release(shop, id)
    const event = 'No payment is being confirmed'
    await allOrNone(shop.db, [
      { ...released, rows: 1 },
      { query: note(shop.db, shop, id, 'The shop', event) },
    ])
  }
}

function underWay({ db }: Shop, orderId: string) {
  return db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['capture_started', 'pending'])
}

/** Stores the fees of a captured payment and of its completed refunds, where they are not stored yet. */
async function recordFees({ db }: Shop, payment: PaymentRow, seen: Payment): Promise<void> {
  const fee = seen.capture?.feeCents ?? null
  if (payment.fee_cents === null && fee !== null)
    await db
      .updateTable('payments')
      .set({ fee_cents: fee })
      .where('id', '=', payment.id)
      .where('captured_at', 'is not', null)
      .where('fee_cents', 'is', null)
      .execute()
  for (const { id, feeBackCents } of seen.refunds.filter((refund) => refund.feeBackCents !== null))
    await db
      .updateTable('refunds')
      .set({ fee_back_cents: feeBackCents })
      .where('payment_id', '=', payment.id)
      .where('provider_refund_id', '=', id)
      .where('state', '=', 'completed')
      .where('fee_back_cents', 'is', null)
      .execute()
}
