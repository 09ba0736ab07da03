/** With what an order was paid, in the words of orders, mails, invoices and files. */
import { METHOD_NAMES, type PaidWith } from '#shared/platform/pay-methods.ts'
import type { OrderRow, PaymentRow } from '#server/kernel/db/schema.ts'

type Paying = Pick<
  PaymentRow,
  'provider' | 'capture_id' | 'method' | 'paid_with' | 'card_brand' | 'card_digits'
>

/** The name of the method that paid, or of the chosen one before a payment has arrived. */
export function paymentMethodOf(
  order: Pick<OrderRow, 'payment_method' | 'gift_card_cents'>,
  payment: Paying | null,
): string {
  if (!payment?.capture_id || payment.provider === 'gift-card') return order.payment_method
  const name = METHOD_NAMES[payment.paid_with ?? payment.method]
  return order.gift_card_cents > 0 ? `Gift card and ${name}` : name
}

/** Null until a payment has arrived at the provider, and if the provider did not report what paid. */
export function paidWithOf(payment: Paying | null): PaidWith | null {
  if (!payment?.capture_id || payment.paid_with === null) return null
  return {
    method: payment.paid_with,
    brand: payment.card_brand ?? '',
    lastDigits: payment.card_digits ?? '',
  }
}
