/** Whether a payment at the provider is the one that we asked for. */
import type { PaymentRow } from '../db/schema.ts'
import type { Payment } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'

/**
 * Why a payment at the provider is not the one that we asked for: its intent, order, amount, currency or payee, before
 * the capture and in it. Null when all of them match.
 */
export function mismatch(
  { providers }: Pick<Shop, 'providers'>,
  payment: PaymentRow,
  seen: Payment,
): string | null {
  const { merchantId } = providers.payments
  if (seen.intent !== 'CAPTURE') return `intent is ${seen.intent}`
  if (seen.orderId !== payment.order_id) return 'is for another order'
  if (seen.amountCents !== null && seen.amountCents !== payment.amount_cents)
    return `amount is ${seen.amountCents}`
  if (seen.currency !== null && seen.currency !== payment.currency) return `currency is ${seen.currency}`
  if (merchantId !== null && seen.payeeMerchantId !== merchantId) return 'pays another merchant'
  if (!seen.capture) return null
  if (seen.capture.amountCents !== payment.amount_cents) return `captured ${seen.capture.amountCents}`
  if (seen.capture.currency !== payment.currency) return `captured in ${seen.capture.currency}`
  return null
}
