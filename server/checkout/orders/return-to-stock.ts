import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'

export type ReturnedLine = { product_id: string; size_id: string; qty: number }

/**
 * Returns goods of an order to stock, except those that the order did not take from stock, because they were roasted to
 * order. Returns the ids of the products; pass them to `shop.changed` after the commit.
 * @param inParts true if earlier calls may have returned some of the goods; if false, that makes the transaction fail
 */
export async function returnToStock(
  tx: Tx,
  shop: Shop,
  orderId: string,
  of: readonly ReturnedLine[],
  { inParts }: { inParts: boolean },
): Promise<string[]> {
  const lines = await takenFromStock(tx, orderId, of)
  if (lines.length === 0) return []
  const at = isoNow(shop.clock)
  // The products are locked first, sorted by id, as in every transaction that changes stock, to prevent deadlocks.
  const products = [...new Set(lines.map(({ product_id }) => product_id))].toSorted()
  for (const id of products) {
    await tx
      .updateTable('products')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  }
  const sizes = qtyBySize(lines)
  for (const [id, qty] of sizes) {
    await tx
      .updateTable('product_sizes')
      .set((eb) => ({ count_in_stock: eb('count_in_stock', '+', qty) }))
      .where('id', '=', id)
      .execute()
  }
  const moves = sizes.map(([size_id, qty]) => ({
    id: newId(shop.clock),
    size_id,
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
          .columns(['order_id', 'size_id', 'reason'])
          .doUpdateSet((eb) => ({ qty: eb('stock_moves.qty', '+', eb.ref('excluded.qty')) })),
      ),
    )
    .execute()
  return products
}

/**
 * The lines that took stock. The stock moves show this: the product may have been switched between stock and roasted to
 * order since then.
 */
async function takenFromStock(tx: Tx, orderId: string, lines: readonly ReturnedLine[]) {
  const moves = await tx
    .selectFrom('stock_moves')
    .select('size_id')
    .where('order_id', '=', orderId)
    .where('reason', '=', 'order')
    .execute()
  const taken = new Set(moves.map(({ size_id: size }) => size))
  return lines.filter(({ size_id: size }) => taken.has(size))
}

/** Lines with different grinds of one size are one quantity. */
function qtyBySize(lines: readonly ReturnedLine[]): [sizeId: string, qty: number][] {
  const sizes = new Map<string, number>()
  for (const { size_id, qty } of lines) sizes.set(size_id, (sizes.get(size_id) ?? 0) + qty)
  return [...sizes]
}
