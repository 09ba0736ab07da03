import type { Order } from '#shared/checkout/api/orders.ts'
import { OrderMessage } from './order-message.tsx'

/** A question of the buyer about this order. The shop gets it with the number of the order, and answers by mail. */
export function AskAboutOrder({ order }: { order: Order }) {
  return (
    <OrderMessage
      order={order}
      draft={`question:${order._id}`}
      summary="Ask about this order"
      label="Your question"
      rows={4}
      submit="Send the question"
      details={{ items: [] }}
    />
  )
}
