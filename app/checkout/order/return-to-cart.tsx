import type { Order } from '#shared/checkout/api/orders.ts'
import { useAddAgain } from '#app/platform/orders/order-again.tsx'
import { Button } from '#app/platform/ui/button.tsx'

/** Adds the items of a canceled or expired order to the cart, as far as they are in stock. */
export function ReturnToCart({ order }: { order: Order }) {
  const returning = useAddAgain(async () => order.orderItems)
  return (
    <Button busy={returning.isPending} onClick={() => returning.mutate()}>
      Put these back in the cart
    </Button>
  )
}
