/** The ways to pay, and the order that is held for them. */
import { Link } from 'react-router'
import { methodsFor } from '#shared/platform/pay-methods.ts'
import type { Cart } from '#app/platform/cart/cart.ts'
import type { usePlacedOrder } from '#app/platform/cart/placed-order.ts'
import { goodsOf } from '#app/platform/orders/goods.ts'
import { OfferedMethods } from '#app/platform/paypal/offered-methods.tsx'
import { usePayMethods } from '#app/platform/paypal/use-pay-methods.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Hold, MoreTime } from '../order/hold.tsx'
import styles from './checkout.module.css'
import type { Paying } from './use-paying.ts'

type Placed = ReturnType<typeof usePlacedOrder>

type WaysProps = {
  cart: Cart
  /** What is left to pay, in cents and in dollars. */
  cents: number
  dollars: number
  paying: Paying
  placed: Placed
}

/** The sum, and the buttons of the ways to pay it. An order that gift cards pay has one button, which places it. */
export function WaysToPay({ cart, cents, dollars, paying, placed }: WaysProps) {
  if (cents === 0) {
    return (
      <>
        <HeldOrder placed={placed} />
        <p>Your gift card pays all of it, so the order is paid at once.</p>
        <Button busy={paying.isBusy} onClick={() => void paying.placeOnly()} className={styles.continue}>
          Place order
        </Button>
      </>
    )
  }
  return (
    <>
      <p className={`flex apart gap-2 align-baseline ${styles.due}`}>
        <span>To pay</span>
        <Money dollars={dollars} />
      </p>
      {/* As high before the press as after it, so that the buttons do not move. */}
      {placed.order || placed.isExpired ? (
        <HeldOrder placed={placed} />
      ) : (
        <p className={`pad-top-2 rule-soft ${styles.held}`}>
          We hold {goodsOf(cart.cartItems)} while you pay.
        </p>
      )}
      <Methods
        cart={cart}
        cents={cents}
        paying={paying}
        held={placed.order && goodsOf(placed.order.orderItems)}
      />
    </>
  )
}

type MethodsProps = Pick<WaysProps, 'cart' | 'cents' | 'paying'> & { held: string | null }

function Methods({ cart, cents, paying, held }: MethodsProps) {
  const hasSubscription = cart.cartItems.some(({ subscribe }) => subscribe)
  const methods = usePayMethods(cents, methodsFor(hasSubscription))
  const { phase, close } = paying
  return (
    <OfferedMethods
      methods={methods}
      phase={phase}
      isBusy={paying.isBusy}
      press={(method) => methods.status === 'ready' && paying.pay(method, methods)}
      close={close}
      held={held}
      assurance="What you entered is kept"
      hasOrder={false}
    />
  )
}

/** The order that an earlier press has placed: for how long its goods are held, or that its payment is being confirmed. */
export function HeldOrder({ placed: { order, readAt, isConfirming, isExpired } }: { placed: Placed }) {
  if (order && isConfirming) {
    return (
      <Alert>
        <p>
          We are confirming the payment of your order {order.number}. Please do not pay again: this page shows
          the outcome, usually within a minute. <Link to={`/order/${order._id}`}>See your order</Link>
        </p>
      </Alert>
    )
  }
  if (order) {
    return (
      <Hold
        goods={goodsOf(order.orderItems)}
        secondsLeft={order.holdSecondsLeft ?? 0}
        receivedAt={readAt}
        more={order.canExtendHold ? <MoreTime order={order} /> : undefined}
      />
    )
  }
  return isExpired ? (
    <p role="status">
      The time to pay has run out, so we no longer hold your goods. You can order them again below.
    </p>
  ) : null
}
