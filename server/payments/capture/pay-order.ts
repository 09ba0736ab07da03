/**
 * Pays an order. The intent to capture is committed before the provider is called, and every path (browser, reconciler,
 * webhook) ends in `settle`. After a crash at any point, the reconciler therefore completes the payment by reading it
 * at the provider again.
 */
import type { Order } from '#shared/checkout/api/orders.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import type { PaymentRow } from '#server/kernel/db/schema.ts'
import { Refusal, badRequest, conflict } from '#server/kernel/errors.ts'
import { findOrder, getOrder } from '#server/checkout/orders/read/order.ts'
import { note } from '#server/checkout/orders/history.ts'
import {
  PaymentDeclined,
  PaymentRefused,
  PaymentUnavailable,
  type Payment,
} from '#server/providers/payments.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import {
  outcomeUnknown,
  captureInProgress,
  declined,
  notVerified,
  refuseIfUnavailable,
  refusePayment,
  requirePayable,
  mismatch,
  notAuthenticated,
} from '../checks/refusals.ts'
import { requireFewDeclines, tooManyDeclines } from '../checks/declines.ts'
import { beginCapturing, reopen, settle } from './settle.ts'

/**
 * Captures an approved payment and marks the order paid. The browser sends only the provider's id; everything else is
 * read from the provider.
 * Throws 400 'Payment not verified', 402 if declined (the order stays payable), 409 if the order cannot be paid, and
 * 503 while it is unknown whether money moved.
 */
export async function payOrder(
  shop: Shop,
  user: Buyer,
  orderId: string,
  providerOrderId: string,
): Promise<Order> {
  const order = await findOrder(shop, user, orderId)
  if (order.paid_at !== null) return getOrder(shop, user, orderId)
  const payment = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst()
  if (!payment) throw badRequest('Payment not verified')
  if (order.state === 'capturing') throw captureInProgress()
  requirePayable(order)

  const seen = await refuseIfUnavailable(shop, () => shop.providers.payments.getPayment(providerOrderId))
  if (!seen || mismatch(shop, payment, seen)) throw notVerified(shop, payment, seen)
  if (seen.status === 'done') await settle(shop, payment, seen)
  else if (seen.status === 'approved' && !seen.isAuthenticated) await failAuthentication(shop, payment)
  else if (seen.status === 'approved') await captureOnce(shop, payment, user)
  else throw conflict('The payment was not approved at PayPal', { code: 'not-approved' })
  return getOrder(shop, user, orderId)
}

/**
 * Ends a payment that the bank of the card did not confirm, so that the next attempt is a new payment. Throws 402.
 */
async function failAuthentication(shop: Shop, payment: PaymentRow): Promise<never> {
  const problem = 'The bank did not confirm the buyer (3-D Secure)'
  await allOrNone(shop.db, [
    {
      query: shop.db
        .updateTable('payments')
        .set((eb) => ({
          state: 'failed',
          attempt: eb('attempt', '+', 1),
          problem,
          updated_at: isoNow(shop.clock),
        }))
        .where('id', '=', payment.id)
        .where('state', '=', 'created'),
      rows: 1,
    },
    { query: note(shop.db, shop, payment.order_id, 'PayPal', problem) },
  ])
  throw notAuthenticated()
}

/** Captures a payment whose buyer approved it at PayPal and did not return. Throws as `payOrder` does. */
export async function captureApproved(shop: Shop, payment: PaymentRow): Promise<void> {
  const begun = await beginCapture(shop, payment, { name: 'PayPal' })
  if (begun) await capture(shop, begun)
}

/** Captures a payment whose intent is committed, and records the outcome. Throws 402, 409 and 503 as `payOrder` does. */
export async function capture(shop: Shop, payment: PaymentRow): Promise<void> {
  shop.crash('after-capture-intent')
  let seen: Payment
  try {
    seen = await shop.providers.payments.capturePayment(
      payment.provider_order_id!,
      payment.capture_request_id!,
    )
  } catch (error) {
    if (error instanceof PaymentDeclined) {
      await reopen(shop, payment, `Payment declined (${error.issue})`)
      throw await declinedNow(shop, payment, error.issue)
    }
    if (error instanceof PaymentRefused) {
      await reopen(shop, payment, `Payment refused by PayPal (${error.issue})`)
      throw conflict('PayPal did not take this payment. Please try again', { code: error.issue })
    }
    if (!(error instanceof PaymentUnavailable)) throw error
    // A webhook may have reported the result in the meantime.
    if (await isPaid(shop, payment.order_id)) return
    throw outcomeUnknown(shop, error)
  }
  shop.crash('after-capture-answer')
  const outcome = await settle(shop, payment, seen)
  shop.crash('after-paid-commit')
  if (outcome === 'declined') throw await declinedNow(shop, payment, 'CAPTURE_DECLINED')
}

/** The 402 for a declined payment. After too many, it does not ask for another card. */
async function declinedNow(shop: Shop, { order_id }: PaymentRow, issue: string): Promise<Refusal> {
  const last = await tooManyDeclines(shop, order_id)
  return last ? new Refusal(402, last.message, { code: 'declines' }) : declined(issue)
}

async function isPaid({ db }: Shop, orderId: string): Promise<boolean> {
  const { paid_at } = await db
    .selectFrom('orders')
    .select('paid_at')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return paid_at !== null
}

/**
 * Captures the payment if the order is still pending. If a parallel request, a cancellation or the expiry came first,
 * returns if the order is paid by now, and throws 409 if not.
 */
async function captureOnce(shop: Shop, payment: PaymentRow, user: Buyer): Promise<void> {
  const begun = await beginCapture(shop, payment, user)
  if (begun) return capture(shop, begun)
  const order = await findOrder(shop, user, payment.order_id)
  if (order.paid_at === null) refusePayment(order)
}

/** Commits the intent to capture. Returns null if the order is no longer pending. Throws as `requireFewDeclines`. */
async function beginCapture(
  shop: Shop,
  { id }: PaymentRow,
  by: { name: string },
): Promise<PaymentRow | null> {
  // Read the attempt number again: PayPal may have declined an attempt since the payment was read, which raises the
  // number.
  const payment = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await requireFewDeclines(shop, payment.order_id)
  const started = {
    state: 'capture_started' as const,
    capture_request_id: `${id}-capture-${payment.attempt}`,
    updated_at: isoNow(shop.clock),
  }
  const unmet = await allOrNone(shop.db, [
    beginCapturing(shop, payment.order_id),
    {
      query: shop.db
        .updateTable('payments')
        .set(started)
        .where('id', '=', id)
        .where('attempt', '=', payment.attempt)
        // Never capture a payment again whose money has arrived.
        .where('state', 'in', ['created', 'failed', 'declined']),
      rows: 1,
    },
    { query: note(shop.db, shop, payment.order_id, by.name, 'Payment approved at PayPal') },
  ])
  return unmet ? null : { ...payment, ...started }
}
