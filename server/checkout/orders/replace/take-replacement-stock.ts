import type { OrderLineRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'

/**
 * Takes the goods of a replacement from stock, in the caller's transaction. Products are locked first, sorted by id, as
 * in every transaction that changes stock. A coffee roasted to order has none. Returns the lines whose goods were taken
 * from stock. Throws 409 for goods that are no longer sold or not in stock.
 */
export async function takeReplacementStock(tx: Tx, lines: readonly OrderLineRow[]): Promise<OrderLineRow[]> {
  const toOrder = new Set<string>()
  const products = Map.groupBy(lines, ({ product_id }) => product_id)
  for (const [id, [line]] of [...products].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const locked = await tx
      .updateTable('products')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('is_roasted_to_order')
      .executeTakeFirst()
    if (!locked) throw conflict(`${line!.name} is no longer sold`)
    if (locked.is_roasted_to_order) toOrder.add(id)
  }
  const counted = lines.filter(({ product_id: id }) => !toOrder.has(id))
  for (const [sizeId, ofSize] of Map.groupBy(counted, ({ size_id }) => size_id)) {
    const qty = ofSize.reduce((sum, line) => sum + line.qty, 0)
    const taken = await tx
      .updateTable('product_sizes')
      .set((eb) => ({ count_in_stock: eb('count_in_stock', '-', qty) }))
      .where('id', '=', sizeId)
      .where('count_in_stock', '>=', qty)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!taken) throw conflict(`Not enough of ${ofSize[0]!.name} in stock`, { code: 'stock', sizeId })
  }
  return counted
}
