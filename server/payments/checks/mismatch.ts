/** Compares a payment at the provider with the payment that the shop requested. */
import type { PaymentRow } from '#server/kernel/db/schema.ts'
import type { Payment } from '#server/providers/providers.ts'
import type { Shop } from '#server/platform/shop.ts'

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
