/** The stock of an order: the check before the transaction, and the steps that take it. */
import type { Step } from '../db/all-or-none.ts'
import type { Db } from '../db/schema.ts'
import { conflict } from '../errors.ts'
import type { SizeTotal } from '../quotes/goods.ts'

/** Throws 409 if the stock of a size is too low. */
export function requireStock(sizes: readonly SizeTotal[]): void {
  for (const { productId, sizeId, title, left, qty } of sizes) {
    if (left >= qty) continue
    const message = left === 0 ? `${title} is out of stock` : `Only ${left} of ${title} left in stock`
    throw conflict(message, { code: 'stock', productId, sizeId, countInStock: left })
  }
}

/**
 * Takes the stock with one conditional update per size. They also require the price that the totals were computed from.
 * The updates of the products come first: they lock the rows, sorted by id to prevent deadlocks, and require that the
 * products are still on sale.
 */
export function takeStock(db: Db, sizes: readonly SizeTotal[]): Step[] {
  const products = [...new Set(sizes.map(({ productId }) => productId))]
  return [...products.map((id) => lockOnSale(db, id)), ...sizes.map((size) => takeSize(db, size))]
}

function lockOnSale(db: Db, productId: string): Step {
  return {
    query: db
      .updateTable('products')
      .set((eb) => ({ version: eb('version', '+', 1) }))
      .where('id', '=', productId)
      .where('deleted_at', 'is', null)
      .where('is_draft', '=', 0),
    rows: 1,
  }
}

function takeSize(db: Db, { sizeId, qty, priceCents }: SizeTotal): Step {
  return {
    query: db
      .updateTable('product_sizes')
      .set((eb) => ({ count_in_stock: eb('count_in_stock', '-', qty) }))
      .where('id', '=', sizeId)
      .where('count_in_stock', '>=', qty)
      .where('price_cents', '=', priceCents)
      .where('removed_at', 'is', null),
    rows: 1,
  }
}
