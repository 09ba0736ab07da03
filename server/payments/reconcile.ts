/** Heals what a crash, a time-out or a closed browser left open: runs at boot and every minute. */
import { SECOND, isoIn, isoNow } from '../clock.ts'
import type { PaymentRow } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import { PaymentUnavailable } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import { capture } from './payments.ts'
import { reopen, settle } from './settle.ts'

/** A capture younger than this may still be waiting for its own answer. */
const PATIENCE = 30 * SECOND

/** So many questions without an answer, and the provider is taken to be down until the next run. */
const SILENCE = 3

/**
 * Asks the provider about every payment whose outcome we do not know, and writes down what it says.
 * @param all true at boot, when nobody else can be waiting for an answer
 */
export async function reconcile(shop: Shop, all = false): Promise<void> {
  if (shop.circuits.payments.isOpen()) return
  const unsettled = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('state', 'in', ['capture_started', 'pending'])
    .$if(!all, (query) => query.where('updated_at', '<', isoIn(shop.clock, -PATIENCE)))
    .orderBy('updated_at')
    .limit(200)
    .execute()
  let unanswered = 0
  for (const payment of unsettled) {
    try {
      await putLast(shop, payment)
      await converge(shop, payment)
    } catch (error) {
      if (error instanceof PaymentUnavailable) {
        shop.log.warn({ err: error, payment: payment.id }, 'reconciler: provider does not answer')
        if (++unanswered === SILENCE) return
      } else if (error instanceof Refusal)
        shop.log.info({ payment: payment.id, message: error.message }, 'reconciler')
      else shop.log.error({ err: error, payment: payment.id }, 'reconciler')
    }
  }
}

/** The next run begins with others: one that PayPal never answers for must not stand before them for ever. */
async function putLast(shop: Shop, payment: PaymentRow): Promise<void> {
  await shop.db
    .updateTable('payments')
    .set({ updated_at: isoNow(shop.clock) })
    .where('id', '=', payment.id)
    .where('state', '=', payment.state)
    .execute()
}

/** Reads a payment whose capture is under way, and brings it to an end if PayPal knows one. */
export async function converge(shop: Shop, payment: PaymentRow): Promise<void> {
  const seen = await shop.providers.payments.getPayment(payment.provider_order_id!)
  if (seen?.status === 'done') await settle(shop, payment, seen)
  // The buyer approved and we had decided to capture: finish it, with the request id that cannot charge twice.
  else if (seen?.status === 'approved') await capture(shop, payment)
  else await reopen(shop, payment, 'The payment did not go through at PayPal')
}
