import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders, type Order } from '#shared/api/orders.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

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
