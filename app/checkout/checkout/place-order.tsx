import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, Navigate, type LoaderFunctionArgs } from 'react-router'
import type { Address } from '#shared/platform/address.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatPhone, normalPhone } from '#shared/kernel/phone.ts'
import { useOrdersPaused } from '#app/platform/orders/vacation-note.tsx'
import { CallError } from '#app/platform/api/call.ts'
import { addressOf, orderItemsOf, type Cart } from '#app/platform/cart/cart.ts'
import { askInBrowser, askOnServer } from '#app/platform/api/prefetch.ts'
import { useDeliveryDetails } from '#app/platform/cart/delivery-details.ts'
import { useGuest } from '#app/platform/session/guest.ts'
import { paypalConfig } from '#app/platform/paypal/use-paypal.ts'
import { SandboxNote } from '#app/platform/paypal/sandbox-note.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { GiftFacts } from '#app/platform/orders/gift.tsx'
import { nextDelivery, usePickup } from '#app/platform/orders/delivery-note.tsx'
import { goodsOf } from '#app/platform/orders/goods.ts'
import { Lines } from '#app/platform/orders/lines.tsx'
import { PickupPlace } from '#app/platform/orders/pickup-place.tsx'
import { DiscountCode } from '#app/platform/orders/discount-code.tsx'
import { Totals } from '#app/platform/orders/totals.tsx'
import { CheckoutPage, Columns, totalsOf, useIsReady } from './checkout-page.tsx'
import { GiftCardField } from './gift-card-field.tsx'
import { paidByCards, useGiftCards } from './gift-cards.ts'
import { askForNews, NewsBox } from './news-box.tsx'
import styles from './place-order.module.css'
import { OrderProblemAlert } from './order-problem.tsx'
import { currentQuote, requote } from './quote.ts'
import { usePlaceOrder } from './use-place-order.ts'
import { useTypedCodes } from './use-typed-codes.ts'

/** Loaded only if the cart has a subscription. */
const SubscriptionTerms = lazy(() => import('./subscription-terms.tsx'))

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
            <p className={styles.guest}>
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

type SummaryProps = { cart: Cart; isGuest: boolean; email: string; onPlaced: () => void }

function Summary({ cart, isGuest, email, onPlaced }: SummaryProps) {
  const [wantsNews, setWantsNews] = useState(false)
  const placed = () => {
    if (wantsNews) askForNews(email)
    onPlaced()
  }
  const pickup = usePickup(cart.cartItems, orderItemsOf(cart))
  const hasSubscription = cart.cartItems.some(({ subscribe }) => subscribe)
  const [agreed, setAgreed] = useState<string | undefined>(undefined)
  const { place, isPlacing, problem } = usePlaceOrder(placed, pickup?.promise?.readyOn, agreed)
  const { fields, submit, isApplying, note } = useTypedCodes(place)
  const quoting = useQuote(cart)
  const quote = cart.isPickup ? null : currentQuote(cart)
  const isPaused = useOrdersPaused()
  const totals = totalsOf(cart)
  const cards = useGiftCards()
  const giftCardPrice = totals.shippingPrice === null ? 0 : paidByCards(cards, totals.totalPrice)
  const isReady = !isPaused && (cart.isPickup ? Boolean(pickup?.promise) : quote !== null)
  return (
    <div className={`stack-3 pad-3 box mat ${styles.summary}`}>
      <h2>Order Summary</h2>
      <Totals {...totals} giftCardPrice={giftCardPrice} />
      <DiscountCode cart={cart} beside={fields} />
      <GiftCardField beside={fields} />
      {quote ? <QuotedService {...quote} /> : null}
      {cart.isPickup ? <PickupTerms pickup={pickup} /> : null}
      {quoting.isError ? <QuotingError {...quoting} error={quoting.error} /> : null}
      {quoting.isFetching ? <p role="status">Getting the shipping price…</p> : null}
      {problem && (problem.kind !== 'pickup' || isReady) ? (
        <OrderProblemAlert problem={problem} isGuest={isGuest} />
      ) : null}
      {hasSubscription ? (
        <Suspense fallback={<p role="status">Getting the terms of your subscription…</p>}>
          <SubscriptionTerms cart={cart} agreed={agreed} onAgree={setAgreed} />
        </Suspense>
      ) : null}
      <NewsBox change={setWantsNews} />
      {note ? <Alert>{note}</Alert> : null}
      <Button
        onClick={() => void submit()}
        busy={isPlacing || isApplying}
        disabled={!isReady || (hasSubscription && !agreed)}
      >
        Place Order
      </Button>
      <p className={styles.hold}>{nextText(cart, giftCardPrice, totals.totalPrice)}</p>
      <SandboxNote />
    </div>
  )
}

/** The carrier's service, and when it delivers. */
function QuotedService({ service, estimatedDays, delivery }: NonNullable<ReturnType<typeof currentQuote>>) {
  return (
    <p className={styles.service}>
      {delivery ? `${service}. ${delivery.text}` : serviceText(service, estimatedDays)}
    </p>
  )
}

/** What happens after the order is placed. */
function nextText({ cartItems }: Cart, giftCardPrice: number, totalPrice: number): string {
  return giftCardPrice > 0 && giftCardPrice === totalPrice
    ? 'Your gift card pays all of it, so the order is paid at once.'
    : `We then hold ${goodsOf(cartItems)} while you pay.`
}

/** When the order is ready. If pickup is no longer possible, says why, with a link to choose shipping. */
function PickupTerms({ pickup }: { pickup: ReturnType<typeof usePickup> }) {
  const answer = useQuery(nextDelivery)
  if (pickup === undefined) {
    return answer.isError ? (
      <LoadError error={answer.error} retry={answer.refetch} />
    ) : (
      <p role="status">Getting the day of pickup…</p>
    )
  }
  if (pickup?.promise) return <p className={styles.service}>{pickup.text}</p>
  return (
    <Alert tone="danger">
      <p>{pickup?.text ?? 'Pickup is no longer offered. Please choose shipping.'}</p>
      <ButtonLink look="quiet" to="/shipping">
        Choose shipping
      </ButtonLink>
    </Alert>
  )
}

/** Why there is no shipping price. */
function QuotingError({
  error,
  isFetching,
  refetch,
}: { error: Error } & Pick<Quoting, 'isFetching' | 'refetch'>) {
  return (
    <Alert tone="danger">
      <p>{error.message}</p>
      {isAboutCart(error) ? (
        <ButtonLink look="quiet" to="/cart">
          Change the cart
        </ButtonLink>
      ) : (
        <Button look="quiet" busy={isFetching} onClick={() => void refetch()}>
          Get the shipping price again
        </Button>
      )}
    </Alert>
  )
}

type Quoting = ReturnType<typeof useQuote>

/** Whether the server refused the cart itself. The same request would then fail again. */
function isAboutCart(error: Error): boolean {
  return error instanceof CallError && (error.failure === 400 || error.failure === 409)
}

/** Requests a new quote if there is none, or if it has expired or is for a different cart. */
function useQuote(cart: Cart) {
  const isMissing = !cart.isPickup && currentQuote(cart) === null
  const parcel = cart.cartItems.map(({ sizeId, qty }) => `${sizeId} ${qty}`)
  return useQuery({
    queryKey: ['quote', parcel, cart.shippingAddress],
    queryFn: async () => {
      await requote()
      return null
    },
    enabled: isMissing,
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
}

function serviceText(service: string, days: number | null): string {
  return days === null ? service : `${service}, about ${counted(days, 'day')} on the way`
}
