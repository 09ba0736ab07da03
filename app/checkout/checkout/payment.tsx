import { useState, type FormEvent } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { UserInfo } from '#shared/people/api/users.ts'
import { savePaymentMethod, type Cart } from '#app/platform/cart/cart.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { CartLabel, CheckoutPage, Columns, useIsReady } from './checkout-page.tsx'
import styles from './shipping.module.css'

const PAYPAL = 'PayPal'

export default function Payment() {
  return (
    <CheckoutPage step="Place Order" title="Payment Method">
      {(cart, user) => <Method cart={cart} user={user} />}
    </CheckoutPage>
  )
}

/** The choice of the payment method. The checkout skips this page while there is only one method. */
function Method({ cart, user }: { cart: Cart; user: UserInfo | null }) {
  return useIsReady(cart, user) ? <MethodForm cart={cart} /> : <Navigate to="/shipping" replace />
}

function MethodForm({ cart }: { cart: Cart }) {
  const navigate = useNavigate()
  const [method, setMethod] = useState(cart.paymentMethod)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    savePaymentMethod(method)
    void navigate('/placeorder')
  }
  return (
    <Columns aside={<CartLabel cart={cart} />}>
      <h1>Payment Method</h1>
      <form onSubmit={submit} className="stack-4">
        <fieldset className={styles.radios}>
          <legend>Select Method</legend>
          <div className={`${styles.radio} ${styles.payment}`}>
            <input
              type="radio"
              id="method-paypal"
              name="paymentMethod"
              value={PAYPAL}
              checked={method === PAYPAL}
              onChange={() => setMethod(PAYPAL)}
              aria-describedby="method-paypal-note"
              required
            />
            <label htmlFor="method-paypal">PayPal or Credit Card</label>
            <p id="method-paypal-note">You pay after placing the order, in PayPal’s own window.</p>
          </div>
        </fieldset>
        <Button type="submit" className={styles.continue}>
          Continue
        </Button>
      </form>
    </Columns>
  )
}
