import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

/** Cancels an unpaid order after a confirmation. */
export function CancelOrder({ order }: { order: Order }) {
  const client = useQueryClient()
  const canceling = useMutation({
    mutationFn: () => call(orders.remove, { params: { id: order._id } }),
    onSuccess: () => toast.success('Order canceled. Nothing was charged'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'products'),
  })
  const cancel = () => {
    if (!canceling.isPending && window.confirm('Are you sure?')) canceling.mutate()
  }
  return (
    <Button look="quiet" busy={canceling.isPending} onClick={cancel}>
      Cancel this order
    </Button>
  )
}
