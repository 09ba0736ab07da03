/**
 * Whether an order can be paid and a payment matches it, and the errors of payments and refunds, with messages for the
 * buyer and the admin.
 */
import type { OrderRow, PaymentRow } from '#server/kernel/db/schema.ts'
import { Refusal, badRequest, conflict } from '#server/kernel/errors.ts'
import { PaymentRefused, PaymentUnavailable, type Payment } from '#server/providers/payments.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Throws 409 unless the order is waiting for payment. */
export function requirePayable(order: OrderRow): void {
  if (order.state === 'pending') return
  if (order.paid_at !== null) throw conflict('This order is paid')
  if (order.state === 'capturing') throw captureInProgress()
  throw conflict(
    order.state === 'expired'
      ? 'The hold on this order has run out, so nothing was charged. Please order again'
      : 'This order was canceled, so nothing was charged',
  )
}

/** Throws 409 with the reason why an order that was not pending a moment ago cannot be paid. */
export function refusePayment(order: OrderRow): never {
  requirePayable(order)
  // Pending again: the payment of a parallel request was declined.
  throw captureInProgress()
}

/** The 409 while another tab or the reconciler is capturing the payment. */
export function captureInProgress(): Refusal {
  return conflict('We are confirming your payment', { code: 'confirming' })
}

/** The 400 for a payment that does not match the order. The buyer does not see the reason; the log has it. */
export function notVerified(shop: Shop, payment: PaymentRow, seen: Payment | null): Refusal {
  const reason = seen ? mismatch(shop, payment, seen) : 'unknown to the provider'
  shop.log.error({ payment: payment.id, order: payment.order_id, reason }, 'payment not verified')
  return badRequest('Payment not verified')
}

/** The 402 for a declined payment, or for one that PayPal lets the buyer confirm again. @param code PayPal's issue */
export function declined(code: string): Refusal {
  const message =
    code === 'PAYER_ACTION_REQUIRED'
      ? 'PayPal asks you to confirm this payment again. Please pay again, or choose another way to pay'
      : 'PayPal declined this card or account. Please try another one'
  return new Refusal(402, message, { code })
}

/** The 402 after 3-D Secure: the bank did not confirm that the buyer is the owner of the card. Nothing was charged. */
export function notAuthenticated(): Refusal {
  const message =
    'Your bank did not confirm this payment, so nothing was charged. Please try again or pay another way'
  return new Refusal(402, message, { code: 'not-authenticated' })
}

/** The 503 while it is not known whether money moved. */
export function outcomeUnknown(shop: Shop, error: Error): Refusal {
  shop.log.warn({ err: error }, 'no answer to the capture; the reconciler tries again')
  return new Refusal(
    503,
    'We are confirming your payment with PayPal. Please do not pay again: this page will show it within a minute',
    { code: 'confirming' },
    { 'retry-after': '30' },
  )
}

/** The message for the admin when PayPal refuses a refund. */
export function refundRefusal(issue: string): string {
  return REFUND_MESSAGES[issue] ?? `PayPal refused it (${issue})`
}

const DISPUTED = 'While the buyer’s dispute is open, PayPal accepts only a refund of everything that is left'

const REFUND_MESSAGES: Record<string, string> = {
  CAPTURE_FULLY_REFUNDED: 'All of this payment has been refunded at PayPal already',
  REFUND_AMOUNT_EXCEEDED: 'The amount is more than what is left of this payment at PayPal',
  REFUND_TIME_LIMIT_EXCEEDED: 'PayPal refunds a payment only within 180 days; send the money another way',
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    'There is too little in the shop’s PayPal account; add money there and try again',
  REFUND_CAPTURE_CURRENCY_MISMATCH:
    'The payment was made in another currency; refund it on PayPal’s own site',
  TRANSACTION_DISPUTED: DISPUTED,
  // PayPal's name for it in newer responses.
  CAPTURE_DISPUTED_PARTIAL_REFUND_NOT_ALLOWED: DISPUTED,
  PARTIAL_REFUND_NOT_ALLOWED: 'PayPal accepts only a refund of the whole payment',
  MAX_NUMBER_OF_REFUNDS_EXCEEDED:
    'PayPal accepts no more refunds of this payment, because there have been too many',
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    'The buyer’s bank has taken this money back already, so PayPal refunds nothing',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'The buyer’s PayPal account is closed; send the money another way',
  PAYEE_ACCOUNT_RESTRICTED: 'PayPal has restricted the shop’s account; PayPal’s site says why',
  PERMISSION_DENIED:
    'The money of this payment is in another PayPal account; only that account can refund it',
  PENDING_CAPTURE: 'PayPal is still reviewing this payment',
}

/** Throws 503 while the shop is not connected to the provider. */
export function requirePayments({ providers }: Pick<Shop, 'providers'>): void {
  if (providers.payments.mode !== 'none') return
  throw new Refusal(
    503,
    'This shop takes no payments at the moment. Your order is safe, and nothing was charged',
  )
}

/** Sends the provider a request that moves no money. Throws 503 if it does not answer or refuses. */
export async function refuseIfUnavailable<T>(shop: Shop, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (error instanceof PaymentUnavailable || error instanceof PaymentRefused) {
      shop.log.error({ err: error }, 'payment provider')
      requirePayments(shop)
      throw new Refusal(
        503,
        'Payments are not available right now. Your order is safe: please try again in a moment',
        {},
        { 'retry-after': '10' },
      )
    }
    throw error
  }
}

/**
 * Compares intent, order, amount, currency and payee of a payment at the provider with the requested payment, before or
 * after the capture. Returns a description of the difference, or null if everything matches. A field that the provider
 * leaves out is no difference, if it has the id under which the shop opened this payment; but nothing is captured that does
 * not name its order.
 */
export function mismatch(
  { providers }: Pick<Shop, 'providers'>,
  payment: PaymentRow,
  seen: Payment,
): string | null {
  const { merchantId } = providers.payments
  const isOurs = seen.id === payment.provider_order_id
  if (seen.intent !== 'CAPTURE' && seen.intent !== '') return `intent is ${seen.intent}`
  if (seen.orderId !== payment.order_id && !(isOurs && seen.capture && seen.orderId === null))
    return 'is for another order'
  if (seen.amountCents !== null && seen.amountCents !== payment.amount_cents)
    return `amount is ${seen.amountCents}`
  if (seen.currency !== null && seen.currency !== payment.currency) return `currency is ${seen.currency}`
  const payee = seen.payeeMerchantId
  if (merchantId !== null && payee !== merchantId && !(isOurs && payee === null))
    return 'pays another merchant'
  if (!seen.capture) return null
  if (seen.capture.amountCents !== payment.amount_cents) return `captured ${seen.capture.amountCents}`
  if (seen.capture.currency !== payment.currency) return `captured in ${seen.capture.currency}`
  return null
}
