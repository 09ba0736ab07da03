import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Body } from '#shared/api/endpoint.ts'
import { orderAdmin } from '#shared/api/order-admin.ts'
import { orders, type Order } from '#shared/api/orders.ts'
import { formatDollars } from '#shared/pricing.ts'
import { call, CallError } from '../../../api/call.ts'
import { newKey } from '../../../api/new-key.ts'
import { ask, refresh } from '../../../api/query.ts'
import { toast } from '../../../ui/toast.tsx'

type Wish = Body<typeof orderAdmin.refund>

/**
 * Gives money back, once: a press that was not answered has its key still, and the same wish again is the same
 * refund.
 */
export function useRefund(order: Order, onDone?: () => void) {
  const client = useQueryClient()
  const attempt = useRef<{ wish: string; key: string } | null>(null)
  const giving = useMutation({
    mutationFn: (body: Wish) => {
      const wish = JSON.stringify(body)
      if (attempt.current?.wish !== wish) attempt.current = { wish, key: newKey() }
      const { key } = attempt.current
      return call(orderAdmin.refund, { params: { id: order._id }, body }, { idempotencyKey: key })
    },
    onSuccess: (changed) => {
      attempt.current = null
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, changed)
      const made = changed.refunds.at(-1)
      if (made?.state === 'completed') toast.success(`Refunded ${formatDollars(made.amount)}`)
      else toast.success('The refund is under way at PayPal')
      onDone?.()
    },
    onError: (error) => {
      // A clear no ends the attempt. After silence the refund may be under way: the same key will find it.
      if (error instanceof CallError && typeof error.failure === 'number' && error.failure < 500)
        attempt.current = null
      toast.error(error.message)
    },
    onSettled: () => refresh(client, 'orders', 'products'),
  })
  return { refund: giving.mutate, isPending: giving.isPending }
}
