import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import { agreementOf } from '#shared/checkout/subscription-terms.ts'
import { call } from '#app/platform/api/call.ts'
import { orderItemsOf, type Cart } from '#app/platform/cart/cart.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import type { Consents } from './consents.ts'
import styles from './checkout.module.css'

/**
 * The terms of the subscriptions in the cart, and the box with which the buyer agrees. It is never checked in advance
 * (15 U.S.C. 8403). If the terms change, the buyer has to agree again.
 */
export default function SubscriptionTerms({ cart, consents }: { cart: Cart; consents: Consents }) {
  const { agreed, agree, isMissing, box } = consents
  const body = { orderItems: orderItemsOf(cart), isPickup: cart.isPickup }
  const { data, error, refetch } = useQuery({
    queryKey: ['terms', body],
    queryFn: () => call(subscriptionOffer.terms, { body }),
    retry: false,
  })
  const text = data && agreementOf(data)
  useEffect(() => {
    if (agreed !== undefined && text !== undefined && agreed !== text) agree(undefined)
  }, [agreed, text, agree])
  if (error) return <LoadError error={error} retry={refetch} />
  if (!data || text === undefined) return <p role="status">Getting the terms of your subscription…</p>
  return (
    <section className={`stack-1 ${styles.terms}`} aria-labelledby="subscription-terms">
      <h3 id="subscription-terms">Your subscription</h3>
      {data.subscriptions.map(({ weeks, text: sentences }) => (
        <ul key={weeks}>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ))}
      <CheckField
        ref={box}
        label={data.consent}
        required
        checked={agreed === text}
        aria-invalid={isMissing || undefined}
        hint={isMissing ? 'Tick this box to subscribe.' : undefined}
        onChange={({ target }) => agree(target.checked ? text : undefined)}
      />
    </section>
  )
}
