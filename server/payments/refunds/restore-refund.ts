import type { PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { readUnrefunded, readUnreturned, writeStock, type OrderLine } from './refund-goods.ts'
import { assign, splitAgain } from './refund-parts.ts'

/**
 * Corrects a refund that was recorded as failed and completed after all. It keeps only the items and returned goods
 * that no later refund has used. Call it after the refund's row has left the state `failed`.
 */
export async function restoreRefund(tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  if (refund.of_sale === 0) return
  await fitItems(tx, payment, refund)
  if (refund.restocked_at === null) await fitStock(tx, payment, refund)
}

/** If some of its items are no longer left, the refund becomes a refund of an amount without items. */
async function fitItems(tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const items = await tx
    .deleteFrom('refund_items')
    .where('refund_id', '=', refund.id)
    .returning(['line', 'qty'])
    .execute()
  await tx.updateTable('refunds').set({ is_itemized: 0 }).where('id', '=', refund.id).execute()
  const fitting = limitToLeft(await readUnrefunded(tx, payment.order_id), items)
  const isWhole = items.every(({ line, qty }) =>
    fitting.some((each) => each.position === line && each.qty === qty),
  )
  if (refund.is_itemized === 1 && isWhole) await assign(tx, payment, refund, fitting, refund.shipping_cents)
  else await splitAgain(tx, payment)
}

async function fitStock(tx: Tx, payment: PaymentRow, refund: RefundRow): Promise<void> {
  const stock = await tx
    .deleteFrom('refund_lines')
    .where('refund_id', '=', refund.id)
    .returning(['line', 'qty'])
    .execute()
  await writeStock(tx, refund.id, limitToLeft(await readUnreturned(tx, payment.order_id), stock))
}

function limitToLeft<L extends OrderLine>(left: L[], lines: { line: number; qty: number }[]): L[] {
  return left.flatMap((each) => {
    const requested = lines.find(({ line }) => line === each.position)?.qty ?? 0
    const qty = Math.min(requested, each.qty)
    return qty > 0 ? [{ ...each, qty }] : []
  })
}
