import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

/** Lengthens the hold of an unpaid order, once (WCAG 2.2, 2.2.1). */
export function MoreTime({ order }: { order: Order }) {
  const client = useQueryClient()
  const params = { id: order._id }
  const extending = useMutation({
    mutationFn: () => call(orders.extendHold, { params }),
    onSuccess: (extended) => {
      client.setQueryData(ask(orders.one, { params }).queryKey, extended)
      toast.success(`You have ${Math.round((extended.holdSecondsLeft ?? 0) / 60)} minutes to pay`)
    },
    onError: (error) => {
      toast.error(error.message)
      return refresh(client, 'orders')
    },
  })
  return (
    <Button look="quiet" busy={extending.isPending} onClick={() => extending.mutate()}>
      I need more time
    </Button>
  )
}
