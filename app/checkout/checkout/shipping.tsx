import {
  Suspense,
  lazy,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type RefObject,
} from 'react'
import { type LoaderFunctionArgs, useNavigate } from 'react-router'
import type { Address } from '#shared/platform/address.ts'
import type { SavedAddress } from '#shared/checkout/api/addresses.ts'
import type { MapAddress } from '#shared/checkout/api/maps.ts'
import { AddressFields } from '#app/platform/address/address-fields.tsx'
import { useAddressForm } from '#app/platform/address/use-address-form.ts'
import type Finder from '#app/platform/address/widget/finder.tsx'
import { toFormAddress } from '#app/platform/address/widget/form-address.ts'
import { askInBrowser, askOnServer } from '#app/platform/api/prefetch.ts'
import { orderItemsOf, type Cart } from '#app/platform/cart/cart.ts'
import { nextDelivery, tooLargeText, useDeliveryText } from '#app/platform/orders/delivery-note.tsx'
import { useOfferedPickup } from '#app/platform/orders/pickup-choice.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { PickupPlace } from '#app/platform/orders/pickup-place.tsx'
import { AccountChoice, GuestFields, useGuestForm, type GuestForm } from './guest.tsx'
import { CartLabel, CheckoutPage, Columns } from './checkout-page.tsx'
import { GiftFields, RecipientFields, useDetailsForm, type DetailsForm } from './recipient-fields.tsx'
import { SavedAddresses, WithSavedAddresses, savedInCart, useAddressChoice } from './saved-addresses.tsx'
import styles from './shipping.module.css'
import { SuggestedAddress } from './suggested-address.tsx'
import { useShipping, type ShippingProblem } from './use-shipping.ts'
import { DeliveryChoice } from './delivery-choice.tsx'

/** The search box for addresses. The form also works if the code of the box cannot be loaded. */
const AddressFinder = lazy<ComponentType<ComponentProps<typeof Finder>>>(async () => {
  try {
    return await import('#app/platform/address/widget/finder.tsx')
  } catch {
    return { default: () => null }
  }
})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, nextDelivery)
export const clientLoader = () => askInBrowser(nextDelivery)

export default function Shipping() {
  return (
    <CheckoutPage step="Shipping" title="Shipping">
      {(cart, user) => (
        <WithSavedAddresses isGuest={user === null}>
          {(saved) => <ShippingForm cart={cart} isGuest={user === null} saved={saved} />}
        </WithSavedAddresses>
      )}
    </CheckoutPage>
  )
}

const FORM_ID = 'shipping-address'

type FormProps = { cart: Cart; isGuest: boolean; saved: SavedAddress[] }

function ShippingForm({ cart, isGuest, saved }: FormProps) {
  const formRef = useRef<HTMLFormElement>(null)
  const guestForm = useGuestForm(formRef)
  const guest = isGuest ? guestForm : null
  const pickup = useOfferedPickup(cart)
  const shipping = useDeliveryText(cart.cartItems, orderItemsOf(cart))
  const details = useDetailsForm(formRef)
  // The cart keeps the choice even if the shop has no day for a pickup.
  const isPickup = cart.isPickup && Boolean(pickup?.promise)
  return (
    <Columns aside={<CartLabel cart={cart} />}>
      <Start guest={guest} />
      {pickup ? (
        <DeliveryChoice
          isPickup={isPickup}
          pickup={pickup}
          shipping={shipping}
          unshipped={tooLargeText(cart.cartItems)}
        />
      ) : null}
      {isPickup ? (
        <PickupForm guest={guest} details={details} formId={FORM_ID} formRef={formRef} />
      ) : (
        <AddressForm cart={cart} guest={guest} saved={saved} details={details} formRef={formRef} />
      )}
    </Columns>
  )
}

type AddressFormProps = {
  cart: Cart
  /** Null for a signed-in user. */
  guest: GuestForm | null
  saved: SavedAddress[]
  details: DetailsForm
  formRef: RefObject<HTMLFormElement | null>
}

function AddressForm({ cart, guest, saved, details, formRef }: AddressFormProps) {
  const choice = useAddressChoice(saved, cart)
  const form = useAddressForm(savedInCart(saved, cart) ? {} : cart.shippingAddress, formRef)
  const [found, setFound] = useState<MapAddress | null>(null)
  const picked = found && toFormAddress(found)
  const shipping = useShipping({ form, picked, chosen: choice.chosen, details, guest })
  const fill = (address: MapAddress) => {
    setFound(address)
    shipping.clearMessages()
    form.change(toFormAddress(address))
  }
  const choose = (id: string | null) => {
    shipping.clearMessages()
    choice.choose(id)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void shipping.submit()
  }
  return (
    <>
      <SavedAddresses choice={{ ...choice, choose }} />
      {choice.chosen ? null : (
        <Suspense fallback={<div className={`stack-2 ${styles.finder}`} />}>
          <div className={`stack-2 ${styles.finder}`}>
            <AddressFinder typed={form.values} found={found} onFound={fill} />
          </div>
        </Suspense>
      )}
      <form
        id={FORM_ID}
        ref={formRef}
        onSubmit={submit}
        // Not onInput: a list fires it before its change, and the render in between would set the list back.
        onChange={shipping.clearMessages}
        className="stack-4"
        noValidate
      >
        {choice.chosen ? null : (
          <>
            <AddressFields form={form} />
            <RecipientFields details={details} hasAccount={guest === null} />
          </>
        )}
        <GiftFields details={details} />
        <Continue shipping={shipping} />
      </form>
      {shipping.dialog}
    </>
  )
}

/** The Continue button, and questions or problems that the buyer must answer first. */
function Continue({ shipping }: { shipping: ReturnType<typeof useShipping> }) {
  const { problem, suggestion, isBusy, submit, choose } = shipping
  return (
    <>
      {problem ? (
        <ShippingAlert problem={problem} busy={isBusy} retry={() => void submit()} choose={choose} />
      ) : null}
      {suggestion ? (
        <SuggestedAddress suggestion={suggestion} busy={isBusy} choose={choose} />
      ) : (
        <Button type="submit" busy={isBusy} className={styles.continue}>
          Continue
        </Button>
      )}
    </>
  )
}

/** The top of the screen. A guest can also sign in or register here. @param guest null for a signed-in user */
function Start({ guest }: { guest: GuestForm | null }) {
  if (!guest) {
    return (
      <header>
        <h1>Shipping</h1>
        <p className="above-1 lead italic">
          Tell us where your order goes, and we will show the shipping price and the day it arrives.
        </p>
      </header>
    )
  }
  return (
    <>
      <header>
        <h1>Guest checkout</h1>
        <p className="above-1 lead italic">No account needed: your name, your email, and where it goes.</p>
      </header>
      <AccountChoice />
      <GuestFields guest={guest} formId={FORM_ID} />
    </>
  )
}

type ShippingAlertProps = {
  problem: ShippingProblem
  busy: boolean
  retry: () => void
  choose: (address: Address) => void
}

function ShippingAlert({ problem, busy, retry, choose }: ShippingAlertProps) {
  const { keep } = problem
  return (
    <Alert tone="danger">
      {problem.messages.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {problem.fix === 'again' ? (
        <>
          <p>What you typed is kept.</p>
          <Button look="quiet" busy={busy} onClick={retry}>
            Try again
          </Button>
        </>
      ) : null}
      {problem.fix === 'cart' ? (
        <ButtonLink look="quiet" to="/cart">
          Change the cart
        </ButtonLink>
      ) : null}
      {problem.fix === 'address' ? <p>Please check the address above.</p> : null}
      {keep ? (
        <Button look="quiet" busy={busy} onClick={() => choose(keep)}>
          It is correct, keep mine
        </Button>
      ) : null}
    </Alert>
  )
}

type Props = {
  /** Null for a signed-in user. */
  guest: GuestForm | null
  details: DetailsForm
  /** The form to which a guest's name and email belong. */
  formId: string
  formRef: RefObject<HTMLFormElement | null>
}

/** The first screen of the checkout for pickup. It shows where the bar is. A guest types only a name and an email. */
function PickupForm({ guest, details, formId, formRef }: Props) {
  const navigate = useNavigate()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // All problems are shown at once. The first one gets the focus, because it is checked last.
    const hasDetails = details.check(true)
    const hasGuest = guest === null || guest.check()
    if (hasDetails && hasGuest) void navigate('/placeorder')
  }
  return (
    <form id={formId} ref={formRef} onSubmit={submit} className="stack-4" noValidate>
      <PickupPlace />
      <p>
        You get an email as soon as your order is ready. At the bar, tell us your name and the number of your
        order.
      </p>
      <GiftFields details={details} />
      <Button type="submit" className={styles.continue}>
        Continue
      </Button>
    </form>
  )
}
