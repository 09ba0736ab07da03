import packing from '#imagery/drawings/packing.svg'
import roaster from '#imagery/drawings/roaster.svg'
import { useQuery } from '@tanstack/react-query'
import type { SubscriptionSummary } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import { ProfilePage } from '#app/platform/account-forms/profile-page.tsx'
import { usePart, useRoasts } from '#app/platform/api/business.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { EmptyState } from '#app/platform/ui/illustration.tsx'
import page from '#app/platform/account-forms/addresses.module.css'
import { nextSentence, STATUS_NAMES } from './texts.ts'

/** The subscriptions of the account. */
export default function Subscriptions() {
  return (
    <ProfilePage title="Your subscriptions" lines={2}>
      {() => <List />}
    </ProfilePage>
  )
}

function List() {
  const isOffered = usePart('subscriptions') === 'on'
  const roasts = useRoasts()
  const answer = useQuery({ ...ask(subscriptions.mine, {}), refetchOnWindowFocus: 'always' })
  if (!answer.data) return <NotLoaded of={answer} what="your subscriptions" lines={2} />
  const found = answer.data.subscriptions
  if (found.length === 0) {
    return (
      <EmptyState drawing={roasts ? roaster : packing}>
        {isOffered ? (
          <>
            <p>
              No subscription yet. Choose a coffee and how often you want it.
              {roasts ? ' We send it freshly roasted.' : ''}
            </p>
            <ButtonLink to="/subscribe">See how it works</ButtonLink>
          </>
        ) : (
          <p>You have no subscription, and we take no new ones.</p>
        )}
      </EmptyState>
    )
  }
  return (
    <ul className={`stack-3 ${page.list}`}>
      {found.map((each) => (
        <Card key={each._id} of={each} />
      ))}
    </ul>
  )
}

function Card({ of: subscription }: { of: SubscriptionSummary }) {
  const { _id: id, weeks, goods, status } = subscription
  return (
    <li className={`stack-2 ${page.address}`}>
      <div className="stack-1">
        <h2 className={`flex wraps align-baseline ${page.label}`}>
          {frequencyText(weeks)} <span className={page.mark}>{STATUS_NAMES[status]}</span>
        </h2>
        {goods.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p>{nextSentence(subscription)}</p>
      </div>
      <div className="row-0-3 align-middle">
        <ButtonLink
          look="quiet"
          to={`/subscriptions/${id}`}
          aria-label={`See and change: ${frequencyText(weeks)}, ${goods.join(', ')}`}
        >
          See and change
        </ButtonLink>
      </div>
    </li>
  )
}
