import { lazy, Suspense } from 'react'
import { counted } from '#shared/kernel/counts.ts'
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { newsConsent } from '#shared/platform/newsletters.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import type { Cart } from '#app/platform/cart/cart.ts'
import type { usePlacedOrder } from '#app/platform/cart/placed-order.ts'
import type { usePickup } from '#app/platform/orders/delivery-note.tsx'
import { useOrdersPaused } from '#app/platform/orders/vacation-note.tsx'
import { SandboxNote } from '#app/platform/paypal/sandbox-note.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import type { Consents } from './consents.ts'
import { paidByCards, useGiftCards } from './gift-cards.ts'
import { Part, type Parts } from './parts.tsx'
import { NoteAlert, ProblemAlert } from './problem.tsx'
import { HeldOrder, WaysToPay } from './pay.tsx'
import { currentQuote } from './quote.ts'
import { PickupTerms, QuotingError, useQuote } from './quoting.tsx'
import { totalsOf } from './totals.ts'
import type { Paying } from './use-paying.ts'

/** Loaded only if the cart has a subscription. */
const SubscriptionTerms = lazy(() => import('./subscription-terms.tsx'))

type PaymentProps = {
  cart: Cart
  isGuest: boolean
  parts: Parts
  paying: Paying
  placed: ReturnType<typeof usePlacedOrder>
  pickup: ReturnType<typeof usePickup>
  consents: Consents
}

/** The dates, what the buyer agrees to, and the ways to pay. A press on one of them is the order. */
export function Payment(props: PaymentProps) {
  const { parts } = props
  return (
    <Part
      name="payment"
      title="Payment"
      parts={parts}
      summary={null}
      later="You choose how to pay here, as the last step."
    >
      {/* Nothing of PayPal is loaded before. */}
      <OpenPayment {...props} />
    </Part>
  )
}

function OpenPayment({ cart, isGuest, parts, paying, placed, pickup, consents }: PaymentProps) {
  const quoting = useQuote(cart)
  const quote = cart.isPickup ? null : currentQuote(cart)
  const isReady = cart.isPickup ? Boolean(pickup?.promise) : quote !== null
  const isPaused = useOrdersPaused()
  const { parts: shopParts } = useBusiness()
  const totals = totalsOf(cart)
  const cents = toCents(totals.totalPrice) - toCents(paidByCards(useGiftCards(), totals.totalPrice))
  const { problem, note } = paying
  if (placed.isConfirming && !paying.isBusy) return <HeldOrder placed={placed} />
  return (
    <>
      <div className="stack-3" inert={paying.isBusy}>
        {quote ? <QuotedService quote={quote} shippingPrice={totals.shippingPrice} /> : null}
        {cart.isPickup ? <PickupTerms pickup={pickup} chooseShipping={() => parts.go('delivery')} /> : null}
        {quoting.isError ? <QuotingError {...quoting} error={quoting.error} /> : null}
        {quoting.isFetching ? <p role="status">Getting the shipping price…</p> : null}
        {consents.hasSubscription ? (
          <Suspense fallback={<p role="status">Getting the terms of your subscription…</p>}>
            <SubscriptionTerms cart={cart} consents={consents} />
          </Suspense>
        ) : null}
        {consents.offersNews ? (
          <CheckField
            label={newsConsent(shopParts)}
            checked={consents.wantsNews}
            onChange={({ target }) => consents.setWantsNews(target.checked)}
          />
        ) : null}
      </div>
      {problem && (problem.kind !== 'pickup' || isReady) ? (
        <ProblemAlert problem={problem} isGuest={isGuest} parts={parts} />
      ) : null}
      {note ? <NoteAlert note={note} /> : null}
      {isReady && !isPaused ? (
        <div className="stack-2">
          <WaysToPay cart={cart} cents={cents} dollars={toDollars(cents)} paying={paying} placed={placed} />
          <SandboxNote />
        </div>
      ) : (
        <HeldOrder placed={placed} />
      )}
    </>
  )
}

type QuotedProps = { quote: NonNullable<ReturnType<typeof currentQuote>>; shippingPrice: number | null }

/** The carrier's service with its price, which has just raised the total, and when it delivers. */
function QuotedService({ quote: { service, estimatedDays, delivery }, shippingPrice }: QuotedProps) {
  const price = shippingPrice === 0 ? 'free' : formatDollars(shippingPrice ?? 0)
  const days = estimatedDays === null ? '' : `, about ${counted(estimatedDays, 'day')} on the way`
  return <p className="lining">{`${service}, ${price}${delivery ? `. ${delivery.text}` : days}`}</p>
}
