import { isoNow, newId } from '../time/clock.ts'
import type { Tx } from '../db/schema.ts'
import type { Shop } from '../shop.ts'

type Lines = { product_id: string; qty: number }[]

/**
 * Returns goods of an order to stock. Returns the product ids; pass them to `shop.changed` after the commit.
 * @param inParts true if earlier calls may have returned some of the goods; if false, that makes the transaction fail
 */
export async function returnToStock(
  tx: Tx,
  shop: Shop,
  orderId: string,
  lines: Lines,
  { inParts }: { inParts: boolean },
): Promise<string[]> {
  const at = isoNow(shop.clock)
  // Sorted by id, as in every transaction that locks products, to prevent deadlocks.
  const goods = lines.toSorted((a, b) => (a.product_id < b.product_id ? -1 : 1))
  for (const { product_id, qty } of goods) {
    await tx
      .updateTable('products')
      .set((eb) => ({ count_in_stock: eb('count_in_stock', '+', qty), version: eb('version', '+', 1) }))
      .where('id', '=', product_id)
      .execute()
  }
  const moves = goods.map(({ product_id, qty }) => ({
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
    .$if(inParts, (query) =>
      query.onConflict((before) =>
        before
          .columns(['order_id', 'product_id', 'reason'])
          .doUpdateSet((eb) => ({ qty: eb('stock_moves.qty', '+', eb.ref('excluded.qty')) })),
      ),
    )
    .execute()
  return goods.map(({ product_id }) => product_id)
}
