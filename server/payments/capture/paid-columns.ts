/** What a payment was made with, as the provider reports it. */
import { paidWithText, type PaidWith, type PayMethod } from '#shared/platform/pay-methods.ts'
import type { PaymentRow } from '#server/kernel/db/schema.ts'
import type { Payment } from '#server/providers/payments.ts'

type PaidColumns = Partial<Pick<PaymentRow, 'paid_with' | 'card_brand' | 'card_digits'>>

/**
 * The columns of what the buyer paid with; none if the provider does not report it. For a card without an account and for
 * installments the provider reports an account, so only the chosen method says what it was
 * (https://github.com/paypal/paypal-js/issues/428).
 */
export function paidColumns({ method }: Pick<PaymentRow, 'method'>, { source }: Payment): PaidColumns {
  if (!source) return {}
  const chosen: PayMethod = method === 'card' || method === 'pay_later' ? method : 'paypal'
  return {
    paid_with: source.kind === 'account' ? chosen : source.kind,
    card_brand: source.brand || null,
    card_digits: source.lastDigits || null,
  }
}

/** What the buyer paid with; null if the provider does not report it. */
export function paidWithOfSeen(payment: Pick<PaymentRow, 'method'>, seen: Payment): PaidWith | null {
  const { paid_with: method, card_brand: brand, card_digits: digits } = paidColumns(payment, seen)
  return method ? { method, brand: brand ?? '', lastDigits: digits ?? '' } : null
}

/** The line in the history of the order. Its actor is PayPal, so the line does not name it. */
export function paidEvent(paid: PaidWith | null): string {
  return !paid || paid.method === 'paypal' ? 'Paid' : `Paid with ${paidWithText(paid)}`
}
