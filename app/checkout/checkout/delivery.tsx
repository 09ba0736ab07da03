import {
  Suspense,
  lazy,
  useState,
  type ComponentProps,
  type ComponentType,
  type FormEvent,
  type RefObject,
} from 'react'
import type { Address } from '#shared/platform/address.ts'
import type { SavedAddress } from '#shared/checkout/api/addresses.ts'
import type { MapAddress } from '#shared/checkout/api/maps.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { AddressFields } from '#app/platform/address/address-fields.tsx'
import { useAddressForm } from '#app/platform/address/use-address-form.ts'
import type Finder from '#app/platform/address/widget/finder.tsx'
import { toFormAddress } from '#app/platform/address/widget/form-address.ts'
import { addressOf, orderItemsOf, type Cart } from '#app/platform/cart/cart.ts'
import { tooLargeText, useDeliveryText } from '#app/platform/orders/delivery-note.tsx'
import { useOfferedPickup } from '#app/platform/orders/pickup-choice.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { PickupPlace } from '#app/platform/orders/pickup-place.tsx'
import type { GuestForm } from './contact.tsx'
import { DeliveryChoice } from './delivery-choice.tsx'
import { EnteredDelivery } from './entered-delivery.tsx'
import { Part, type Parts } from './parts.tsx'
import { GiftFields, RecipientFields, type DetailsForm } from './recipient-fields.tsx'
import { SavedAddresses, WithSavedAddresses, savedInCart, useAddressChoice } from './saved-addresses.tsx'
import checkout from './checkout.module.css'
import styles from './delivery.module.css'
import { SuggestedAddress } from './suggested-address.tsx'
import type { TypedAddress } from './typed-address.ts'
import { useShipping, type ContactCheck, type ShippingProblem } from './use-shipping.ts'

/** The search box for addresses. The form also works if the code of the box cannot be loaded. */
const AddressFinder = lazy<ComponentType<ComponentProps<typeof Finder>>>(async () => {
  try {
    return await import('#app/platform/address/widget/finder.tsx')
  } catch {
    return { default: () => null }
  }
})

const FORM_ID = 'delivery-form'
export const DELIVERY_FORM = FORM_ID

type DeliveryProps = {
  cart: Cart
  /** Null for a guest. */
  user: UserInfo | null
  guest: GuestForm
  details: DetailsForm
  formRef: RefObject<HTMLFormElement | null>
  typedAddress: TypedAddress
  parts: Parts
  /** Called when name, email and delivery are complete. */
  onDone: () => void
}

/** Where the order goes: to an address, or to the bar, where the buyer picks it up. */
export function Delivery(props: DeliveryProps) {
  const { cart, user, guest, typedAddress, parts } = props
  const isKnown = cart.isPickup || addressOf(cart) !== null
  return (
    <Part
      name="delivery"
      title="Delivery"
      parts={parts}
      summary={
        isKnown ? (
          <EnteredDelivery
            cart={cart}
            buyer={(user ?? guest.values).name}
            typedAddress={typedAddress}
            parts={parts}
          />
        ) : null
      }
    >
      <WithSavedAddresses isGuest={user === null}>
        {(saved) => <DeliveryFields {...props} saved={saved} />}
      </WithSavedAddresses>
    </Part>
  )
}

function DeliveryFields({
  cart,
  user,
  guest,
  details,
  formRef,
  parts,
  onDone,
  saved,
}: DeliveryProps & { saved: SavedAddress[] }) {
  const pickup = useOfferedPickup(cart)
  const shipping = useDeliveryText(cart.cartItems, orderItemsOf(cart))
  // The cart keeps the choice even if the shop has no day for a pickup.
  const isPickup = cart.isPickup && Boolean(pickup?.promise)
  const open = (isWrong: boolean) => {
    if (isWrong && !parts.isOpen('contact')) parts.go('contact')
    return isWrong
  }
  const contact: ContactCheck = {
    check: () => user !== null || !open(!guest.check()),
    showRefusal: (error) => user === null && open(guest.showRefusal(error)),
  }
  const form = { details, formRef, contact, onDone }
  return (
    <>
      {pickup ? (
        <DeliveryChoice
          isPickup={isPickup}
          pickup={pickup}
          shipping={shipping}
          unshipped={tooLargeText(cart.cartItems)}
        />
      ) : null}
      {isPickup ? (
        <PickupForm {...form} />
      ) : (
        <AddressForm {...form} cart={cart} hasAccount={user !== null} saved={saved} />
      )}
    </>
  )
}

type FormProps = {
  details: DetailsForm
  formRef: RefObject<HTMLFormElement | null>
  contact: ContactCheck
  onDone: () => void
}

type AddressFormProps = FormProps & {
  cart: Cart
  hasAccount: boolean
  saved: SavedAddress[]
}

function AddressForm({ cart, hasAccount, saved, details, formRef, contact, onDone }: AddressFormProps) {
  const choice = useAddressChoice(saved, cart)
  const form = useAddressForm(savedInCart(saved, cart) ? {} : cart.shippingAddress, formRef)
  const [found, setFound] = useState<MapAddress | null>(null)
  const picked = found && toFormAddress(found)
  const shipping = useShipping({ form, picked, chosen: choice.chosen, details, contact, onDone })
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
            <RecipientFields details={details} hasAccount={hasAccount} />
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
        <Button type="submit" busy={isBusy} className={checkout.continue}>
          Continue
        </Button>
      )}
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

/** For pickup: where the bar is. A guest types only a name and an email. */
function PickupForm({ details, formRef, contact, onDone }: FormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // All problems are shown at once. The first one gets the focus, because it is checked last.
    const hasDetails = details.check(true)
    if (contact.check() && hasDetails) onDone()
  }
  return (
    <form id={FORM_ID} ref={formRef} onSubmit={submit} className="stack-4" noValidate>
      <PickupPlace />
      <p>
        You get an email as soon as your order is ready. At the bar, tell us your name and the number of your
        order.
      </p>
      <GiftFields details={details} />
      <Button type="submit" className={checkout.continue}>
        Continue
      </Button>
    </form>
  )
}
