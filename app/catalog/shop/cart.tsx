import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { usePriceRules } from '#app/platform/cart/price-rules.ts'
import { useOrdersPaused } from '#app/platform/orders/vacation-note.tsx'
import { useCartCheck, type CartNotice } from '#app/platform/cart/check.ts'
import {
  countOf,
  getCart,
  isChangedSinceLoad,
  keyOf,
  orderItemsOf,
  resetCart,
  useCart,
  useCartIsRead,
  type Cart,
} from '#app/platform/cart/cart.ts'
import { counted } from '#shared/kernel/counts.ts'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { cartSubtotal, isShippingFree } from '#app/platform/cart/code.ts'
import { DiscountCode } from '#app/platform/orders/discount-code.tsx'
import { useOfferedPickup } from '#app/platform/orders/pickup-choice.ts'
import { DeliveryNote, tooLargeText } from '#app/platform/orders/delivery-note.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { useTypedFields } from '#app/platform/ui/typed-fields.ts'
import { CartLine, LineSkeleton } from './cart-line.tsx'
import { MailCart } from './mail-cart.tsx'
import styles from './cart.module.css'
import { ShippingEstimate } from './shipping-estimate.tsx'

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
  const added = useAddedLine(cart)
  useEffect(() => {
    if (notices.length > 0) announce(notices.map(({ name, text }) => `${name}: ${text}`).join('. '))
  }, [notices])
  const removed = notices.filter(({ id }) => !cart.cartItems.some((item) => keyOf(item) === id))
  return (
    <>
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
        {cart.cartItems.length > 0 ? <Summary cart={cart} /> : null}
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

function Empty({ cart }: { cart: Cart }) {
  return (
    <div className={`stack-3 lead italic box mat pad-4 ${styles.empty}`}>
      <p>Your cart is empty</p>
      <ButtonLink to="/shop">See the coffees</ButtonLink>
      <StartOver cart={cart} />
    </div>
  )
}

/** Returns the cart to its state when the visit began, or the page was loaded again. */
function StartOver({ cart }: { cart: Cart }) {
  if (!isChangedSinceLoad(cart)) return null
  return (
    <Button look="quiet" onClick={startOver}>
      Start over
    </Button>
  )
}

function startOver(): void {
  resetCart()
  const count = countOf(getCart())
  announce(`The cart is as it was at the start: ${count === 0 ? 'empty' : counted(count, 'piece')}.`)
  // The button disappears.
  focusHeading()
}

/** Rendered only for a cart with items, because an emptied cart still has its former prices in storage. */
function Summary({ cart }: { cart: Cart }) {
  const navigate = useNavigate()
  const isPaused = useOrdersPaused()
  usePriceRules()
  useOfferedPickup(cart)
  const { fields, applyTyped, isApplying } = useTypedFields()
  const proceed = async () => {
    if (await applyTyped()) await navigate('/shipping')
  }
  const soldOut = cart.cartItems.some(({ countInStock }) => countInStock === 0)
  return (
    <aside className={`stack-2 ${styles.summary}`} aria-label="Summary">
      <h2 className="flex apart gap-2 size-h3">
        <span>Subtotal [{countOf(cart)}]</span>
        <Money dollars={cartSubtotal(cart)} />
      </h2>
      <DiscountCode cart={cart} beside={fields} />
      <p className="soft">
        {soldOut
          ? 'Remove sold-out items to continue.'
          : cart.isPickup || tooLargeText(cart.cartItems)
            ? 'Pickup at the bar is free. Tax is added at checkout.'
            : 'Tax is calculated from your address.'}
      </p>
      {soldOut ? null : (
        <DeliveryNote
          goods={cart.cartItems}
          lines={orderItemsOf(cart)}
          itemsPrice={Number(cart.itemsPrice)}
          isPickup={cart.isPickup}
          isShippingFree={isShippingFree(cart)}
        />
      )}
      {soldOut || cart.isPickup || tooLargeText(cart.cartItems) ? null : <ShippingEstimate cart={cart} />}
      <Button disabled={soldOut || isPaused} busy={isApplying} onClick={() => void proceed()}>
        Proceed to Checkout
      </Button>
      <ButtonLink to="/shop" look="line">
        Continue Shopping
      </ButtonLink>
      <StartOver cart={cart} />
      <MailCart />
    </aside>
  )
}
