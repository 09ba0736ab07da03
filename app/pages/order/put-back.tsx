import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Order } from '#shared/api/orders.ts'
import { products } from '#shared/api/products.ts'
import { call, isNotFound } from '../../api/call.ts'
import { addToCart } from '../../cart/cart.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** Fills the cart with what an order that came to nothing had in it, as far as the shop still has it. */
export function PutBack({ order }: { order: Order }) {
  const navigate = useNavigate()
  const putting = useMutation({
    mutationFn: () => putBack(order),
    onSuccess: (missing) => {
      if (missing.length > 0) toast.error(`Not all came back: ${missing.join(', ')}`)
      return navigate('/cart')
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button busy={putting.isPending} onClick={() => putting.mutate()}>
      Put these back in the cart
    </Button>
  )
}

/** Answers the names of those that are gone, or of which there is too little. */
async function putBack(order: Order): Promise<string[]> {
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
