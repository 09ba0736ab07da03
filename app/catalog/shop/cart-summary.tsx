import { useNavigate } from 'react-router'
import { useOrdersPaused } from '#app/platform/orders/vacation-note.tsx'
import { usePriceRules } from '#app/platform/cart/price-rules.ts'
import {
  countOf,
  getCart,
  isChangedSinceLoad,
  orderItemsOf,
  resetCart,
  type Cart,
} from '#app/platform/cart/cart.ts'
import { counted } from '#shared/kernel/counts.ts'
import { ExpressCheckout } from '#app/platform/express/express-checkout.tsx'
import { focusHeading } from '#app/platform/layout/focus-heading.ts'
import { cartSubtotal, isShippingFree } from '#app/platform/cart/code.ts'
import { DiscountCode } from '#app/platform/orders/discount-code.tsx'
import { useOfferedPickup } from '#app/platform/orders/pickup-choice.ts'
import { DeliveryNote, tooLargeText } from '#app/platform/orders/delivery-note.tsx'
import bottomBar from './bottom-bar.module.css'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { announce } from '#app/platform/ui/live-region.tsx'
import { useTypedFields, type TypedFields } from '#app/platform/ui/typed-fields.ts'
import styles from './cart.module.css'
import { CHECKOUT } from './checkout-link.tsx'
import { MailCart } from './mail-cart.tsx'
import { ShippingEstimate } from './shipping-estimate.tsx'

/**
 * The price of the cart, the way to the checkout, and below it what is optional: dates, code, price of shipping. On small
 * screens the button is in a bar at the bottom. Rendered only for a cart with items, because an emptied cart still has its
 * former prices in storage. `onBuying` is called with true while an express purchase is open.
 */
export function Summary({ cart, onBuying }: { cart: Cart; onBuying: (isBuying: boolean) => void }) {
  usePriceRules()
  useOfferedPickup(cart)
  const { fields, proceed, applyTyped } = useProceed(cart)
  return (
    <>
      <aside className={`stack-2 ${styles.summary}`} aria-label="Summary">
        <h2 className="flex apart gap-2 size-h3">
          <span>Subtotal [{countOf(cart)}]</span>
          <Money dollars={cartSubtotal(cart)} />
        </h2>
        <p className="soft">{taxText(cart)}</p>
        <Proceed {...proceed} className={styles.proceed} />
        <ExpressCheckout cart={cart} isOff={proceed.isOff} applyTyped={applyTyped} onBuying={onBuying} />
        <Options cart={cart} fields={fields} />
        <ButtonLink to="/shop" look="line">
          Continue Shopping
        </ButtonLink>
        <StartOver cart={cart} />
        <MailCart />
      </aside>
      <div className={bottomBar.bar} data-tablet>
        <p className={`grid ${bottomBar.what}`}>
          <strong className={`lining ${bottomBar.price}`}>
            <Money dollars={cartSubtotal(cart)} />
          </strong>
          {isSoldOut(cart) ? 'Sold out: remove it' : 'Subtotal'}
        </p>
        <Proceed {...proceed} />
      </div>
    </>
  )
}

/** The state of the button, which is in the page or in the bar. It first applies what was typed into `fields`. */
function useProceed(cart: Cart) {
  const navigate = useNavigate()
  const isPaused = useOrdersPaused()
  const { fields, applyTyped, isApplying } = useTypedFields()
  const go = async () => {
    if (await applyTyped()) await navigate(CHECKOUT)
  }
  return { fields, applyTyped, proceed: { isOff: isSoldOut(cart) || isPaused, isApplying, go } }
}

type ProceedProps = ReturnType<typeof useProceed>['proceed'] & { className?: string }

function Proceed({ isOff, isApplying, go, className }: ProceedProps) {
  return (
    <Button
      disabled={isOff}
      busy={isApplying}
      onClick={() => void go()}
      {...(className ? { className } : {})}
    >
      Proceed to Checkout
    </Button>
  )
}

function Options({ cart, fields }: { cart: Cart; fields: TypedFields }) {
  const soldOut = isSoldOut(cart)
  return (
    <>
      {soldOut ? null : (
        <DeliveryNote
          goods={cart.cartItems}
          lines={orderItemsOf(cart)}
          itemsPrice={Number(cart.itemsPrice)}
          isPickup={cart.isPickup}
          isShippingFree={isShippingFree(cart)}
        />
      )}
      <DiscountCode cart={cart} beside={fields} />
      {soldOut || isPickedUp(cart) ? null : <ShippingEstimate cart={cart} />}
    </>
  )
}

function taxText(cart: Cart): string {
  if (isSoldOut(cart)) return 'Remove sold-out items to continue.'
  return isPickedUp(cart)
    ? 'Pickup at the bar is free. Tax is added at checkout.'
    : 'Tax is calculated from your address.'
}

function isSoldOut({ cartItems }: Cart): boolean {
  return cartItems.some(({ countInStock }) => countInStock === 0)
}

function isPickedUp({ isPickup, cartItems }: Cart): boolean {
  return isPickup || tooLargeText(cartItems) !== null
}

/** Returns the cart to its state when the visit began, or the page was loaded again. */
export function StartOver({ cart }: { cart: Cart }) {
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
