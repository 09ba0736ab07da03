/** The stock of an order: the check before the transaction, and the steps that take it. */
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { SizeTotal } from '../../quotes/goods.ts'

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

function lockOnSale(db: Db, { productId, isRoastedToOrder }: SizeTotal): Step {
  return {
    query: db
      .updateTable('products')
      // Without stock, nothing of the product changes.
      .set((eb) => ({ version: eb('version', '+', isRoastedToOrder ? 0 : 1) }))
      .where('id', '=', productId)
      .where('is_roasted_to_order', '=', isRoastedToOrder ? 1 : 0)
      .where('deleted_at', 'is', null)
      .where('is_draft', '=', 0),
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
