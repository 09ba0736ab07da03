import { isoNow } from '#server/kernel/time/clock.ts'
import type { RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { returnToStock } from '#server/checkout/orders/stock.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Returns the goods of a refund to stock, once, even while the bank is still processing it. Returns the product ids. */
export async function restock(tx: Tx, shop: Shop, orderId: string, refund: RefundRow): Promise<string[]> {
  if (refund.restocked_at !== null) return []
  const lines = await tx
    .selectFrom('refund_lines')
    .innerJoin('order_lines', 'order_lines.position', 'refund_lines.line')
    .select(['product_id', 'size_id', 'refund_lines.qty'])
    .where('refund_id', '=', refund.id)
    .where('order_id', '=', orderId)
    .execute()
  if (lines.length === 0) return []
  const products = await returnToStock(tx, shop, orderId, lines, { inParts: true })
  const at = isoNow(shop.clock)
  await tx.updateTable('refunds').set({ restocked_at: at }).where('id', '=', refund.id).execute()
  return products
}
