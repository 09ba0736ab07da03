import { useState, lazy, Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { newsletter } from '#shared/content/api/newsletter.ts'
import { NEWS_CONSENT } from '#shared/platform/newsletters.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { counted } from '#shared/kernel/counts.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { ButtonLink, Button } from '#app/platform/ui/button.tsx'
import { call, CallError } from '#app/platform/api/call.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { getCart, orderItemsOf, type Cart } from '#app/platform/cart/cart.ts'
import { useTypedFields } from '#app/platform/ui/typed-fields.ts'
import { goodsOf } from '#app/platform/orders/goods.ts'
import { usePickup, nextDelivery } from '#app/platform/orders/delivery-note.tsx'
import { useOrdersPaused } from '#app/platform/orders/vacation-note.tsx'
import { DiscountCode } from '#app/platform/orders/discount-code.tsx'
import { SandboxNote } from '#app/platform/paypal/sandbox-note.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Totals } from '#app/platform/orders/totals.tsx'
import { type OrderProblem, usePlaceOrder } from './use-place-order.ts'
import { chosenCards, paidByCards, useGiftCards } from './gift-cards.ts'
import { totalsOf } from './checkout-page.tsx'
import { GiftCardField } from './gift-card-field.tsx'
import { currentQuote, requote } from './quote.ts'
import styles from './place-order.module.css'

/** Loaded only if the cart has a subscription. */
const SubscriptionTerms = lazy(() => import('./subscription-terms.tsx'))

type SummaryProps = { cart: Cart; isGuest: boolean; email: string; onPlaced: () => void }

/** The totals, the codes that the buyer can use, and the button that places the order. */
export function Summary({ cart, isGuest, email, onPlaced }: SummaryProps) {
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

/** Why the order was not placed, and what the buyer can do. */
function OrderProblemAlert({ problem, isGuest }: { problem: OrderProblem; isGuest: boolean }) {
  const link = helpOf(problem, isGuest)
  return (
    <Alert tone={['quote', 'prices', 'pickup', 'gift-card'].includes(problem.kind) ? 'note' : 'danger'}>
      <p>{problem.message}</p>
      {link ? (
        <ButtonLink look="quiet" to={link.to}>
          {link.text}
        </ButtonLink>
      ) : null}
    </Alert>
  )
}

function helpOf({ kind }: OrderProblem, isGuest: boolean): { to: string; text: string } | null {
  if (kind === 'stock') return { to: '/cart', text: 'Change it in the cart' }
  if (kind === 'guest') return { to: '/shipping', text: 'Change name or email' }
  if (kind !== 'unpaid') return null
  return isGuest
    ? { to: '/order-links', text: 'Get links to your orders' }
    : { to: '/profile', text: 'See your orders' }
}

/** The consent to the newsletter. It is not checked by default, and the order does not depend on it. */
function NewsBox({ change }: { change: (wants: boolean) => void }) {
  return <CheckField label={NEWS_CONSENT} onChange={({ target }) => change(target.checked)} />
}

/**
 * Signs up for the newsletter after an order. A failure is not shown, because the buyer can sign up again in the
 * footer.
 */
function askForNews(email: string): void {
  call(newsletter.subscribe, { body: { email, source: 'checkout' } }).catch(() => undefined)
}

const CHECK_TOTAL = 'Your code was applied. Please check the total before you place the order.'

/**
 * Applies typed codes, and then places the order. The order is not placed if a code is refused; its field then has the
 * focus. The order is not placed either if the buyer would not pay less than the page has shown, or if the agreed terms of a
 * subscription name the amount: `note` then asks to check the total.
 */
function useTypedCodes(place: () => void) {
  const { fields, applyTyped, isApplying } = useTypedFields()
  const [note, setNote] = useState('')
  const submit = async () => {
    const before = due()
    setNote('')
    if (!(await applyTyped())) return
    const after = due()
    const isAsShown = before.codes === after.codes
    if (isAsShown || (after.cents < before.cents && !after.hasSubscription)) place()
    else setNote(CHECK_TOTAL)
  }
  return { fields, submit, isApplying, note }
}

/** What the buyer has to pay in cents, and the codes with which it was computed. */
function due() {
  const { code, totalPrice, cartItems } = getCart()
  const cards = chosenCards()
  const total = Number(totalPrice)
  return {
    cents: toCents(total) - toCents(paidByCards(cards, total)),
    codes: JSON.stringify([code?.code, ...cards.map((card) => card.code)]),
    hasSubscription: cartItems.some(({ subscribe }) => subscribe),
  }
}
