import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Order } from '#shared/api/orders.ts'
import { products } from '#shared/api/products.ts'
import { WHOLE_BEAN } from '#shared/grinds.ts'
import { lineTitle } from '#shared/sizes.ts'
import { call, isNotFound } from '../../api/call.ts'
import { addToCart } from '../../cart/cart.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** Adds the items of a cancelled or expired order to the cart, as far as they are in stock. */
export function ReturnToCart({ order }: { order: Order }) {
  const navigate = useNavigate()
  const returning = useMutation({
    mutationFn: () => addToCartAgain(order),
    onSuccess: ({ missing, unground }) => {
      if (missing.length > 0) toast.error(`Not enough in stock: ${missing.join(', ')}`)
      if (unground.length > 0)
        toast.error(`Now whole bean, because the grind is gone: ${unground.join(', ')}`)
      return navigate('/cart')
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button busy={returning.isPending} onClick={() => returning.mutate()}>
      Put these back in the cart
    </Button>
  )
}

type Result = { missing: string[]; unground: string[] }

/**
 * Adds the items to the cart. Returns the names of those that are no longer sold or not fully in stock, and of those
 * whose grind is no longer offered, which become whole bean.
 */
async function addToCartAgain(order: Order): Promise<Result> {
  const found = await Promise.all(
    order.orderItems.map(async (item) => ({ item, product: await productOf(item.product) })),
  )
  const result: Result = { missing: [], unground: [] }
  for (const { item, product } of found) {
    const { sizeId, qty } = item
    const left = product?.sizes.find(({ id }) => id === sizeId)?.countInStock ?? 0
    if (left < qty) result.missing.push(lineTitle(item))
    if (!product || left === 0) continue
    const isOffered = !item.grind || item.grind === WHOLE_BEAN || product.grinds.includes(item.grind)
    if (!isOffered) result.unground.push(lineTitle(item))
    addToCart(product, Math.min(qty, left), { sizeId, ...(isOffered ? { grind: item.grind } : {}) })
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
