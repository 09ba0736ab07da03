import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import { CallError, isNotFound } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { LinkAccess } from '#app/platform/session/link-access.tsx'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Loading, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { DeliveryAddress } from './address.tsx'
import { Cancel, Over } from './cancel.tsx'
import { Deliveries, FailedPayment, OrderButton } from './deliveries.tsx'
import { Gift, PaymentMethod, Frequency } from './details.tsx'
import { Items } from './items.tsx'
import { NextDelivery } from './next-delivery.tsx'
import { useOpenForm } from './part.tsx'
import styles from './subscription.module.css'
import { isOpen, STATUS_NAMES } from './texts.ts'

/** One subscription, for its account and for anyone with the link in an email. */
export default function SubscriptionPage() {
  const { id = '' } = useParams()
  return (
    <>
      <PageHead title="Your subscription" hidden />
      <LinkAccess id={id} resource="subscriptions" skeleton={<PageSkeleton />}>
        {(user) => <SubscriptionOf key={id} id={id} user={user} />}
      </LinkAccess>
    </>
  )
}

const SECOND = 1000

/** @param user null for a buyer with a link */
function SubscriptionOf({ id, user }: { id: string; user: UserInfo | null }) {
  const query = useQuery({
    ...ask(subscriptions.one, { params: { id } }),
    // It may have been changed in another tab or with the link in an email.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (isBusy(state.data) ? 5 * SECOND : false),
  })
  if (query.data && !isNotFound(query.error) && !isRefused(query.error))
    return <Shown of={query.data} user={user} />
  if (query.isPending) {
    return (
      <>
        <Loading what="Loading the subscription" />
        <PageSkeleton />
      </>
    )
  }
  return (
    <section className={`stack-4 ${styles.page}`}>
      <Head user={user} />
      {isNotFound(query.error) || isRefused(query.error) ? (
        <div className="stack-3 items-left">
          <p role="alert">
            {isRefused(query.error)
              ? `${query.error!.message}.`
              : 'There is no such subscription in your account. It may belong to another account.'}
          </p>
          <ButtonLink to={user ? '/profile/subscriptions' : '/order-links'}>
            {user ? 'See your subscriptions' : 'Get links to your orders'}
          </ButtonLink>
        </div>
      ) : (
        <LoadError error={query.error!} retry={query.refetch} />
      )}
    </section>
  )
}

const isRefused = (error: unknown) =>
  error instanceof CallError && error.failure === 403 && error.data.code === 'link'

/** Whether the shop is about to change it, because the first order was just paid or a payment is in progress. */
function isBusy(subscription: Subscription | undefined): boolean {
  if (subscription?.status === 'starting') return true
  return subscription?.deliveries[0]?.state === 'charging'
}

function Shown({ of, user }: { of: Subscription; user: UserInfo | null }) {
  const forms = useOpenForm()
  return (
    <section className={`stack-4 ${styles.page}`}>
      <Head of={of} user={user} />
      <FailedPayment of={of} forms={forms} />
      <div className={`stack-6 align-top ${styles.columns}`}>
        <div className="stack-6 packed may-shrink">
          <State of={of} forms={forms} />
          <Items of={of} forms={forms} />
        </div>
        <div className={`stack-4 packed may-shrink ${styles.aside}`}>
          <Frequency of={of} forms={forms} />
          <DeliveryAddress of={of} forms={forms} />
          <PaymentMethod of={of} forms={forms} />
          <Gift of={of} forms={forms} />
        </div>
        <div className="stack-6 packed may-shrink">
          <Deliveries of={of.deliveries} />
          {isOpen(of) ? <Cancel of={of} /> : null}
          <Terms of={of} />
        </div>
      </div>
    </section>
  )
}

function State({ of, forms }: { of: Subscription; forms: ReturnType<typeof useOpenForm> }) {
  if (isOpen(of)) return <NextDelivery of={of} forms={forms} />
  if (of.status !== 'starting') return <Over of={of} />
  const order = of.deliveries[0]?.order
  const isUnpaid = order?.state === 'pending'
  return (
    <section className={`stack-2 pad-3 box mat break-words ${styles.next}`} aria-labelledby="starting">
      <h2 id="starting">{isUnpaid ? 'Not paid yet' : 'It starts in a moment'}</h2>
      <p>
        {isUnpaid
          ? 'Your subscription starts when its first order is paid. You are not charged before that.'
          : 'PayPal is confirming your payment. After that, the next dates are shown here.'}
      </p>
      {order && isUnpaid ? (
        <p>
          <OrderButton order={order}>Pay the first order</OrderButton>
        </p>
      ) : null}
    </section>
  )
}

function Head({ of, user }: { of?: Subscription; user: UserInfo | null }) {
  return (
    <header className="stack-1 items-left">
      {user ? (
        <Link className={`reach ${styles.back}`} to="/profile/subscriptions">
          <span aria-hidden="true">←</span> Your subscriptions
        </Link>
      ) : (
        <Link className={`reach ${styles.back}`} to="/shop">
          <span aria-hidden="true">←</span> The shop
        </Link>
      )}
      <h1>Your subscription</h1>
      {of ? (
        <p className="lead italic break-words">
          {frequencyText(of.weeks)}: {of.goods.join(', ')}{' '}
          <span className={styles.mark}>{STATUS_NAMES[of.status]}</span>
        </p>
      ) : null}
    </header>
  )
}

/** The terms that the buyer agreed to. */
function Terms({ of: { consent } }: { of: Subscription }) {
  return (
    <Disclosure summary="What you agreed to">
      <div className={`stack-2 ${styles.terms}`}>
        <p>{consent.text}</p>
        <p>You agreed on {formatDate(consent.at, 'dayAndTime')}.</p>
      </div>
    </Disclosure>
  )
}

function PageSkeleton() {
  return (
    <section className={`stack-4 ${styles.page}`}>
      <h1>Your subscription</h1>
      <SkeletonLines count={6} height="3.25rem" />
    </section>
  )
}
