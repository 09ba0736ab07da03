/** The cart was filled some time ago: what has become of its products since. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { products, type Product } from '#shared/api/products.ts'
import { formatCents, toCents } from '#shared/pricing.ts'
import { isNotFound } from '../api/call.ts'
import { ask } from '../api/query.ts'
import { changeItems, getCart, itemOf, type CartItem } from './cart.ts'

export type CartNotice = { id: string; name: string; text: string }

/** What the shop says of a product now; null when it no longer sells it. */
export type Fresh = Map<string, Product | null>

/**
 * Reads each product of the cart anew, once, when the cart is opened; brings stored prices and quantities
 * up to date and tells what changed. A product that cannot be read keeps its line: the order decides anyway.
 */
export function useCartCheck(): CartNotice[] {
  const client = useQueryClient()
  const [notices, setNotices] = useState<CartNotice[]>([])
  useEffect(() => {
    let left = false
    const check = async () => {
      const fresh: Fresh = new Map()
      await Promise.all(
        getCart().cartItems.map(async ({ _id: id }) => {
          try {
            fresh.set(id, await client.fetchQuery({ ...ask(products.one, { params: { id } }), staleTime: 0 }))
          } catch (error) {
            if (isNotFound(error)) fresh.set(id, null)
          }
        }),
      )
      if (left || fresh.size === 0) return
      const { notices: found } = compare(getCart().cartItems, fresh)
      changeItems((items) => compare(items, fresh).items)
      setNotices(found)
    }
    void check()
    return () => {
      left = true
    }
  }, [client])
  return notices
}

/** Lines brought up to date, and what to say about it. */
export function compare(items: CartItem[], fresh: Fresh): { items: CartItem[]; notices: CartNotice[] } {
  const notices: CartNotice[] = []
  const updated = items.flatMap((item) => {
    const product = fresh.get(item._id)
    if (product === undefined) return [item]
    const say = (text: string) => notices.push({ id: item._id, name: item.name, text })
    if (product === null || product.isDraft) {
      say('no longer on sale, so it is out of your cart')
      return []
    }
    const [was, now] = [toCents(item.price), toCents(product.price)]
    if (was !== now) say(`now ${formatCents(now)}, was ${formatCents(was)}`)
    const left = product.countInStock
    if (left === 0) say('sold out. Remove it to go on')
    else if (left < item.qty) say(`only ${left} left`)
    return [itemOf(product, left === 0 ? item.qty : Math.min(item.qty, left))]
  })
  return { items: updated, notices }
}
