/** Refunds of money that staff took by hand: they give it back in the same way, in cash or with the card machine. */
import { TENDER_NAMES } from '#shared/checkout/tenders.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { PaymentRow, RefundRow, TenderRow, Tx } from '#server/kernel/db/schema.ts'
import { daySteps } from '#server/checkout/counter-days/day-of-tender.ts'
import { cashRounding } from '#server/checkout/counter/tenders.ts'
import { note } from '#server/checkout/orders/history.ts'
import type { Shop } from '#server/platform/shop.ts'
import { addToRefunded, finishCompleted, refundCards } from './end-refund.ts'
import { restock } from './refund-goods.ts'

/** Completes a started refund, with its part to gift cards if it has one, and records what staff give back. */
export async function completeByHand(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  const at = isoNow(shop.clock)
  await tx
    .updateTable('refunds')
    .set({ state: 'completed', completed_at: at, updated_at: at, fee_back_cents: 0 })
    .where('id', '=', refund.id)
    .execute()
  const tender = await refundTender(shop, payment, refund, at)
  await tx.insertInto('tenders').values(tender).execute()
  await addToRefunded(tx, payment, refund, refund.amount_cents)
  await note(tx, shop, payment.order_id, refund.actor, describe(tender)).execute()
  await finishCompleted(tx, shop, payment, refund)
  await refundCards(tx, shop, refund)
  await restock(tx, shop, payment.order_id, refund)
  // Last, as in a sale, which locks its goods before the counter day: otherwise the two could wait for each other.
  for (const { query } of await daySteps(shop, tender)) await tx.executeQuery(query)
}

async function refundTender(
  shop: Shop,
  payment: PaymentRow,
  { id, amount_cents: cents, actor }: RefundRow,
  at: string,
): Promise<TenderRow> {
  const kind = payment.provider as TenderRow['kind']
  return {
    id: newId(shop.clock),
    order_id: payment.order_id,
    payment_id: payment.id,
    refund_id: id,
    kind,
    cents: -cents,
    // As a sale: what the drawer gives is rounded, and the refund has its exact amount.
    rounding_cents: kind === 'cash' ? -(await cashRounding(shop, cents)) : 0,
    received_cents: null,
    change_cents: null,
    approval: '',
    last_four: '',
    actor,
    at,
    counter_day_id: null,
  }
}

/** 'Gave back $18.70 in cash', or 'Refunded $18.69 with the card machine'. */
function describe({ kind, cents, rounding_cents: rounding }: TenderRow): string {
  if (kind === 'cash') return `Gave back ${formatCents(-cents - rounding)} in cash`
  return `Gave back ${formatCents(-cents)} with the ${TENDER_NAMES.machine.toLowerCase()}`
}
