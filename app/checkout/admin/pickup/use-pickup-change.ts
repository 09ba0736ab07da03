import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders } from '#shared/checkout/api/orders.ts'
import { pickup } from '#shared/checkout/api/pickup.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useUser } from '#app/platform/session/session.ts'
import { toast } from '#app/platform/ui/toast.tsx'

type Step = Exclude<keyof typeof pickup, 'list'>

const DONE: Record<Step, string> = {
  ready: 'is ready. The buyer gets an email',
  notReady: 'is not ready yet',
  handOver: 'is handed over',
  undoHandOver: 'is not handed over',
}

/** Changes the step of an order in the list. `isBusy` says whether the change of an order is in progress. */
export function usePickupChange() {
  const client = useQueryClient()
  const isAdmin = useUser()?.isAdmin ?? false
  const changing = useMutation({
    mutationFn: ({ id, step }: { id: string; number: string; step: Step }) =>
      call(pickup[step], { params: { id } }),
    onSuccess: (order, { number, step }) => {
      // The response for staff who are not admins has only a part of the order.
      if (isAdmin) client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, order)
      toast.success(`Order ${number} ${DONE[step]}`)
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'pickup', 'orders', 'desk'),
  })
  return {
    run: ({ _id: id, number }: { _id: string; number: string }, step: Step) =>
      changing.mutate({ id, number, step }),
    isBusy: (id: string) => changing.isPending && changing.variables.id === id,
  }
}
