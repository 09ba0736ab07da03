/** Reads one payment at PayPal again, for webhooks, the reconciler and the daily rereading. */
import type { PaymentRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { mismatch } from '../checks/mismatch.ts'
import { captureApproved } from '../capture/payments.ts'
import { settle } from '../capture/settle.ts'

/**
 * Records the current state of a payment at PayPal, and captures it if its buyer has approved it. Throws
 * PaymentUnavailable, and PaymentRefused if PayPal does not show the payment.
 * @param why the reason recorded for refunds that the shop did not make
 */
export async function reread(shop: Shop, payment: PaymentRow, why?: string): Promise<void> {
  const seen = await shop.providers.payments.getPayment(payment.provider_order_id!)
  if (seen?.status === 'done') await settle(shop, payment, seen, why)
  if (seen?.status !== 'approved' || payment.state !== 'created' || mismatch(shop, payment, seen)) return
  try {
    await captureApproved(shop, payment)
  } catch (error) {
    // A declined card, or an order that can no longer be paid, is a valid outcome. The order shows it.
    if (!(error instanceof Refusal)) throw error
    shop.log.info({ payment: payment.id, message: error.message }, 'approved, and not captured')
  }
}
