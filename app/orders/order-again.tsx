import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { orders, type Order } from '#shared/api/orders.ts'
import { products } from '#shared/api/products.ts'
import { WHOLE_BEAN } from '#shared/grinds.ts'
import { lineTitle } from '#shared/sizes.ts'
import { call, isNotFound } from '../api/call.ts'
import { addOnTop } from '../cart/cart.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'

type Items = Order['orderItems']

/** Adds the items of a paid order to the cart again. */
export function OrderAgain({ order }: { order: Order }) {
  const adding = useAddAgain(async () => order.orderItems)
  return (
    <Button busy={adding.isPending} onClick={() => adding.mutate()}>
      Order again
    </Button>
  )
}

/** The same in a list, which does not have the items yet. */
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

/** Adds items to the cart, and opens it if it has got any. Says which could not be added, and why. */
export function useAddAgain(itemsOf: () => Promise<Items>) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async () => addToCartAgain(await itemsOf()),
    onSuccess: ({ gone, missing, unground, added }) => {
      if (gone.length > 0) toast.error(`No longer sold: ${gone.join(', ')}`)
      if (missing.length > 0) toast.error(`Not enough in stock: ${missing.join(', ')}`)
      if (unground.length > 0)
        toast.error(`Now whole bean, because the grind is gone: ${unground.join(', ')}`)
      return added > 0 ? navigate('/cart') : undefined
    },
    onError: (error) => toast.error(error.message),
  })
}

type Result = { gone: string[]; missing: string[]; unground: string[]; added: number }

/**
 * Adds the items to the cart, on top of what it has. Returns the names of those that are no longer sold, of those that
 * are not fully in stock, and of those whose grind is no longer offered, which become whole bean.
 */
async function addToCartAgain(items: Items): Promise<Result> {
  const found = await Promise.all(
    items.map(async (item) => ({ item, product: await productOf(item.product) })),
  )
  const result: Result = { gone: [], missing: [], unground: [], added: 0 }
  for (const { item, product } of found) {
    const { sizeId, qty } = item
    const size = product?.sizes.find(({ id }) => id === sizeId)
    if (!product || !size) {
      result.gone.push(lineTitle(item))
      continue
    }
    const isOffered = !item.grind || item.grind === WHOLE_BEAN || product.grinds.includes(item.grind)
    const choice = { sizeId, ...(isOffered ? { grind: item.grind } : {}) }
    const added = addOnTop(product, qty, size.countInStock, choice)
    result.added += added
    if (added < qty) result.missing.push(lineTitle(item))
    if (added > 0 && !isOffered) result.unground.push(lineTitle(item))
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
