import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Order } from '#shared/api/orders.ts'
import { products } from '#shared/api/products.ts'
import { call, isNotFound } from '../../api/call.ts'
import { addToCart } from '../../cart/cart.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** Adds the items of a cancelled or expired order to the cart, as far as they are in stock. */
export function ReturnToCart({ order }: { order: Order }) {
  const navigate = useNavigate()
  const returning = useMutation({
    mutationFn: () => addToCartAgain(order),
    onSuccess: (missing) => {
      if (missing.length > 0) toast.error(`Not enough in stock: ${missing.join(', ')}`)
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

/** Adds the items to the cart. Returns the names of products that are no longer sold or not fully in stock. */
async function addToCartAgain(order: Order): Promise<string[]> {
  const found = await Promise.all(
    order.orderItems.map(async ({ product: id, name, qty }) => ({ name, qty, product: await productOf(id) })),
  )
  const missing: string[] = []
  for (const { name, qty, product } of found) {
    const left = product?.countInStock ?? 0
    if (left < qty) missing.push(name)
    if (product && left > 0) addToCart(product, Math.min(qty, left))
  }
  return missing
}

async function productOf(id: string) {
  try {
    return await call(products.one, { params: { id } })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}
