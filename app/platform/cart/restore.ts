/** Restores a saved cart in this browser. */
import type { SavedCart, SavedLine } from '#shared/checkout/api/saved-carts.ts'
import { addPieces, changeItems, getCart } from './cart.ts'
import { keepCode } from './code-link.ts'

/**
 * Adds the lines to the cart, or replaces it. The cart has at most as many pieces of a size as are in stock. A saved
 * discount code is used unless the cart has one. Returns the number of added pieces, and the titles of the lines that
 * could not be added completely.
 */
export function restoreCart(
  { lines, code }: SavedCart,
  mode: 'add' | 'replace',
): { added: number; missing: string[] } {
  if (mode === 'replace') changeItems(() => [])
  let added = 0
  const missing: string[] = []
  for (const line of lines) {
    const pieces = addLine(line)
    added += pieces
    if (pieces < line.qty) missing.push(line.title)
  }
  if (code && added > 0 && getCart().code === null) keepCode(code)
  return { added, missing }
}

function addLine({ product, sizeId, grind, qty, subscribe }: SavedLine): number {
  const size = product?.sizes.find(({ id }) => id === sizeId)
  return product && size ? addPieces(product, qty, size.countInStock, { sizeId, grind, subscribe }) : 0
}
