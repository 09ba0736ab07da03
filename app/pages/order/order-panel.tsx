import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders, type Order } from '#shared/api/orders.ts'
import type { UserInfo } from '#shared/api/users.ts'
import { call } from '../../api/call.ts'
import { refresh } from '../../api/query.ts'
import { PayPalButton } from '../../paypal/paypal-button.tsx'
import { SandboxNote } from '../../paypal/sandbox-note.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { goodsOf } from './goods.ts'
import { Hold } from './hold.tsx'
import styles from './order.module.css'
import { PutBack } from './put-back.tsx'
import { Totals } from './totals.tsx'

type OrderPanelProps = {
  order: Order
  user: UserInfo
  /** When the order was read, for the clock of the hold. */
  readAt: number
}

/** What the order comes to, and what can be done about it now. */
export function OrderPanel({ order, user, readAt }: OrderPanelProps) {
  const isOpen = order.state === 'pending' || order.state === 'capturing'
  return (
    <div className={styles.panel}>
      <h2>Order Summary</h2>
      <Totals {...order} />
      {isOpen ? (
        <Payment order={order} readAt={readAt} />
      ) : (
        <Outcome order={order} isBuyer={order.user._id === user._id} />
      )}
    </div>
  )
}

/** The button keeps its place while PayPal confirms, so that it can tell how that ended. */
function Payment({ order, readAt }: { order: Order; readAt: number }) {
  return (
    <>
      <PayPalButton
        order={order}
        before={
          <Hold goods={goodsOf(order.orderItems)} secondsLeft={order.holdSecondsLeft ?? 0} saidAt={readAt} />
        }
        after={<CancelOrder order={order} />}
      />
      <SandboxNote />
    </>
  )
}

function Outcome({ order, isBuyer }: { order: Order; isBuyer: boolean }) {
  switch (order.state) {
    case 'expired':
      return <Closed title="The hold has run out" order={order} isBuyer={isBuyer} />
    case 'cancelled':
      return <Closed title="This order was cancelled" order={order} isBuyer={isBuyer} />
    case 'refunded':
      return <p className={styles.word}>This order was refunded.</p>
    case 'paid':
    case 'shipped':
    case 'delivered':
      return <Thanks state={order.state} isBuyer={isBuyer} />
    default:
      return null
  }
}

function Thanks({ state, isBuyer }: { state: 'paid' | 'shipped' | 'delivered'; isBuyer: boolean }) {
  if (!isBuyer) return null
  const words = {
    paid: 'Thank you. We roast, pack and ship within one working day.',
    shipped: 'Your order is on its way.',
    delivered: 'Your order has arrived. Enjoy.',
  }
  return (
    <>
      <p className={styles.word}>{words[state]}</p>
      <ButtonLink to="/shop">Continue Shopping</ButtonLink>
      <ButtonLink look="quiet" to="/">
        Return Home
      </ButtonLink>
    </>
  )
}

function Closed({ title, order, isBuyer }: { title: string; order: Order; isBuyer: boolean }) {
  return (
    <>
      <div role="status">
        <h3>{title}</h3>
        <p>Nothing was charged, and everything is back on the shelf.</p>
      </div>
      {isBuyer ? <PutBack order={order} /> : null}
      <ButtonLink look="quiet" to="/shop">
        See the coffees
      </ButtonLink>
    </>
  )
}

function CancelOrder({ order }: { order: Order }) {
  const client = useQueryClient()
  const cancelling = useMutation({
    mutationFn: () => call(orders.remove, { params: { id: order._id } }),
    onSuccess: () => toast.success('Order cancelled. Nothing was charged'),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders', 'products'),
  })
  const cancel = () => {
    if (!cancelling.isPending && window.confirm('Are you sure?')) cancelling.mutate()
  }
  return (
    <Button look="quiet" busy={cancelling.isPending} onClick={cancel}>
      Cancel this order
    </Button>
  )
}
