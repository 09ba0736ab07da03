import { useEffect, useRef } from 'react'
import type { Order } from '#shared/checkout/api/orders.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { useTypedAddress } from './typed-address.ts'
import { addressOf, orderItemsOf, type Cart } from '#app/platform/cart/cart.ts'
import type { usePlacedOrder } from '#app/platform/cart/placed-order.ts'
import { tooLargeText, usePickup } from '#app/platform/orders/delivery-note.tsx'
import { useTypedFields } from '#app/platform/ui/typed-fields.ts'
import { Contact, useGuestForm } from './contact.tsx'
import { Delivery, DELIVERY_FORM } from './delivery.tsx'
import { keepGiftCards, useGiftCards, type ChosenCard } from './gift-cards.ts'
import { OrderSummary } from './order-summary.tsx'
import { useParts } from './parts.tsx'
import { Payment } from './payment.tsx'
import { useConsents } from './consents.ts'
import { useDetailsForm } from './recipient-fields.tsx'
import styles from './checkout.module.css'
import { usePaying } from './use-paying.ts'

type CheckoutProps = {
  cart: Cart
  /** Null for a guest. */
  user: UserInfo | null
  goOnAsGuest: (() => void) | null
  placed: ReturnType<typeof usePlacedOrder>
  onPaying: (isPaying: boolean) => void
  onBought: (order: Order) => void
}

/** The parts of the checkout, and the order beside or below them. */
export function CheckoutParts(props: CheckoutProps) {
  const { cart, user, placed, goOnAsGuest } = props
  const { guest, details, deliveryForm, typedAddress, parts, typed, pickup, consents, paying } =
    useCheckout(props)
  const finishDelivery = () => {
    goOnAsGuest?.()
    parts.go('payment')
  }
  return (
    <div className={`stack-4 align-top ${styles.columns}`}>
      <div className={`stack-3 may-shrink ${styles.parts}`}>
        {/* While a payment is open, what it pays cannot be changed. */}
        <div className="stack-3" inert={paying.isBusy}>
          <Contact
            user={user}
            guest={guest}
            parts={parts}
            deliveryForm={DELIVERY_FORM}
            goOnAsGuest={goOnAsGuest}
          />
          <Delivery
            cart={cart}
            user={user}
            guest={guest}
            details={details}
            formRef={deliveryForm}
            typedAddress={typedAddress}
            parts={parts}
            onDone={finishDelivery}
          />
        </div>
        <Payment
          cart={cart}
          isGuest={user === null}
          parts={parts}
          paying={paying}
          placed={placed}
          pickup={pickup}
          consents={consents}
        />
      </div>
      <OrderSummary cart={cart} fields={typed.fields} isBusy={paying.isBusy} />
    </div>
  )
}

/** What the buyer enters in all parts, and the payment. */
function useCheckout({ cart, user, goOnAsGuest, onPaying, onBought }: CheckoutProps) {
  const guest = useGuestForm()
  const deliveryForm = useRef<HTMLFormElement>(null)
  const details = useDetailsForm(deliveryForm)
  const typedAddress = useTypedAddress(cart)
  const parts = useParts({
    isGuest: user === null,
    hasContact: user !== null || (guest.isComplete && goOnAsGuest === null),
    hasDelivery: cart.isPickup || (addressOf(cart) !== null && tooLargeText(cart.cartItems) === null),
    isTyping: typedAddress.isPending,
    isSignedOut: goOnAsGuest !== null,
  })
  const typed = useTypedFields()
  const pickup = usePickup(cart.cartItems, orderItemsOf(cart))
  const consents = useConsents(cart, user?.email ?? guest.values.email)
  useKeptCards(user)

  /** Whether everything can be sent. Opens the part that has the first problem. */
  const check = (): boolean => {
    const hasConsent = consents.check()
    const hasDetails = details.check(cart.isPickup)
    const hasContact = user !== null || guest.check()
    const isDelivered = hasDetails && !typedAddress.isPending
    if (!hasContact) parts.go('contact')
    else if (!isDelivered) parts.go('delivery')
    return hasContact && isDelivered && hasConsent
  }
  const paying = usePaying({
    check,
    choices: { readyOn: pickup?.promise?.readyOn, consent: consents.agreed },
    applyTyped: typed.applyTyped,
    onPlaced: consents.askForNews,
    onBought,
    onProblem: ({ kind }, error) => {
      if (kind === 'guest' && guest.showRefusal(error)) parts.go('contact')
      if (kind === 'recipient' && details.showRefusal(error)) parts.go('delivery')
    },
    onPaying,
  })
  return { guest, details, deliveryForm, typedAddress, parts, typed, pickup, consents, paying }
}

/** Keeps the gift cards that the visitor chose as a guest, who then signs in. */
function useKeptCards(user: UserInfo | null): void {
  const cards = useGiftCards()
  const asGuest = useRef<readonly ChosenCard[]>([])
  const isGuest = user === null
  useEffect(() => {
    if (isGuest) asGuest.current = cards
    else {
      keepGiftCards(asGuest.current)
      asGuest.current = []
    }
  }, [isGuest, cards])
}
