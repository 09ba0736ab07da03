/**
 * A refund that fails, in our books: its money may be given back again. PayPal can fail a refund days after it called
 * it completed, when the buyer's bank or account does not take the money.
 */
import { sql } from 'kysely'
import { formatCents } from '#shared/pricing.ts'
import { isoNow, newId } from '../time/clock.ts'
import type { OrderRow, PaymentRow, RefundRow, Tx } from '../db/schema.ts'
import { note } from '../orders/orders.ts'
import type { Shop } from '../shop.ts'

/**
 * Writes down that a refund failed. One that was completed opens its payment and its order again; one that PayPal had
 * accepted becomes a finding of the money desk, since the admin who asked for it was told that it would go through.
 * Goods that came back with it stay on the shelf. Hand in the transaction that holds the payment.
 * @param problem why, in words for the admin
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
  const reopened = refund.of_sale === 1 ? 'completed' : 'refund_due'
  await tx
    .updateTable('payments')
    .set((eb) => ({ returned_cents: eb('returned_cents', '-', refund.amount_cents) }))
    .$if(payment.state === 'refunded', (query) => query.set({ state: reopened, updated_at: now }))
    .where('id', '=', payment.id)
    .execute()
  if (payment.state === 'refunded' && refund.of_sale === 1) await reopenOrder(tx, payment.order_id)
  const amount = formatCents(refund.amount_cents)
  const event =
    refund.state === 'completed'
      ? `The refund of ${amount} failed after PayPal had completed it: ${problem}`
      : `The refund of ${amount} failed: ${problem}`
  await note(tx, shop, payment.order_id, 'PayPal', event).execute()
  if (refund.state !== 'started' && refund.of_sale === 1) await tellDesk(tx, shop, payment, refund)
}

/** The finding goes away when the money is given back after all: by this refund or by another one of at least as much. */
export async function forgetFailed(tx: Tx, refund: RefundRow): Promise<void> {
  await tx
    .deleteFrom('money_findings')
    .where('kind', '=', 'failed')
    .where('payment_id', '=', refund.payment_id)
    .where('seen_at', 'is', null)
    .where((eb) => eb.or([eb('key', '=', keyOf(refund)), eb('ours', '<=', refund.amount_cents)]))
    .execute()
}

/** As far as it had come before all of its money was back. */
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

async function tellDesk(tx: Tx, shop: Shop, payment: PaymentRow, refund: RefundRow): Promise<void> {
  await tx
    .insertInto('money_findings')
    .values({
      id: newId(shop.clock),
      key: keyOf(refund),
      kind: 'failed',
      order_id: payment.order_id,
      payment_id: payment.id,
      product_id: null,
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
