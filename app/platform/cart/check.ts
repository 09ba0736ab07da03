/** Compares the stored cart with the current products of the shop. */
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { products, type Product } from '#shared/catalog/api/products.ts'
import { subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import { defaultGrind } from '#shared/platform/grinds.ts'
import { formatCents, toCents } from '#shared/kernel/pricing.ts'
import { isNotFound } from '../api/call.ts'
import { ask } from '../api/query.ts'
import { changeItems, getCart, itemOf, keyOf, type CartItem } from './cart.ts'
import { heldPieces } from './placed.ts'

/** `id` is the key of the line. */
export type CartNotice = { id: string; name: string; text: string }

/** The current products by id; null for a product that is no longer sold. */
export type CurrentProducts = Map<string, Product | null>

/**
 * Reads each product of the cart once when the cart page opens, updates the stored prices and quantities, and returns
 * the changes. A line whose product cannot be read does not change; the server checks it again when the order is
 * placed.
 */
export function useCartCheck(): CartNotice[] {
  const client = useQueryClient()
  const [notices, setNotices] = useState<CartNotice[]>([])
  useEffect(() => {
    let unmounted = false
    const check = async () => {
      const current: CurrentProducts = new Map()
      await Promise.all(
        [...new Set(getCart().cartItems.map(({ _id }) => _id))].map(async (id) => {
          try {
            current.set(
              id,
              withOwnPieces(
                await client.fetchQuery({ ...ask(products.one, { params: { id } }), staleTime: 0 }),
              ),
            )
          } catch (error) {
            if (isNotFound(error)) current.set(id, null)
          }
        }),
      )
      const isSubscribable = await offersSubscriptions(client)
      if (unmounted || current.size === 0) return
      const { notices: found } = compare(getCart().cartItems, current, isSubscribable)
      changeItems((items) => compare(items, current, isSubscribable).items)
      setNotices(found)
    }
    void check()
    return () => {
      unmounted = true
    }
  }, [client])
  return notices
}

/** Whether the shop offers subscriptions, if the cart has one; true if that cannot be read. */
async function offersSubscriptions(client: QueryClient): Promise<boolean> {
  if (!getCart().cartItems.some(({ subscribe }) => subscribe)) return true
  try {
    return (await client.fetchQuery({ ...ask(subscriptionOffer.offer, {}), staleTime: 0 })).isOffered
  } catch {
    return true
  }
}

/** Updates the stored prices after the shop has refused an order because of them. Throws CallError. */
export async function updatePrices(client: QueryClient): Promise<void> {
  const current: CurrentProducts = new Map()
  await Promise.all(
    getCart().cartItems.map(async ({ _id: id }) => {
      const product = await client.fetchQuery({ ...ask(products.one, { params: { id } }), staleTime: 0 })
      current.set(id, withOwnPieces(product))
    }),
  )
  changeItems((items) => compare(items, current).items)
}

/**
 * The product with the stock that the buyer can order: the pieces that the shop holds for the buyer's own unpaid order too.
 * The checkout replaces that order if the buyer changes it.
 */
export function withOwnPieces<P extends Product>(product: P): P {
  const sizes = product.sizes.map((size) => ({
    ...size,
    countInStock: size.countInStock + heldPieces(size.id),
  }))
  return { ...product, sizes }
}

/**
 * Returns the updated lines and a notice for each change.
 * @param isSubscribable whether the shop offers subscriptions; if not, subscribed lines become single purchases
 */
export function compare(
  items: CartItem[],
  current: CurrentProducts,
  isSubscribable = true,
): { items: CartItem[]; notices: CartNotice[] } {
  const notices: CartNotice[] = []
  const updated = new Map<string, CartItem>()
  /** The pieces of each size in earlier lines, because lines with different grinds share the stock of their size. */
  const taken = new Map<string, number>()
  for (const item of items) {
    const product = current.get(item._id)
    const { subscribe, ...once } = item
    const isEnded = subscribe !== undefined && !isSubscribable
    const wanted = isEnded ? once : item
    const updatedLine = product === undefined ? { line: wanted, texts: [] } : update(wanted, product, taken)
    const { line } = updatedLine
    const texts = [...(isEnded && line ? [NO_SUBSCRIPTION] : []), ...updatedLine.texts]
    const key = keyOf(line ?? wanted)
    notices.push(...texts.map((text) => ({ id: key, name: item.name, text })))
    if (!line) continue
    const before = updated.get(key)?.qty ?? 0
    updated.set(key, { ...line, qty: before + line.qty })
    taken.set(line.sizeId, (taken.get(line.sizeId) ?? 0) + line.qty)
  }
  return { items: [...updated.values()], notices }
}

const NO_SUBSCRIPTION = 'we take no new subscriptions, so this is a single purchase now'

type Updated = { line: CartItem | null; texts: string[] }

/**
 * The line with the current price and stock; null if it is removed. A size that no longer exists counts as sold out.
 */
function update(item: CartItem, product: Product | null, taken: Map<string, number>): Updated {
  if (product === null || product.isDraft)
    return { line: null, texts: ['no longer sold, so it was removed from your cart'] }
  const size = product.sizes.find(({ id }) => id === item.sizeId)
  if (!size) {
    const what = item.sizeLabel ? `no longer sold in ${item.sizeLabel}` : 'no longer sold in this size'
    return { line: { ...item, countInStock: 0 }, texts: [`${what}. Remove it to continue`] }
  }
  const texts: string[] = []
  const grind = offeredGrind(item, product)
  if (grind !== item.grind) texts.push(`${item.grind} is no longer offered: now ${grind || 'as it is'}`)
  const [was, now] = [toCents(item.price), toCents(size.price)]
  if (was !== now) texts.push(`now ${formatCents(now)}, was ${formatCents(was)}`)
  const others = taken.get(size.id) ?? 0
  const left = size.countInStock - others
  const line = (qty: number) => itemOf(product, qty, { sizeId: size.id, grind, subscribe: item.subscribe })
  if (size.countInStock === 0)
    return { line: line(item.qty), texts: [...texts, 'sold out. Remove it to continue'] }
  if (left <= 0)
    return {
      line: null,
      texts: [
        `only ${size.countInStock} left, and all of them are in your cart already, so this line was removed`,
      ],
    }
  const more = others > 0 ? 'more ' : ''
  if (left < item.qty)
    texts.push(product.isRoastedToOrder ? `at most ${left} ${more}in one order` : `only ${left} ${more}left`)
  return { line: line(Math.min(item.qty, left)), texts }
}

/** The grind of a line, or whole bean if the shop no longer offers that grind. */
function offeredGrind({ grind }: CartItem, { grinds, category }: Product): string {
  return grinds.includes(grind) ? grind : defaultGrind(category)
}
