/** The ways in which a payment is refused, in words for the buyer. */
import type { OrderRow, PaymentRow } from '../db/schema.ts'
import { Refusal, badRequest, conflict } from '../errors.ts'
import { PaymentRefused, PaymentUnavailable, type Payment } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import { mismatch } from './mismatch.ts'

/** Throws 409 unless the order awaits its payment. */
export function requirePayable(order: OrderRow): void {
  if (order.state === 'pending') return
  if (order.paid_at !== null) throw conflict('This order is paid')
  if (order.state === 'capturing') throw confirmingNow()
  throw conflict(
    order.state === 'expired'
      ? 'The hold on this order has run out, so nothing was charged. Please order again'
      : 'This order was cancelled, so nothing was charged',
  )
}

/** Says why an order that was not pending a moment ago takes no payment now. */
export function refusePayment(order: OrderRow): never {
  requirePayable(order)
  // Pending again: the twin's payment was declined in between.
  throw confirmingNow()
}

/** Another tab, or the reconciler, is at it. */
export function confirmingNow(): Refusal {
  return conflict('We are confirming your payment', { code: 'confirming' })
}

/** Says nothing to the buyer of what is wrong; the log has the reason. */
export function notVerified(shop: Shop, payment: PaymentRow, seen: Payment | null): Refusal {
  const reason = seen ? mismatch(shop, payment, seen) : 'unknown to the provider'
  shop.log.error({ payment: payment.id, order: payment.order_id, reason }, 'payment not verified')
  return badRequest('Payment not verified')
}

/** The buyer may choose another source of money. */
export function declined(code: string): Refusal {
  return new Refusal(402, 'PayPal declined this card or account. Please try another one', { code })
}

/** Nobody knows yet whether money moved. */
export function confirming(shop: Shop, error: Error): Refusal {
  shop.log.warn({ err: error }, 'capture without an answer; the reconciler will ask again')
  return new Refusal(
    503,
    'We are confirming your payment with PayPal. Please do not pay again: this page will show it within a minute',
    { code: 'confirming' },
    { 'retry-after': '30' },
  )
}

/** PayPal's no to a refund, in words for the admin. */
export function refundRefusal(issue: string): string {
  return REFUND_WORDS[issue] ?? `PayPal refused it (${issue})`
}

const DISPUTED = 'While the buyer’s dispute is open, PayPal takes only a refund of all that is left'

const REFUND_WORDS: Record<string, string> = {
  CAPTURE_FULLY_REFUNDED: 'All of this payment has been refunded at PayPal already',
  REFUND_AMOUNT_EXCEEDED: 'Less than that is left of this payment at PayPal',
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal refunds a payment for 180 days only; the money has to go another way',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'There is too little in the shop’s PayPal account; add money there and try again',
  REFUND_CAPTURE_CURRENCY_MISMATCH:
    'The payment was made in another currency; refund it in PayPal’s own site',
  TRANSACTION_DISPUTED: DISPUTED,
  // As newer answers call it.
  CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED: DISPUTED,
  PARTIAL_REFUND_NOT_ALLOWED: 'PayPal takes only a refund of the whole payment',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED: 'PayPal takes no more refunds of this payment: there have been too many',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    'The buyer’s bank has taken this money back already, so PayPal refunds nothing',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'The buyer’s PayPal account is closed; the money has to go another way',
  PAYEE_ACCOUNT_RESTRICTED: 'PayPal has restricted the shop’s account; it says there why',
  PERMISSION_DENIED: 'The money of this payment is in another PayPal account, which alone can give it back',
  PENDING_CAPTURE: 'PayPal is still looking at this payment',
}

/** Asks the provider something that moves no money; throws 503 when it does not answer as it should. */
export async function orUnavailable<T>(shop: Shop, asked: () => Promise<T>): Promise<T> {
  try {
    return await asked()
  } catch (error) {
    if (error instanceof PaymentUnavailable || error instanceof PaymentRefused) {
      shop.log.error({ err: error }, 'payment provider')
      throw new Refusal(
        503,
        'Payments are not available just now. Your order is safe: please try again in a moment',
        {},
        { 'retry-after': '10' },
      )
    }
    throw error
  }
}
