/** Reading one payment again, whoever asks for it: a webhook, the reconciler, or the daily round. */
import type { PaymentRow } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { mismatch } from './mismatch.ts'
import { captureApproved } from './payments.ts'
import { settle } from './settle.ts'

/**
 * Brings our books in line with what PayPal shows of a payment now, and finishes what its buyer has approved.
 * @param why what is written down of money that went back without us
 * Throws PaymentUnavailable, and PaymentRefused when PayPal does not show the payment.
 */
export async function reread(shop: Shop, payment: PaymentRow, why?: string): Promise<void> {
  const seen = await shop.providers.payments.getPayment(payment.provider_order_id!)
  if (seen?.status === 'done') await settle(shop, payment, seen, why)
  if (seen?.status !== 'approved' || payment.state !== 'created' || mismatch(shop, payment, seen)) return
  try {
    await captureApproved(shop, payment)
  } catch (error) {
    // A declined card, or an order that takes no money any more, is an outcome; the order says so.
    if (!(error instanceof Refusal)) throw error
    shop.log.info({ payment: payment.id, message: error.message }, 'approved, and not captured')
  }
}
