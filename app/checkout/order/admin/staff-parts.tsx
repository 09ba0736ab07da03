import type { Order } from '#shared/checkout/api/orders.ts'
import { CloseOrder } from './close-order.tsx'
import { Fulfillment } from './fulfillment.tsx'
import { Refunds } from './refund.tsx'
import { Replacements } from './replacement.tsx'

/** What staff can do with an order. */
export function StaffParts({ order }: { order: Order }) {
  return (
    <>
      <CloseOrder order={order} />
      {order.isGiftCard ? null : <Fulfillment order={order} />}
      <Refunds order={order} />
      {order.isGiftCard ? null : <Replacements order={order} />}
    </>
  )
}
