import { useMutation, useQueryClient } from '@tanstack/react-query'
import { counter, type CounterSale } from '#shared/checkout/api/counter.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { call, CallError } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'

export type Payment = Body<typeof counter.place>['payment']

/**
 * Places an order for a buyer once, however often the button is pressed.
 * @param saleId the Idempotency-Key of the sale; by default each body has a new one
 */
export function usePlacing(onPlaced: (sale: CounterSale) => unknown, saleId?: string) {
  const client = useQueryClient()
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: Body<typeof counter.place>) => {
      const send = (idempotencyKey: string) => call(counter.place, { body }, { idempotencyKey })
      return saleId === undefined ? sendOnce(body, send) : send(saleId)
    },
    onSuccess: (sale) => {
      void refresh(client, 'orders', 'counter-day', 'counter-goods')
      return onPlaced(sale)
    },
    // The last bag may have been sold, or a price have changed.
    onError: () => refresh(client, 'counter', 'counter-goods'),
  })
}

/** What the person reads. 422: the reply to an order was lost, and staff changed it since. */
export function problemOf(error: Error | null): string | null {
  if (!(error instanceof CallError) || error.failure !== 422) return error?.message ?? null
  return 'This was placed before you changed it. Look for it under Orders, then clear it here'
}
