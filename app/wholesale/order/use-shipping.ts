/** What the parcels of an order cost, while the lines stay as they were when it was asked. */
import { useMutation } from '@tanstack/react-query'
import { toCents } from '#shared/kernel/pricing.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { accountOrders, OrderForm } from '#shared/wholesale/api/account-orders.ts'
import type { Order } from './use-order.ts'
import { linesOf } from './use-sending.ts'

type Asked = Body<typeof accountOrders.shipping>
export type AskShipping = (body: Asked) => Promise<{ shipping: number }>

export function useShipping({ company, location }: OrderForm, { ordered, sums }: Order, ask?: AskShipping) {
  const isParcel = location.handover === 'parcel'
  const body = { company: company._id, location: location._id, lines: linesOf(ordered) }
  const asked = JSON.stringify(body)
  const asking = useMutation({
    mutationFn: async () => ({ asked, cents: toCents((await ask!(body)).shipping) }),
  })
  const cents = isParcel ? (asking.data?.asked === asked ? asking.data.cents : null) : 0
  return {
    isParcel,
    /** Null if it is not known. */
    cents,
    totalCents: cents === null ? null : sums.totalCents + cents,
    canAsk: isParcel && ask !== undefined && ordered.length > 0 && cents === null,
    ask: () => asking.mutate(),
    isAsking: asking.isPending,
    problem: asking.error?.message ?? '',
  }
}

export type Shipping = ReturnType<typeof useShipping>
