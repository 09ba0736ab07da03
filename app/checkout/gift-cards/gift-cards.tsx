import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { giftCards } from '#shared/checkout/api/gift-cards.ts'
import { useBusiness, usePart } from '#app/platform/api/business.ts'
import { askInBrowser, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { paypalConfig } from '#app/platform/paypal/use-paypal.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { BuyCard } from './buy-card.tsx'
import { GoodToKnow } from './form-parts.tsx'
import styles from './gift-cards.module.css'

const offer = ask(giftCards.offer, {})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, offer, paypalConfig)
export const clientLoader = () => askInBrowser(offer, paypalConfig)

/** The page to buy a gift card: for oneself, or for someone else by email on a chosen day. */
export default function GiftCardsPage() {
  const { data, error, refetch } = useQuery(offer)
  const { roasters } = useBusiness()
  const areSubscriptionsSold = usePart('subscriptions') === 'on'
  return (
    <>
      <PageHead
        title="Gift cards"
        description={`A gift card of ${roasters}, by email on the day that you choose, or to print. It never expires.`}
        path="/gift-cards"
      />
      <PageTitle title="Gift cards">Coffee for someone you like. Or for yourself.</PageTitle>
      {data ? (
        <div className={styles.page}>
          {data.isOffered ? (
            <BuyCard offer={data} />
          ) : (
            <p className={`stack-2 packed measure ${styles.text}`}>
              We do not sell gift cards at the moment. Cards that you have stay valid.
            </p>
          )}
          <GoodToKnow>
            <li>The card never expires, and there are no fees. Any balance stays on it.</li>
            <li>It pays for everything in our shop, alone or together with another way to pay.</li>
            <li>There is no tax on the card. Tax is charged when it is spent.</li>
            {areSubscriptionsSold ? (
              <li>
                Rather fresh coffee, again and again? <Link to="/subscribe/gift">Give a subscription</Link>.
              </li>
            ) : null}
            <li>
              <Link to="/gift-cards/balance">See what is left on a card</Link>
            </li>
          </GoodToKnow>
        </div>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Spinner what="Loading the gift cards" />
      )}
    </>
  )
}
