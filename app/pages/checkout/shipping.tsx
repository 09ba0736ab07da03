import { useRef, type FormEvent } from 'react'
import { AddressFields } from '../../address/address-fields.tsx'
import { useAddressForm } from '../../address/use-address-form.ts'
import type { Cart } from '../../cart/cart.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CartLabel, CheckoutPage, Columns } from './checkout-page.tsx'
import styles from './shipping.module.css'
import { SuggestedAddress } from './suggested-address.tsx'
import { useShipping, type Obstacle } from './use-shipping.ts'

export default function Shipping() {
  return (
    <CheckoutPage step="Shipping" title="Shipping">
      {(cart) => <ShippingForm cart={cart} />}
    </CheckoutPage>
  )
}

function ShippingForm({ cart }: { cart: Cart }) {
  const formRef = useRef<HTMLFormElement>(null)
  const form = useAddressForm(cart.shippingAddress, formRef)
  const shipping = useShipping(form)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    shipping.submit()
  }
  return (
    <Columns aside={<CartLabel cart={cart} />}>
      <header>
        <h1>Shipping</h1>
        <p className={styles.subtitle}>On its way within one working day, with you in three to five.</p>
      </header>
      <form ref={formRef} onSubmit={submit} onInput={shipping.reconsider} className={styles.form} noValidate>
        <AddressFields form={form} />
        {shipping.obstacle ? (
          <Trouble obstacle={shipping.obstacle} busy={shipping.isBusy} retry={shipping.submit} />
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
    </Columns>
  )
}

function Trouble({ obstacle, busy, retry }: { obstacle: Obstacle; busy: boolean; retry: () => void }) {
  return (
    <Alert tone="danger">
      {obstacle.messages.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {obstacle.way === 'again' ? (
        <>
          <p>What you typed is kept.</p>
          <Button look="quiet" busy={busy} onClick={retry}>
            Try again
          </Button>
        </>
      ) : null}
      {obstacle.way === 'cart' ? (
        <ButtonLink look="quiet" to="/cart">
          Change the cart
        </ButtonLink>
      ) : null}
      {obstacle.way === 'address' ? <p>Please check the address above.</p> : null}
    </Alert>
  )
}
