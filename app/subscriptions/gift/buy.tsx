import { useQuery } from '@tanstack/react-query'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { gifts } from '#shared/subscriptions/api/gifts.ts'
import { usePart, useRoasts } from '#app/platform/api/business.ts'
import { askInBrowser, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { paypalConfig } from '#app/platform/paypal/use-paypal.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { PageTitle } from '#app/platform/ui/page-title.tsx'
import { Spinner } from '#app/platform/ui/spinner.tsx'
import { GoodToKnow } from '#app/checkout/gift-cards/form-parts.tsx'
import page from '#app/checkout/gift-cards/gift-cards.module.css'
import { BuyGift } from './buy-gift.tsx'

const offer = ask(gifts.offer, {})

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, offer, paypalConfig)
export const clientLoader = () => askInBrowser(offer, paypalConfig)

/** The page to give a subscription: to an address, or by email. */
export default function GiftSubscriptionPage() {
  const { data, error, refetch } = useQuery(offer)
  const hasCards = usePart('giftCards') === 'on'
  const roasts = useRoasts()
  return (
    <>
      <PageHead
        title="Give a subscription"
        description={`3, 6 or 12 deliveries of ${roasts ? 'freshly roasted' : 'fresh'} coffee as a gift, to an address or by email. Paid once, and it ends by itself.`}
        path="/subscribe/gift"
      />
      <PageTitle title="Give a subscription">Fresh coffee, again and again, from you.</PageTitle>
      {data ? (
        <div className={page.page}>
          {data.isOffered && data.tastes.length + data.coffees.length > 0 ? (
            <BuyGift offer={data} />
          ) : (
            <p className={`stack-2 packed measure ${page.text}`}>
              We do not sell gift subscriptions at the moment.
              {hasCards ? (
                <>
                  {' '}
                  A <Link to="/gift-cards">gift card</Link> pays for every coffee.
                </>
              ) : null}
            </p>
          )}
          <GoodToKnow>
            <li>You pay once. Shipping and tax are included, and nobody is charged again.</li>
            <li>Each bag {roasts ? 'is roasted for its day, and ' : ''}goes out as a gift without prices.</li>
            <li>It ends by itself after the last delivery.</li>
            <li>By email, the receiver enters the address, and may change the grind or skip a delivery.</li>
            <li>If the email was wrong, you correct it. There is a page to print, too.</li>
            <li>If a coffee ends, we send one that tastes alike.</li>
          </GoodToKnow>
        </div>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Spinner what="Loading the gift subscriptions" />
      )}
    </>
  )
}
