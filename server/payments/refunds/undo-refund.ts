/**
 * Records that a refund failed; its money can then be refunded again. PayPal can fail a refund days after completing it,
 * if the buyer's bank or account does not accept the money.
 */
import { sql } from 'kysely'
import { formatCents } from '#shared/kernel/pricing.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { OrderRow, PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { note } from '#server/checkout/orders/history.ts'
import type { Shop } from '#server/platform/shop.ts'
import { returnToBoughtCard } from './bought-card.ts'
import { CARD_PROVIDER, readWaiting } from '../checks/card-part.ts'

/**
 * Records that a refund failed. If it was completed, its payment and its order become refundable again. If PayPal had
 * accepted the refund, the failure appears as a finding on the Money page, because the admin saw the refund succeed.
 * Returned goods stay in stock.
 * @param tx the transaction that locks the payment
 * @param problem the reason, as a message for the admin
 */
export async function undoRefund(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
  problem: string,
): Promise<void> {
  if (refund.state === 'failed') return
  const now = isoNow(shop.clock)
  await tx
    .updateTable('refunds')
    .set({ state: 'failed', problem, completed_at: null, updated_at: now })
    .where('id', '=', refund.id)
    .execute()
  if (refund.state === 'completed') await addToRefunded(tx, payment, refund, -refund.amount_cents)
  await returnToBoughtCard(tx, shop, payment, refund)
  const waiting = await readWaiting(tx, refund)
  if (waiting) await undoRefund(tx, shop, waiting.payment, waiting.refund, problem)
  const reopened = refund.of_sale === 1 ? 'completed' : 'refund_due'
  await tx
    .updateTable('payments')
    .set((eb) => ({ returned_cents: eb('returned_cents', '-', refund.amount_cents) }))
    .$if(payment.state === 'refunded', (query) => query.set({ state: reopened, updated_at: now }))
    .where('id', '=', payment.id)
    .execute()
  if (payment.state === 'refunded' && refund.of_sale === 1) await reopenOrder(tx, payment.order_id)
  const way = payment.provider === CARD_PROVIDER ? ' to the gift card' : ''
  const amount = `${formatCents(refund.amount_cents)}${way}`
  const event =
    refund.state === 'completed'
      ? `The refund of ${amount} failed after PayPal had completed it: ${problem}`
      : `The refund of ${amount} failed: ${problem}`
  await note(tx, shop, payment.order_id, 'PayPal', event).execute()
  if (refund.state !== 'started' && refund.of_sale === 1) await addFinding(tx, shop, payment, refund)
}

/**
 * Changes the refunded cents of the payment's order. Refunds of surplus payments do not count. Call it when a refund
 * becomes completed, or is no longer completed.
 */
export async function addToRefunded(
  tx: Tx,
  payment: PaymentRow,
  refund: RefundRow,
  cents: number,
): Promise<void> {
  if (refund.of_sale === 0) return
  await tx
    .updateTable('orders')
    .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', cents) }))
    .where('id', '=', payment.order_id)
    .execute()
}

/**
 * Deletes the finding after this refund completed after all, or another refund of at least the same amount was made.
 */
export async function deleteFinding(tx: Tx, refund: RefundRow): Promise<void> {
  await tx
    .deleteFrom('money_findings')
    .where('kind', '=', 'failed')
    .where('payment_id', '=', refund.payment_id)
    .where('seen_at', 'is', null)
    .where((eb) => eb.or([eb('key', '=', keyOf(refund)), eb('ours', '<=', refund.amount_cents)]))
    .execute()
}

/** Sets a refunded order back to its previous state. */
async function reopenOrder(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      state: sql<OrderRow['state']>`case when delivered_at is not null then 'delivered'
        when shipped_at is not null then 'shipped' else 'paid' end`,
      closed_at: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'refunded')
    .execute()
}

async function addFinding(tx: Tx, shop: Shop, payment: PaymentRow, refund: RefundRow): Promise<void> {
  await tx
    .insertInto('money_findings')
    .values({
      id: newId(shop.clock),
      key: keyOf(refund),
      kind: 'failed',
      order_id: payment.order_id,
      payment_id: payment.id,
      product_id: null,
      size_id: null,
      capture_id: payment.capture_id ?? '',
      ours: refund.amount_cents,
      theirs: 0,
      found_at: isoNow(shop.clock),
      seen_at: null,
      seen_by: null,
      note: null,
    })
    .onConflict((taken) => taken.column('key').doNothing())
    .execute()
}

function keyOf({ id }: RefundRow): string {
  return `failed:${id}`
}
