/** With what an order was paid, in the words of orders, mails, invoices and files. */
import { isTender } from '#shared/checkout/tenders.ts'
import { paymentText } from '#shared/checkout/payment-text.ts'
import { METHOD_NAMES, type PaidWith } from '#shared/platform/pay-methods.ts'
import type { Db, OrderRow, PaymentRow } from '#server/kernel/db/schema.ts'

/** The states of a payment that the API shows. */
const SHOWN: ReadonlySet<PaymentRow['state']> = new Set([
  'capture_started',
  'pending',
  'completed',
  'refunded',
])

/**
 * The payments of an order. States are sorted by name, and `completed` comes before `refunded`. So the valid payment comes
 * before a payment that was owed back and refunded.
 */
export function paymentsOf(db: Db, orderId: string) {
  return db.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('state')
}

/** The payment of an order that the API shows: the one at PayPal, if the order also has a payment by gift card. */
export function shownPayment(payments: readonly PaymentRow[]): PaymentRow | null {
  const shown = payments.filter(({ state }) => SHOWN.has(state))
  return shown.find(({ provider }) => provider !== 'gift-card') ?? shown[0] ?? null
}

/** Whether a captured payment was invented for the demo, so that nothing of it can be refunded. */
export function isInventedPayment({ provider, provider_order_id: id }: PaymentRow): boolean {
  return id === null && isAtProvider({ provider })
}

/** Whether a payment was made with the provider: not by gift card, and not by hand. */
export function isAtProvider({ provider }: Pick<PaymentRow, 'provider'>): boolean {
  return provider !== 'gift-card' && !isTender(provider)
}

/** The payments of these orders that the API shows, by order. */
export async function readPayments(
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Paying>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('payments')
    .select([
      'order_id',
      'state',
      'provider',
      'capture_id',
      'method',
      'paid_with',
      'card_brand',
      'card_digits',
    ])
    .where('order_id', 'in', [...orderIds])
    .where('provider', '<>', 'gift-card')
    .execute()
  // As in `paymentsOf`: of several payments, the last one, which is `completed`, is kept. In SQL, the states and their order
  // would make SQLite read all payments by the index of the states.
  const shown = rows
    .filter(({ state }) => SHOWN.has(state))
    .toSorted((one, other) => (one.state < other.state ? 1 : -1))
  return new Map(shown.map(({ order_id: order, ...payment }) => [order, payment]))
}

export type Paying = Pick<
  PaymentRow,
  'provider' | 'capture_id' | 'method' | 'paid_with' | 'card_brand' | 'card_digits'
>

/** The name of the method that paid, or of the chosen one before a payment has arrived. */
export function paymentMethodOf(
  order: Pick<OrderRow, 'payment_method' | 'gift_card_cents'>,
  payment: Paying | null,
): string {
  if (!payment?.capture_id || !isAtProvider(payment)) return order.payment_method
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

/** Everything that paid an order, for lists: `Gift card and Visa ending in 1234`. */
export function paidTextOf(
  order: Pick<OrderRow, 'payment_method' | 'gift_card_cents'>,
  payment: Paying | null,
): string {
  return paymentText({ paymentMethod: paymentMethodOf(order, payment), paidWith: paidWithOf(payment) })
}
