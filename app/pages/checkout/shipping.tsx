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
import type { LoaderFunctionArgs } from 'react-router'
import type { Address } from '#shared/address.ts'
import type { MapAddress } from '#shared/api/maps.ts'
import { AddressFields } from '../../address/address-fields.tsx'
import { useAddressForm } from '../../address/use-address-form.ts'
import type Finder from '../../address/widget/finder.tsx'
import { toFormAddress } from '../../address/widget/form-address.ts'
import { askInBrowser, askOnServer } from '../../api/prefetch.ts'
import type { Cart } from '../../cart/cart.ts'
import { nextDelivery, useDeliveryText, usePickup } from '../../orders/delivery-note.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { AccountChoice } from './account-choice.tsx'
import { CartLabel, CheckoutPage, Columns } from './checkout-page.tsx'
import { GuestFields } from './guest-fields.tsx'
import { PickupForm } from './pickup-form.tsx'
import styles from './shipping.module.css'
import { SuggestedAddress } from './suggested-address.tsx'
import { useGuestForm, type GuestForm } from './use-guest-form.ts'
import { useShipping, type ShippingProblem } from './use-shipping.ts'
import { WayChoice } from './way-choice.tsx'

/** The search box for addresses. The form also works if the code of the box cannot be loaded. */
const AddressFinder = lazy<ComponentType<ComponentProps<typeof Finder>>>(async () => {
  try {
    return await import('../../address/widget/finder.tsx')
  } catch {
    return { default: () => null }
  }
})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, nextDelivery)
export const clientLoader = () => askInBrowser(nextDelivery)

export default function Shipping() {
  return (
    <CheckoutPage step="Shipping" title="Shipping">
      {(cart, user) => <ShippingForm cart={cart} isGuest={user === null} />}
    </CheckoutPage>
  )
}

const FORM_ID = 'shipping-address'

function ShippingForm({ cart, isGuest }: { cart: Cart; isGuest: boolean }) {
  const formRef = useRef<HTMLFormElement>(null)
  const guestForm = useGuestForm(formRef)
  const guest = isGuest ? guestForm : null
  const categories = cart.cartItems.map(({ category }) => category)
  const pickup = usePickup(categories)
  const shipping = useDeliveryText(categories)
  // A cart keeps the choice, also while the shop cannot offer it.
  const isPickup = cart.isPickup && Boolean(pickup?.promise)
  return (
    <Columns aside={<CartLabel cart={cart} />}>
      <Start guest={guest} />
      {pickup ? <WayChoice isPickup={isPickup} pickup={pickup} shipping={shipping} /> : null}
      {isPickup ? (
        <PickupForm guest={guest} formId={FORM_ID} formRef={formRef} />
      ) : (
        <AddressForm cart={cart} guest={guest} formRef={formRef} />
      )}
    </Columns>
  )
}

type AddressFormProps = { cart: Cart; guest: GuestForm | null; formRef: RefObject<HTMLFormElement | null> }

function AddressForm({ cart, guest, formRef }: AddressFormProps) {
  const form = useAddressForm(cart.shippingAddress, formRef)
  const [found, setFound] = useState<MapAddress | null>(null)
  const shipping = useShipping(form, found && toFormAddress(found), guest)
  const fill = (address: MapAddress) => {
    setFound(address)
    shipping.clearMessages()
    form.change(toFormAddress(address))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void shipping.submit()
  }
  return (
    <>
      <Suspense fallback={<div className={styles.finder} />}>
        <div className={styles.finder}>
          <AddressFinder typed={form.values} found={found} onFound={fill} />
        </div>
      </Suspense>
      <form
        id={FORM_ID}
        ref={formRef}
        onSubmit={submit}
        onInput={shipping.clearMessages}
        className={styles.form}
        noValidate
      >
        <AddressFields form={form} />
        {shipping.problem ? (
          <ShippingAlert
            problem={shipping.problem}
            busy={shipping.isBusy}
            retry={() => void shipping.submit()}
            choose={shipping.choose}
          />
        ) : null}
        {shipping.suggestion ? (
          <SuggestedAddress
            suggestion={shipping.suggestion}
            busy={shipping.isBusy}
            choose={shipping.choose}
          />
        ) : (
          <Button type="submit" busy={shipping.isBusy} className={styles.continue}>
            Continue
          </Button>
        )}
      </form>
      {shipping.dialog}
    </>
  )
}

/** The top of the screen. A guest can also sign in or register here. @param guest null for a signed-in user */
function Start({ guest }: { guest: GuestForm | null }) {
  if (!guest) {
    return (
      <header>
        <h1>Shipping</h1>
        <p className={styles.subtitle}>On its way within one working day, with you in three to five.</p>
      </header>
    )
  }
  return (
    <>
      <header>
        <h1>Guest checkout</h1>
        <p className={styles.subtitle}>No account needed: your name, your email, and where it goes.</p>
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
