import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UserInfo } from '#shared/people/api/users.ts'
import { addressOf, useCart, type Cart } from '#app/platform/cart/cart.ts'
import { discountIn } from '#app/platform/cart/code.ts'
import { RequireBuyer } from '#app/platform/session/guard.tsx'
import { isComplete, useGuest } from '#app/platform/session/guest.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { VacationNote } from '#app/platform/orders/vacation-note.tsx'
import { usePriceRules } from '#app/platform/cart/price-rules.ts'
import { Totals } from '#app/platform/orders/totals.tsx'
import { Skeleton, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import styles from './checkout-page.module.css'
import { currentQuote } from './quote.ts'

type CheckoutPageProps = {
  step: Step
  title: string
  /** True after the order was placed. The page then shows the skeleton instead of an empty cart. */
  isLeaving?: boolean
  /** @param user null for a guest */
  children: (cart: Cart, user: UserInfo | null) => ReactNode
}

/** The layout of all checkout pages: the steps, and the cart of a signed-in user or a guest. */
export function CheckoutPage({ step, title, isLeaving = false, children }: CheckoutPageProps) {
  const skeleton = <CheckoutSkeleton step={step} title={title} />
  return (
    <>
      <PageHead title={title} hidden />
      <RequireBuyer skeleton={skeleton}>
        {(user) =>
          isLeaving ? (
            skeleton
          ) : (
            <WithCart step={step} title={title} content={(cart) => children(cart, user)} />
          )
        }
      </RequireBuyer>
    </>
  )
}

/**
 * Whether the checkout may show its second screen: there is an address, or pickup is chosen, and a guest has typed a
 * name and an email.
 */
export function useIsReady(cart: Cart, user: UserInfo | null): boolean {
  const guest = useGuest()
  return (cart.isPickup || addressOf(cart) !== null) && (user !== null || isComplete(guest))
}

function WithCart({
  step,
  title,
  content,
}: {
  step: Step
  title: string
  content: (cart: Cart) => ReactNode
}) {
  const cart = useCart()
  usePriceRules()
  return (
    <section className={`stack-4 ${styles.page}`}>
      <Steps current={step} />
      <VacationNote />
      {cart.cartItems.length === 0 ? <EmptyCart title={title} /> : content(cart)}
    </section>
  )
}

function EmptyCart({ title }: { title: string }) {
  return (
    <div className={`stack-3 items-left packed pad-top-3 ${styles.empty}`}>
      <h1>{title}</h1>
      <p className="lead italic">Your cart is empty.</p>
      <ButtonLink to="/shop">See the coffees</ButtonLink>
    </div>
  )
}

/** The content of the page, with the order summary beside or below it. */
export function Columns({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className={`stack-6 align-top ${styles.columns}`}>
      <div className={`stack-4 may-shrink ${styles.main}`}>{children}</div>
      <aside className={styles.aside} aria-label="Your order">
        {aside}
      </aside>
    </div>
  )
}

/** A short summary of the cart. All steps except the last show it. */
export function CartLabel({ cart }: { cart: Cart }) {
  return (
    <div className={`stack-3 pad-3 box mat ${styles.label}`}>
      <h2>In your cart</h2>
      <ul className={styles.pieces}>
        {cart.cartItems.map((item) => (
          <li key={item._id}>
            <span className={`soft figures ${styles.qty}`}>{item.qty} ×</span> {item.name}
          </li>
        ))}
      </ul>
      <Totals {...totalsOf(cart)} />
      <p className={styles.change}>
        <ButtonLink look="quiet" to="/cart">
          Change the cart
        </ButtonLink>
      </p>
    </div>
  )
}

/**
 * The cart's totals in dollars. The shipping price is null until there is an address with a quote, or pickup is chosen.
 */
export function totalsOf(cart: Cart) {
  const isQuoted = cart.isPickup || (addressOf(cart) !== null && currentQuote(cart) !== null)
  return {
    itemsPrice: Number(cart.itemsPrice),
    ...discountIn(cart),
    shippingPrice: isQuoted ? cart.shippingDue : null,
    taxPrice: Number(cart.taxPrice),
    isPickup: cart.isPickup,
    totalPrice: isQuoted ? Number(cart.totalPrice) : Number(cart.itemsPrice),
  }
}

function CheckoutSkeleton({ step, title }: { step: Step; title: string }) {
  return (
    <div className={`stack-4 ${styles.page}`}>
      <Steps current={step} />
      <Columns
        aside={
          <div className={`stack-3 pad-3 box mat ${styles.label}`}>
            <Skeleton height="1.6rem" width="50%" />
            <SkeletonLines count={6} />
          </div>
        }
      >
        <h1>{title}</h1>
        <SkeletonLines count={4} height="4.25rem" />
      </Columns>
    </div>
  )
}

const STEPS = [
  { name: 'Shipping', to: '/shipping' },
  { name: 'Place Order', to: '/placeorder' },
  // Payment is on the page of the order, which does not show the steps.
  { name: 'Pay', to: '' },
] as const

export type Step = (typeof STEPS)[number]['name']

/** The steps of the checkout. Completed steps are links. */
export function Steps({ current }: { current: Step }) {
  const at = STEPS.findIndex((step) => step.name === current)
  return (
    <nav aria-label="Checkout">
      <ol className={`thirds rule-below ${styles.steps}`}>
        {STEPS.map(({ name, to }, index) => (
          <li
            key={name}
            className={`soft lining ${styles.step}`}
            aria-current={index === at ? 'step' : undefined}
          >
            <span aria-hidden="true">{index + 1}</span>
            {index < at ? <Link to={to}>{name}</Link> : <span>{name}</span>}
            {index < at ? <span className="visually-hidden"> (done)</span> : null}
          </li>
        ))}
      </ol>
    </nav>
  )
}
