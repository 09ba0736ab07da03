import { useState } from 'react'
import { Link, Navigate, type LoaderFunctionArgs } from 'react-router'
import type { Address } from '#shared/platform/address.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { formatPhone, normalPhone } from '#shared/kernel/phone.ts'
import { addressOf, type Cart } from '#app/platform/cart/cart.ts'
import { askInBrowser, askOnServer } from '#app/platform/api/prefetch.ts'
import { useDeliveryDetails } from '#app/platform/cart/delivery-details.ts'
import { useGuest } from '#app/platform/session/guest.ts'
import { paypalConfig } from '#app/platform/paypal/use-paypal.ts'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { GiftFacts } from '#app/platform/orders/gift.tsx'
import { nextDelivery } from '#app/platform/orders/delivery-note.tsx'
import { Lines } from '#app/platform/orders/lines.tsx'
import { PickupPlace } from '#app/platform/orders/pickup-place.tsx'
import { CheckoutPage, Columns, useIsReady } from './checkout-page.tsx'
import styles from './place-order.module.css'
import { Summary } from './summary.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, paypalConfig, nextDelivery)
export const clientLoader = () => askInBrowser(paypalConfig, nextDelivery)

export default function PlaceOrder() {
  const [isLeaving, setLeaving] = useState(false)
  return (
    <CheckoutPage step="Place Order" title="Place Order" isLeaving={isLeaving}>
      {(cart, user) => <ReadyReview cart={cart} user={user} onPlaced={() => setLeaving(true)} />}
    </CheckoutPage>
  )
}

type ReviewProps = { cart: Cart; user: UserInfo | null; onPlaced: () => void }

function ReadyReview(props: ReviewProps) {
  const isReady = useIsReady(props.cart, props.user)
  const address = addressOf(props.cart)
  return isReady ? <Review {...props} address={address} /> : <Navigate to="/shipping" replace />
}

function Review({ cart, user, address, onPlaced }: ReviewProps & { address: Address | null }) {
  const guest = useGuest()
  const { recipient, phone, giftNote } = useDeliveryDetails()
  const lines = cart.cartItems.map((item) => ({ ...item, product: item._id, picture: item.pictures.image }))
  return (
    <Columns
      aside={
        <Summary
          cart={cart}
          isGuest={user === null}
          email={user?.email ?? guest?.email ?? ''}
          onPlaced={onPlaced}
        />
      }
    >
      <h1>Place Order</h1>
      <div className="stack-4 halves-36">
        <section className={`stack-1 packed pad-top-2 rule ${styles.fact}`}>
          <h2>{cart.isPickup ? 'Pickup' : 'Shipping'}</h2>
          {user === null && guest ? (
            <p>
              {guest.name}
              <br />
              {guest.email}
            </p>
          ) : null}
          {cart.isPickup || !address ? (
            <PickupPlace />
          ) : (
            <>
              <AddressLines name={recipient ?? user?.name ?? ''} address={address} />
              {phone ? (
                <p className={styles.service}>Phone {formatPhone(normalPhone(phone) ?? phone)}</p>
              ) : null}
            </>
          )}
          {giftNote === null ? null : <GiftFacts gift={{ note: giftNote.trim() }} />}
          <p className={styles.change}>
            <Link to="/shipping">
              Change
              <span className="visually-hidden">{cart.isPickup ? ' to shipping' : ' the address'}</span>
            </Link>
          </p>
        </section>
        <section className={`stack-1 packed pad-top-2 rule ${styles.fact}`}>
          <h2>Payment Method</h2>
          <p>PayPal or Credit Card</p>
          <p className={styles.service}>You pay after placing the order, in PayPal’s own window.</p>
        </section>
      </div>
      <section className={`stack-3 pad-top-2 rule ${styles.items}`}>
        <h2>Order Items</h2>
        <Lines lines={lines} />
      </section>
    </Columns>
  )
}
