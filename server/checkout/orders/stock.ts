/** The stock of orders: the check before an order, the steps that take it, and its return. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Tx, Db, OrderLineRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { SizeTotal } from '../quotes/goods.ts'
import { stockMoved } from '#server/platform/webhooks/events.ts'

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
  await stockMoved(tx, shop, moves)
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

/** Throws 409 if the stock of a size is too low. */
export function requireStock(sizes: readonly SizeTotal[]): void {
  for (const { productId, sizeId, title, left, isRoastedToOrder, qty } of sizes) {
    if (left >= qty) continue
    if (isRoastedToOrder)
      throw conflict(`At most ${left} of ${title} in one order`, {
        code: 'stock',
        productId,
        sizeId,
        countInStock: left,
      })
    const message = left === 0 ? `${title} is out of stock` : `Only ${left} of ${title} left in stock`
    throw conflict(message, { code: 'stock', productId, sizeId, countInStock: left })
  }
}

/**
 * Takes the stock with one conditional update per size. They also require the price that the totals were computed from.
 * The updates of the products come first: they lock the rows, sorted by id to prevent deadlocks, and require that the
 * products are still on sale and still have stock, or none. A coffee roasted to order has no stock: only its price is
 * required, and its row stays as it is.
 */
export function takeStock(db: Db, sizes: readonly SizeTotal[]): Step[] {
  const products = new Map(sizes.map((size) => [size.productId, size]))
  return [
    ...[...products.values()].map((of) => lockOnSale(db, of)),
    ...sizes.map((size) => takeSize(db, size)),
  ]
}

function lockOnSale(db: Db, { productId, isRoastedToOrder, account }: SizeTotal): Step {
  return {
    query: db
      .updateTable('products')
      // Without stock, nothing of the product changes.
      .set((eb) => ({ version: eb('version', '+', isRoastedToOrder ? 0 : 1) }))
      .where('id', '=', productId)
      .where('is_roasted_to_order', '=', isRoastedToOrder ? 1 : 0)
      .where('deleted_at', 'is', null)
      .where((eb) =>
        account === undefined
          ? eb('is_draft', '=', 0)
          : eb.and([
              eb.or([eb('is_draft', '=', 0), eb('for_accounts', '=', 1)]),
              eb('company_id', 'in', ['', account]),
            ]),
      ),
    rows: 1,
  }
}

function takeSize(db: Db, { sizeId, qty, priceCents, isRoastedToOrder }: SizeTotal): Step {
  const taken = isRoastedToOrder ? 0 : qty
  return {
    query: db
      .updateTable('product_sizes')
      .set((eb) => ({ count_in_stock: eb('count_in_stock', '-', taken) }))
      .where('id', '=', sizeId)
      .where('count_in_stock', '>=', taken)
      .where('price_cents', '=', priceCents)
      .where('removed_at', 'is', null),
    rows: 1,
  }
}

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
  for (const [size, ofSize] of Map.groupBy(counted, ({ size_id }) => size_id)) {
    const qty = ofSize.reduce((sum, line) => sum + line.qty, 0)
    const taken = await tx
      .updateTable('product_sizes')
      .set((eb) => ({ count_in_stock: eb('count_in_stock', '-', qty) }))
      .where('id', '=', size)
      .where('count_in_stock', '>=', qty)
      .where('removed_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!taken) throw conflict(`Not enough of ${ofSize[0]!.name} in stock`, { code: 'stock', sizeId: size })
  }
  return counted
}
