/** Records what happened to a saved payment method at PayPal: saved after the payment, or removed by the buyer. */
import { HOUR, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { activate, markGone } from '../methods/methods.ts'
import type { Shop } from '#server/platform/shop.ts'
import { oneByOne } from '../checks/one-by-one.ts'
import { reread } from './reread.ts'

/**
 * Reads a saved payment method at PayPal and records its state. Returns false if it does not belong to this shop.
 * Throws PaymentUnavailable.
 * @param providerOrderId the order whose payment saved it; undefined if the event does not name it
 */
export async function updateSaved(
  shop: Shop,
  token: string,
  providerOrderId: string | undefined,
): Promise<boolean> {
  const known = await shop.db
    .selectFrom('payment_methods')
    .select(['id', 'state'])
    .where('provider', '=', 'paypal')
    .where('token', '=', token)
    .execute()
  const seen = await shop.providers.payments.getSaved(token)
  if (known.length > 0) {
    if (!seen) for (const { id } of known) await markGone(shop, id)
    return true
  }
  if (!seen || providerOrderId === undefined) return false
  const payment = await shop.db
    .selectFrom('payments')
    .select('order_id')
    .where('provider', '=', 'paypal')
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst()
  if (payment) await activate(shop, payment.order_id, seen)
  return payment !== undefined
}

/** PayPal usually saves a payment method within seconds after the payment. Later the daily rereading looks for it. */
const SOON = 3 * HOUR

/** Reads the payments of orders whose payment method is not saved yet. */
export async function rereadUnsaved(shop: Shop): Promise<void> {
  const payments = await shop.db
    .selectFrom('payment_methods')
    .innerJoin('payments', 'payments.order_id', 'payment_methods.order_id')
    .selectAll('payments')
    .where('payment_methods.state', '=', 'waiting')
    .where('payment_methods.created_at', '<', isoIn(shop.clock, -MINUTE))
    .where('payment_methods.created_at', '>', isoIn(shop.clock, -SOON))
    .where('payments.state', '=', 'completed')
    .where('payments.provider_order_id', 'is not', null)
    .execute()
  await oneByOne(shop, 'saved payment methods', payments, (payment) => reread(shop, payment))
}
