/** Refunds to gift cards: what a card paid goes back to it, after PayPal has accepted its part of the refund. */
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { returnToCards } from '#server/checkout/gift-cards/spend.ts'
import { note } from '#server/checkout/orders/history.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { readWaiting } from '../checks/card-part.ts'
import { finishCompleted } from './finish-refund.ts'
import { restock } from './restock.ts'
import { addToRefunded } from './undo-refund.ts'

/** Completes the refund to gift cards that waited for `refund`, once. Run it when PayPal has accepted `refund`. */
export async function refundCards(tx: Tx, shop: Shop, refund: RefundRow): Promise<void> {
  const waiting = await readWaiting(tx, refund)
  if (waiting) await completeCardRefund(tx, shop, waiting.payment, waiting.refund)
}

/**
 * Gives the amount of a started refund back to the cards that paid. Returns the ids of products whose goods returned to
 * stock.
 */
export async function completeCardRefund(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<string[]> {
  const now = isoNow(shop.clock)
  await tx
    .updateTable('refunds')
    .set({ state: 'completed', completed_at: now, updated_at: now, fee_back_cents: 0 })
    .where('id', '=', refund.id)
    .execute()
  const cards = await returnToCards(tx, shop, payment.order_id, refund)
  await addToRefunded(tx, payment, refund, refund.amount_cents)
  const text = cards.map(
    ({ cents, lastFour }) => `${formatCents(cents)} to gift card ${maskedCode(lastFour)}`,
  )
  await note(tx, shop, payment.order_id, refund.actor, `Refunded ${text.join(', ')}`).execute()
  await finishCompleted(tx, shop, payment, refund)
  return restock(tx, shop, payment.order_id, refund)
}
