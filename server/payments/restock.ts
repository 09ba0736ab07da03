import { isoNow, newId } from '../clock.ts'
import type { RefundRow, Tx } from '../db/schema.ts'
import type { Shop } from '../shop.ts'

/** The goods that come back with the refund, once it is on its way: they are here, whatever the bank takes. Answers them. */
export async function restock(tx: Tx, shop: Shop, orderId: string, refund: RefundRow): Promise<string[]> {
  if (refund.restocked_at !== null) return []
  const lines = await tx
    .selectFrom('refund_lines')
    .select(['product_id', 'qty'])
    .where('refund_id', '=', refund.id)
    .orderBy('product_id')
    .execute()
  if (lines.length === 0) return []
  const at = isoNow(shop.clock)
  for (const { product_id, qty } of lines) {
    await tx
      .updateTable('products')
      .set((eb) => ({ count_in_stock: eb('count_in_stock', '+', qty), version: eb('version', '+', 1) }))
      .where('id', '=', product_id)
      .execute()
  }
  const moves = lines.map(({ product_id, qty }) => ({
    id: newId(shop.clock),
    product_id,
    order_id: orderId,
    qty,
    reason: 'return' as const,
    at,
  }))
  await tx
    .insertInto('stock_moves')
    .values(moves)
    .onConflict((before) =>
      before
        .columns(['order_id', 'product_id', 'reason'])
        .doUpdateSet((eb) => ({ qty: eb('stock_moves.qty', '+', eb.ref('excluded.qty')) })),
    )
    .execute()
  await tx.updateTable('refunds').set({ restocked_at: at }).where('id', '=', refund.id).execute()
  return lines.map(({ product_id }) => product_id)
}
