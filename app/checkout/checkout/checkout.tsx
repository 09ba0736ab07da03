import emptyCup from '#imagery/drawings/empty-cup.svg'
import { useCallback, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { askInBrowser, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useCart } from '#app/platform/cart/cart.ts'
import { settlePlaced, usePlacedOrder } from '#app/platform/cart/placed-order.ts'
import { usePriceRules } from '#app/platform/cart/price-rules.ts'
import { nextDelivery } from '#app/platform/orders/next-delivery.ts'
import { PaidNote } from '#app/platform/orders/paid-note.tsx'
import { VacationNote } from '#app/platform/orders/vacation-note.tsx'
import { paypalConfig } from '#app/platform/paypal/use-paypal.ts'
import { RequireBuyer } from '#app/platform/session/guard.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EmptyState } from '#app/platform/ui/illustration.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Skeleton, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { clearGiftCards } from './gift-cards.ts'
import { CheckoutParts } from './checkout-parts.tsx'
import styles from './checkout.module.css'

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, paypalConfig, nextDelivery)
export const clientLoader = () => askInBrowser(paypalConfig, nextDelivery)

/** The checkout, on one screen. The cart is stored in the browser, so the server can only render a skeleton. */
export default function CheckoutPage() {
  return (
    <section className={`stack-4 ${styles.page}`}>
      <PageHead title="Checkout" hidden />
      <h1 className={styles.title}>Checkout</h1>
      <RequireBuyer skeleton={<CheckoutSkeleton />}>
        {(user, goOnAsGuest) => <OpenCheckout user={user} goOnAsGuest={goOnAsGuest} />}
      </RequireBuyer>
    </section>
  )
}

type BuyerProps = {
  /** Null for a guest. */
  user: UserInfo | null
  /** Continues without an account after the session has ended; null if it has not. */
  goOnAsGuest: (() => void) | null
}

function OpenCheckout({ user, goOnAsGuest }: BuyerProps) {
  const cart = useCart()
  usePriceRules()
  const [isPaying, setPaying] = useState(false)
  const { leave, isLeaving } = useLeaving(user === null)
  const placed = usePlacedOrder(isPaying, leave)
  const onPaying = useCallback((now: boolean) => setPaying(now), [])
  if (isLeaving) return <CheckoutSkeleton />
  return (
    <>
      <VacationNote />
      <PaidNote order={placed.paid} problem={placed.problem} />
      {cart.cartItems.length === 0 ? (
        <EmptyCart />
      ) : (
        <CheckoutParts
          cart={cart}
          user={user}
          goOnAsGuest={goOnAsGuest}
          placed={placed}
          onPaying={onPaying}
          onBought={leave}
        />
      )}
    </>
  )
}

/** Takes the goods of the bought order out of the cart, and opens its page. */
function useLeaving(isGuest: boolean) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isLeaving, setLeaving] = useState(false)
  const leave = (order: Order) => {
    setLeaving(true)
    // The skeleton is short: further down, it would show the footer.
    window.scrollTo({ top: 0, behavior: 'instant' })
    settlePlaced(order._id)
    clearGiftCards()
    client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, order)
    void refresh(client, 'products', 'orders', 'addresses')
    if (order.isPaid) toast.success('Payment Successful')
    replaceEntry(isGuest ? '/shop' : '/profile')
    void navigate(`/order/${order._id}`)
  }
  return { leave, isLeaving }
}

/**
 * Makes the Back button on the order page go to the buyer's orders, or for a guest to the shop, and not to the
 * checkout, whose cart is now empty. Changes the browser's history directly, because the router would render that page
 * first.
 */
function replaceEntry(to: string): void {
  window.history.replaceState(window.history.state, '', to)
}

function EmptyCart() {
  return (
    <div className={styles.empty}>
      <EmptyState drawing={emptyCup}>
        <p className="lead italic">Your cart is empty.</p>
        <ButtonLink to="/shop">See the coffees</ButtonLink>
      </EmptyState>
    </div>
  )
}

function CheckoutSkeleton() {
  return (
    <div className={`stack-6 align-top ${styles.columns}`}>
      <div className="stack-4 may-shrink">
        <Skeleton height="1.6rem" width="30%" />
        <SkeletonLines count={4} height="4.25rem" />
      </div>
      <div className={`stack-3 pad-3 box mat ${styles.placeholder}`}>
        <Skeleton height="1.6rem" width="50%" />
        <SkeletonLines count={6} />
      </div>
    </div>
  )
}
