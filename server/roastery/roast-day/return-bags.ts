import type { Tx } from '#server/kernel/db/schema.ts'

/**
 * Frees the bags of an order for other orders. Returns their number. The caller's transaction holds the lock of the order.
 */
export async function returnBags(tx: Tx, orderId: string): Promise<number> {
  const uses = await tx
    .deleteFrom('bag_uses')
    .where('order_id', '=', orderId)
    .returning(['bags_id as id', 'qty'])
    .execute()
  for (const { id, qty } of uses.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    await tx
      .updateTable('bags')
      .set((eb) => ({ qty_left: eb('qty_left', '+', qty) }))
      .where('id', '=', id)
      .execute()
  return uses.reduce((sum, { qty }) => sum + qty, 0)
}
