import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { products } from '#shared/catalog/api/products.ts'
import { WHOLE_BEAN } from '#shared/platform/grinds.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { call, isNotFound } from '../api/call.ts'
import { addPieces, type Cart } from '../cart/cart.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

type Items = Order['orderItems']

/** Adds the items of a paid order to the cart again. It is the main action only when the goods have arrived. */
export function OrderAgain({ order }: { order: Order }) {
  const adding = useAddAgain(async () => order.orderItems)
  return (
    <Button
      look={order.state === 'delivered' ? 'solid' : 'line'}
      busy={adding.isPending}
      onClick={() => adding.mutate()}
    >
      Order again
    </Button>
  )
}

/** The same button for a list. It loads the items when it is pressed. */
export function OrderAgainById({ id, number }: { id: string; number: string }) {
  const adding = useAddAgain(async () => (await call(orders.one, { params: { id } })).orderItems)
  return (
    <Button
      look="quiet"
      busy={adding.isPending}
      aria-label={`Order again: the items of order ${number}`}
      onClick={() => adding.mutate()}
    >
      Order again
    </Button>
  )
}

/** Adds items to the cart, and opens the cart if any were added. Says which items could not be added, and why. */
export function useAddAgain(itemsOf: () => Promise<Items>) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => addToCartAgain(await itemsOf()),
    onSuccess: ({ gone, missing, madeWholeBean, added }) => {
      if (gone.length > 0) toast.error(`No longer sold: ${gone.join(', ')}`)
      if (missing.length > 0) toast.error(`Not enough in stock: ${missing.join(', ')}`)
      if (madeWholeBean.length > 0)
        toast.error(
          `Added as whole bean, because the grind is no longer offered: ${madeWholeBean.join(', ')}`,
        )
      return added > 0 ? navigate('/cart') : undefined
    },
    onError: (error) => toast.error(error.message),
  })
}

/** The items and pieces of an order that a cart does not have. */
export function missingIn({ cartItems }: Cart, items: Items): Items {
  const inCart = new Map<string, number>()
  for (const { _id, sizeId, grind, qty } of cartItems) {
    const key = [_id, sizeId, grind].join(' ')
    inCart.set(key, (inCart.get(key) ?? 0) + qty)
  }
  return items.flatMap((item) => {
    const key = [item.product, item.sizeId, item.grind].join(' ')
    const found = Math.min(item.qty, inCart.get(key) ?? 0)
    inCart.set(key, (inCart.get(key) ?? 0) - found)
    return found < item.qty ? [{ ...item, qty: item.qty - found }] : []
  })
}

type Result = { gone: string[]; missing: string[]; madeWholeBean: string[]; added: number }

/**
 * Adds the items to the cart, in addition to what it contains. Returns the number of added pieces, and the names of
 * items that are no longer sold, that are not fully in stock, and that became whole bean because their grind is not
 * offered.
 */
async function addToCartAgain(items: Items): Promise<Result> {
  const found = await Promise.all(
    items.map(async (item) => ({ item, product: await productOf(item.product) })),
  )
  const result: Result = { gone: [], missing: [], madeWholeBean: [], added: 0 }
  for (const { item, product } of found) {
    const { sizeId, qty } = item
    const size = product?.sizes.find(({ id }) => id === sizeId)
    if (!product || !size) {
      result.gone.push(lineTitle(item))
      continue
    }
    const isOffered = !item.grind || item.grind === WHOLE_BEAN || product.grinds.includes(item.grind)
    const choice = { sizeId, ...(isOffered ? { grind: item.grind } : {}) }
    const added = addPieces(product, qty, size.countInStock, choice)
    result.added += added
    if (added < qty) result.missing.push(lineTitle(item))
    if (added > 0 && !isOffered) result.madeWholeBean.push(lineTitle(item))
  }
  return result
}

async function productOf(id: string) {
  try {
    return await call(products.one, { params: { id } })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
