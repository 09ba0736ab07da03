/**
 * Finds out whether PayPal has carried out an old charge without an answer. PayPal keeps a request id for six hours
 * (https://developer.paypal.com/docs/api/orders/v2/, PayPal-Request-Id). After that a repeated charge would be a second
 * one, so PayPal's list of transactions is read instead.
 */
import { HOUR, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import type { PaymentRow } from '#server/kernel/db/schema.ts'
import { LIST_LAG_HOURS } from '#server/providers/movements.ts'
import type { Payment } from '#server/providers/providers.ts'
import type { Shop } from '#server/platform/shop.ts'

/** How long a charge without an answer is repeated. PayPal keeps the request id for an hour longer. */
const REPEATED_FOR = 5 * HOUR
/**
 * How old a charge must be, so that PayPal's list contains it, even if it was last sent at the end of `REPEATED_FOR`.
 */
const IN_LIST_AFTER = REPEATED_FOR + (LIST_LAG_HOURS + 1) * HOUR

/** Whether a charge is too old to be repeated. */
export function isTooOldToRepeat({ clock }: Shop, payment: PaymentRow): boolean {
  return payment.created_at < isoIn(clock, -REPEATED_FOR)
}

/**
 * The payment at PayPal of an old charge; `never` if PayPal did not carry it out; `unknown` if the list does not
 * contain it yet, or the shop's account may not read the list. Throws PaymentUnavailable.
 */
export async function findCharge(shop: Shop, payment: PaymentRow): Promise<Payment | 'never' | 'unknown'> {
  const { payments: paypal } = shop.providers
  const from = new Date(Date.parse(payment.created_at) - HOUR).toISOString()
  const movements = await paypal.listMovements(from, isoNow(shop.clock))
  if (!movements) return 'unknown'
  const own = await shop.db
    .selectFrom('payments')
    .select('capture_id')
    .where('order_id', '=', payment.order_id)
    .execute()
  const known = new Set(own.map(({ capture_id }) => capture_id))
  const charges = movements.filter(({ id, kind }) => kind === 'payment' && !known.has(id))
  const found = charges.find(({ orderId }) => orderId === payment.order_id)
  if (found) return (await paypal.getPaymentOfCapture(found.id)) ?? 'unknown'
  // The list may leave out to which order an entry belongs. Such an entry must not be taken for no charge.
  const nameless = charges.filter(
    ({ orderId, cents, status }) =>
      orderId === null && (cents === payment.amount_cents || status === 'unclear'),
  )
  for (const { id } of nameless) {
    const seen = id === '' ? null : await paypal.getPaymentOfCapture(id)
    if (!seen) return 'unknown'
    if (seen.orderId === payment.order_id) return seen
  }
  return payment.created_at < isoIn(shop.clock, -IN_LIST_AFTER) ? 'never' : 'unknown'
}
