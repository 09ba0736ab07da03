import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { products } from '#shared/catalog/api/products.ts'
import emptyCup from '#imagery/drawings/empty-cup.svg'
import { ask } from '#app/platform/api/query.ts'
import { usePlacedOrder } from '#app/platform/cart/placed-order.ts'
import { PaidNote } from '#app/platform/orders/paid-note.tsx'
import { useCartCheck, type CartNotice } from '#app/platform/cart/check.ts'
import { keyOf, useCart, useCartIsRead, type Cart } from '#app/platform/cart/cart.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EmptyState } from '#app/platform/ui/illustration.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { ProductGrid } from './grid.tsx'
import { CartLine, LineSkeleton } from './cart-line.tsx'
import { StartOver, Summary } from './cart-summary.tsx'
import styles from './cart.module.css'

/** The cart. It is stored in the browser, so the server can only render a skeleton. */
export default function CartPage() {
  const isRead = useCartIsRead()
  return (
    <section className={styles.page}>
      <PageHead title="Shopping cart" hidden />
      <h1 className="below-4">Shopping cart</h1>
      {isRead ? <CartContent /> : <CartSkeleton />}
    </section>
  )
}

function CartSkeleton() {
  return (
    <div className={`grid align-top ${styles.cart}`}>
      <div className={`stack-3 may-shrink ${styles.lines}`} aria-hidden="true">
        <LineSkeleton />
        <LineSkeleton />
      </div>
      <noscript>Your browser stores the cart, which needs JavaScript.</noscript>
    </div>
  )
}

function CartContent() {
  const cart = useCart()
  const notices = useCartCheck()
  const [isBuying, setBuying] = useState(false)
  const { paid, problem } = usePlacedOrder(isBuying)
  const added = useAddedLine(cart)
  useEffect(() => {
    if (notices.length > 0) announce(notices.map(({ name, text }) => `${name}: ${text}`).join('. '))
  }, [notices])
  // The cart was bought here, and the page of its order is loading.
  const isBought = useNavigation().location?.pathname.startsWith('/order/')
  if (isBought && cart.cartItems.length === 0) return <CartSkeleton />
  const removed = notices.filter(({ id }) => !cart.cartItems.some((item) => keyOf(item) === id))
  return (
    <>
      <PaidNote order={paid} problem={problem} />
      <div className={`grid align-top ${styles.cart}`} data-empty={cart.cartItems.length === 0 || undefined}>
        <div className={`stack-3 may-shrink ${styles.lines}`}>
          <RemovedNotices notices={removed} />
          {cart.cartItems.length === 0 ? <Empty cart={cart} /> : null}
          <ul>
            {cart.cartItems.map((item) => (
              <CartLine
                key={keyOf(item)}
                item={item}
                isNew={item === added}
                notices={notices.filter(({ id }) => id === keyOf(item)).map(({ text }) => text)}
              />
            ))}
          </ul>
        </div>
        {cart.cartItems.length > 0 ? <Summary cart={cart} onBuying={setBuying} /> : null}
      </div>
    </>
  )
}

/** The line that was just added on a product's page. */
function useAddedLine(cart: Cart) {
  const state: unknown = useLocation().state
  const key = typeof state === 'object' && state && 'added' in state ? state.added : null
  return cart.cartItems.find((item) => keyOf(item) === key)
}

function RemovedNotices({ notices }: { notices: CartNotice[] }) {
  if (notices.length === 0) return null
  return (
    <Alert>
      {notices.map(({ id, name, text }) => (
        <p key={id}>
          {name}: {text}.
        </p>
      ))}
    </Alert>
  )
}

/** How many products the empty cart shows: one row, and two on phones. */
const FIRST = 4

/** The empty cart, with coffees to begin with. */
function Empty({ cart }: { cart: Cart }) {
  const { data = [] } = useQuery(ask(products.featured, {}))
  return (
    <>
      <EmptyState drawing={emptyCup}>
        <p className="lead italic">Your cart is empty.</p>
        <ButtonLink to="/shop">See the coffees</ButtonLink>
        <StartOver cart={cart} />
      </EmptyState>
      {data.length > 0 ? (
        <section aria-labelledby="begin" className="stack-3 above-4">
          <h2 id="begin">To begin with</h2>
          <ProductGrid products={data.slice(0, FIRST)} level="h3" />
        </section>
      ) : null}
    </>
  )
}
