import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useUser } from '#app/platform/session/session.ts'
import { toast } from '#app/platform/ui/toast.tsx'

/**
 * Changes an order. The response is the changed order.
 * @param done the toast after success
 * @param onDone called after success
 */
export function useOrderChange<Input = void>(
  order: Pick<Order, '_id'>,
  change: (input: Input) => Promise<Order>,
  done: string,
  onDone?: () => void,
) {
  const client = useQueryClient()
  const isAdmin = useUser()?.isAdmin ?? false
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      // Other staff get only a part of the order.
      if (isAdmin) client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, changed)
      toast.success(done)
      onDone?.()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'products', 'pickup', 'shippo'),
  })
}
