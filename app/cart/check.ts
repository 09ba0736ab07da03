/** Compares the stored cart with the current products of the shop. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { products, type Product } from '#shared/api/products.ts'
import { formatCents, toCents } from '#shared/pricing.ts'
import { isNotFound } from '../api/call.ts'
import { ask } from '../api/query.ts'
import { changeItems, getCart, itemOf, type CartItem } from './cart.ts'

export type CartNotice = { id: string; name: string; text: string }

/** The current products by id; null for a product that is no longer sold. */
export type CurrentProducts = Map<string, Product | null>

/**
 * Reads each product of the cart once when the cart page opens, updates the stored prices and quantities, and returns
 * what changed. A line whose product cannot be read stays as it is; placing the order checks it again.
 */
export function useCartCheck(): CartNotice[] {
  const client = useQueryClient()
  const [notices, setNotices] = useState<CartNotice[]>([])
  useEffect(() => {
    let unmounted = false
    const check = async () => {
      const current: CurrentProducts = new Map()
      await Promise.all(
        getCart().cartItems.map(async ({ _id: id }) => {
          try {
            current.set(
              id,
              await client.fetchQuery({ ...ask(products.one, { params: { id } }), staleTime: 0 }),
            )
          } catch (error) {
            if (isNotFound(error)) current.set(id, null)
          }
        }),
      )
      if (unmounted || current.size === 0) return
      const { notices: found } = compare(getCart().cartItems, current)
      changeItems((items) => compare(items, current).items)
      setNotices(found)
    }
    void check()
    return () => {
      unmounted = true
    }
  }, [client])
  return notices
}

/** Returns the updated lines and a notice for each change. */
export function compare(
  items: CartItem[],
  current: CurrentProducts,
): { items: CartItem[]; notices: CartNotice[] } {
  const notices: CartNotice[] = []
  const updated = items.flatMap((item) => {
    const product = current.get(item._id)
    if (product === undefined) return [item]
    const note = (text: string) => notices.push({ id: item._id, name: item.name, text })
    if (product === null || product.isDraft) {
      note('no longer sold, so it was removed from your cart')
      return []
    }
    const [was, now] = [toCents(item.price), toCents(product.price)]
    if (was !== now) note(`now ${formatCents(now)}, was ${formatCents(was)}`)
    const left = product.countInStock
    if (left === 0) note('sold out. Remove it to continue')
    else if (left < item.qty) note(`only ${left} left`)
    return [itemOf(product, left === 0 ? item.qty : Math.min(item.qty, left))]
  })
  return { items: updated, notices }
}
