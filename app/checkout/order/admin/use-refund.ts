import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { formatCents, toCents } from '#shared/kernel/pricing.ts'
import { call, CallError } from '#app/platform/api/call.ts'
import { newKey } from '#app/platform/api/send-once.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { toast } from '#app/platform/ui/toast.tsx'

type RefundBody = Body<typeof orderAdmin.refund>

/**
 * Refunds money. If the response is lost, a retry with the same input sends the same idempotency key, so that the money
 * is refunded once.
 */
export function useRefund(order: Order, onDone?: () => void) {
  const client = useQueryClient()
  const attempt = useRef<{ body: string; key: string } | null>(null)
  const refunding = useMutation({
    mutationFn: (body: RefundBody) => {
      const text = JSON.stringify(body)
      if (attempt.current?.body !== text) attempt.current = { body: text, key: newKey() }
      const { key } = attempt.current
      return call(orderAdmin.refund, { params: { id: order._id }, body }, { idempotencyKey: key })
    },
    onSuccess: (changed) => {
      attempt.current = null
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, changed)
      toast.success(resultOf(order, changed))
      onDone?.()
    },
    onError: (error) => {
      // After a 4xx response, the next attempt gets a new key. Otherwise the refund may be in progress, and a retry
      // needs the same key.
      if (error instanceof CallError && typeof error.failure === 'number' && error.failure < 500)
        attempt.current = null
      toast.error(error.message)
    },
    onSettled: () => refresh(client, 'orders', 'products'),
  })
  return { refund: refunding.mutate, isPending: refunding.isPending }
}

/** The sum of the refunds that the request made, over all sources; or that PayPal has not finished its part. */
function resultOf(before: Order, after: Order): string {
  const known = new Set(before.refunds.map(({ _id }) => _id))
  const made = after.refunds.filter(({ _id }) => !known.has(_id))
  if (made.some(({ state }) => state !== 'completed')) return 'The refund is in progress at PayPal'
  const cents = made.reduce((sum, { amount }) => sum + toCents(amount), 0)
  return cents > 0 ? `Refunded ${formatCents(cents)}` : 'Refunded'
}
