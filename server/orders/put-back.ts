import { isoNow, newId } from '../time/clock.ts'
import type { Tx } from '../db/schema.ts'
import type { Shop } from '../shop.ts'

type Lines = { product_id: string; qty: number }[]

/**
 * Puts goods of an order back on the shelf. Answers the products; tell `shop.changed` of them after the commit.
 * @param inParts whether some may have come back before, to which these are added; without, that breaks the transaction
 */
export async function putBack(
  tx: Tx,
  shop: Shop,
  orderId: string,
  lines: Lines,
  { inParts }: { inParts: boolean },
): Promise<string[]> {
  const at = isoNow(shop.clock)
  // In the order in which everybody takes them: nobody deadlocks.
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
