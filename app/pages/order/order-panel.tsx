import { useEffect, useRef } from 'react'
import type { Order, ParcelState } from '#shared/api/orders.ts'
import type { UserInfo } from '#shared/api/users.ts'
import { toDollars } from '#shared/pricing.ts'
import { PayPalButton } from '../../paypal/paypal-button.tsx'
import { SandboxNote } from '../../paypal/sandbox-note.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CancelOrder } from './cancel-order.tsx'
import { goodsOf } from '../../orders/goods.ts'
import { Hold } from './hold.tsx'
import styles from '../../orders/order.module.css'
import { PutBack } from './put-back.tsx'
import { backCents } from '../../orders/refunds.ts'
import { Totals } from '../../orders/totals.tsx'

type OrderPanelProps = {
  order: Order
  user: UserInfo
  /** When the order was read, for the clock of the hold. */
  readAt: number
}

/** What the order comes to, and what can be done about it now. */
export function OrderPanel({ order, user, readAt }: OrderPanelProps) {
  const isOpen = order.state === 'pending' || order.state === 'capturing'
  const isBuyer = order.user._id === user._id
  const heading = useFocusWhenClosed(isOpen)
  return (
    <div className={styles.panel}>
      <h2 ref={heading} tabIndex={-1}>
        Order Summary
      </h2>
      <Totals {...order} refunded={toDollars(backCents(order))} />
      {isOpen && isBuyer ? <Payment order={order} readAt={readAt} /> : null}
      {isOpen && !isBuyer ? <Unpaid order={order} readAt={readAt} /> : null}
      {isOpen ? null : <Outcome order={order} isBuyer={isBuyer} />}
    </div>
  )
}

/** The button that paid or cancelled goes away: the keyboard goes on at the outcome. */
function useFocusWhenClosed(isOpen: boolean) {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (wasOpen.current && !isOpen && isLost) heading.current?.focus({ preventScroll: true })
    wasOpen.current = isOpen
  }, [isOpen])
  return heading
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

/** What an admin sees of an order that somebody else has yet to pay. */
function Unpaid({ order, readAt }: { order: Order; readAt: number }) {
  if (order.state === 'capturing') {
    return (
      <p className={styles.word}>
        {order.paymentState === 'review'
          ? 'PayPal is looking at this payment, which can take a day.'
          : 'The payment is just being confirmed.'}
      </p>
    )
  }
  return (
    <>
      <Hold goods="the goods" secondsLeft={order.holdSecondsLeft ?? 0} saidAt={readAt} />
      <CancelOrder order={order} />
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
      return <p className={styles.word}>This order was refunded. All of its money is back.</p>
    case 'paid':
    case 'shipped':
    case 'delivered':
      return <Thanks state={order.state} parcel={order.parcel} isBuyer={isBuyer} />
    default:
      return null
  }
}

type ThanksProps = {
  state: 'paid' | 'shipped' | 'delivered'
  parcel: Order['parcel']
  isBuyer: boolean
}

function Thanks({ state, parcel, isBuyer }: ThanksProps) {
  if (!isBuyer) return null
  const words = {
    paid: 'Thank you. We roast, pack and ship within one working day.',
    shipped: SHIPPED[parcel?.state ?? 'transit'],
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

/** Of an order that is marked shipped: no more than the carrier says of its parcel. */
const SHIPPED: Record<ParcelState, string> = {
  unknown: 'Your order has left us. The carrier’s first news will stand under Shipping.',
  announced: 'Your order is packed and waits for the carrier.',
  transit: 'Your order is on its way.',
  delivered: 'Your order has arrived. Enjoy.',
  returned: 'Your order is coming back to us. We will write to you.',
  failure: 'The carrier could not deliver your order. We will write to you.',
}

function Closed({ title, order, isBuyer }: { title: string; order: Order; isBuyer: boolean }) {
  return (
    <>
      <div role="status">
        <h3>{title}</h3>
        <p>
          {isCharged(order)
            ? 'A payment came in all the same. None of it stays with us: under Payment you see how it goes back.'
            : 'Nothing was charged, and everything is back on the shelf.'}
        </p>
      </div>
      {isBuyer ? <PutBack order={order} /> : null}
      <ButtonLink look="quiet" to="/shop">
        See the coffees
      </ButtonLink>
    </>
  )
}

/** Money may come in for an order that takes none any more. */
function isCharged({ dueBack, refunds }: Order): boolean {
  return dueBack.length > 0 || refunds.some(({ state }) => state !== 'failed')
}
