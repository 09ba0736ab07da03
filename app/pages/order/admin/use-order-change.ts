import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders, type Order } from '#shared/api/orders.ts'
import { ask, refresh } from '../../../api/query.ts'
import { toast } from '../../../ui/toast.tsx'

/**
 * Changes an order. The response is the changed order.
 * @param done the toast after success
 * @param onDone called after success
 */
export function useOrderChange<Input = void>(
  order: Order,
  change: (input: Input) => Promise<Order>,
  done: string,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, changed)
      toast.success(done)
      onDone?.()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'products', 'pickup'),
  })
}
