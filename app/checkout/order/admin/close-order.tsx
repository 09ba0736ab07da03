import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Panel } from './panel.tsx'
import { useOrderChange } from './use-order-change.ts'

/** Lets an admin close an order whose payment PayPal has not confirmed. */
export function CloseOrder({ order }: { order: Order }) {
  const close = useOrderChange(
    order,
    () => call(orderAdmin.close, { params: { id: order._id } }),
    'Order closed. Its goods are back in stock',
  )
  if (order.state !== 'capturing') return null
  const ask = () => {
    const question = 'Close this order and put its goods back in stock? The shop checks with PayPal first.'
    if (!close.isPending && window.confirm(question)) close.mutate()
  }
  return (
    <Panel
      id="unconfirmed"
      title="Payment"
      state={order.paymentState === 'review' ? 'Under review' : 'Being confirmed'}
    >
      <p className="soft">
        The shop checks with PayPal every minute. If this takes too long, you can close the order. The shop
        checks once more first: if the money has arrived, the order is paid. Money that arrives later must be
        refunded.
      </p>
      <Button look="line" busy={close.isPending} onClick={ask}>
        Close this order
      </Button>
    </Panel>
  )
}
