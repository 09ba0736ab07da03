/** Records the state of payments at the provider. The only place where an order becomes paid. */
import { isoNow } from '#server/kernel/time/clock.ts'
import { allOrNone, type Step } from '#server/kernel/db/all-or-none.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { PaymentRow } from '#server/kernel/db/schema.ts'
import { afterPaid, becomePaid } from '#server/checkout/orders/place/pay.ts'
import { note } from '#server/checkout/orders/history.ts'
import { activate, recordSaved } from '../methods/methods.ts'
import type { Capture, Payment } from '#server/providers/providers.ts'
import type { Shop } from '#server/platform/shop.ts'
import { mismatch } from '../checks/mismatch.ts'
import { recordFees } from '../checks/fees.ts'
import { release } from './release.ts'
import { syncRefunds } from '../refunds/settle-refund.ts'

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
  await allOrNone(shop.db, [
    {
      query: shop.db
        .updateTable('payments')
        .set((eb) => ({
          // The buyer cannot approve a charge of a saved payment method again; another charge is a new payment.
          state: payment.payment_method_id === null ? 'created' : 'declined',
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

async function markPaid(shop: Shop, payment: PaymentRow, seen: Payment, capture: Capture): Promise<Outcome> {
  const problem = mismatch(shop, payment, seen)
  if (problem)
    return refundDue(shop, payment, seen, capture, `The payment does not match the order: ${problem}`)
  const recorded = recordCapture(shop, payment, seen, capture, 'completed', null)
  const { paid, others } = await becomePaid(shop, payment.order_id, 'PayPal')
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
        captured_at: capture.at,
        updated_at: isoNow(shop.clock),
      })
      .where('id', '=', payment.id)
      .where('state', 'not in', ['completed', 'refund_due', 'refunded']),
    rows: 1,
  }
}
