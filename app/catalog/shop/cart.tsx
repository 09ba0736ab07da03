import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigation, type LoaderFunctionArgs } from 'react-router'
import { products } from '#shared/catalog/api/products.ts'
import emptyCup from '#imagery/drawings/empty-cup.svg'
import { askOnServer } from '#app/platform/api/prefetch.ts'
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
import { MARK_EMPTY_CART } from './mark-empty-cart.ts'
import styles from './cart.module.css'

const featured = ask(products.featured, {})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, featured)
// In the browser, the cart is read before it is known whether coffees are shown.
export const clientLoader = () => null

/** The cart. It is stored in the browser, so the server renders a skeleton and the empty cart. */
export default function CartPage() {
  return (
    <section className={styles.page}>
      <PageHead title="Shopping cart" hidden />
      <h1 className="below-4">Shopping cart</h1>
      <CartContent />
    </section>
  )
}

/** Marks an empty cart while the document is parsed, so that it is painted at once and nothing moves. */
function MarkIfEmpty() {
  const code = import.meta.env.SSR ? MARK_EMPTY_CART : ' '
  // oxlint-disable-next-line react/no-danger
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
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
  const isRead = useCartIsRead()
  const cart = useCart()
  const isEmpty = cart.cartItems.length === 0
  const notices = useCartCheck()
  const [isBuying, setBuying] = useState(false)
  const { paid, problem } = usePlacedOrder(isBuying)
  const added = useAddedLine(cart)
  useEffect(() => {
    if (notices.length > 0) announce(notices.map(({ name, text }) => `${name}: ${text}`).join('. '))
  }, [notices])
  // The cart was bought here, and the page of its order is loading.
  const isBought = useNavigation().location?.pathname.startsWith('/order/')
  if (isBought && isEmpty) return <CartSkeleton />
  const removed = notices.filter(({ id }) => !cart.cartItems.some((item) => keyOf(item) === id))
  return (
    <div className={isRead ? undefined : styles.unread} suppressHydrationWarning>
      {isRead ? (
        <PaidNote order={paid} problem={problem} />
      ) : (
        <>
          <MarkIfEmpty />
          <CartSkeleton />
        </>
      )}
      <div className={`grid align-top ${styles.cart}`} data-empty={isEmpty || undefined}>
        <div className={`stack-3 may-shrink ${styles.lines}`}>
          <RemovedNotices notices={removed} />
          {isEmpty ? (
            <Empty cart={isRead ? cart : null} />
          ) : (
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
          )}
        </div>
        {isEmpty ? null : <Summary cart={cart} onBuying={setBuying} />}
      </div>
    </div>
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

/** The empty cart, with coffees to begin with. `cart` is null until it is read; before, no coffees are asked for. */
function Empty({ cart }: { cart: Cart | null }) {
  const { data = [] } = useQuery({ ...featured, enabled: cart !== null })
  return (
    <>
      <EmptyState drawing={emptyCup}>
        <p className="lead italic">Your cart is empty.</p>
        <ButtonLink to="/shop">See the coffees</ButtonLink>
        {cart ? <StartOver cart={cart} /> : null}
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
