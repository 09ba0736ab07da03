import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import type { UserInfo } from '#shared/people/api/users.ts'
import type { SubscriptionSummary } from '#shared/subscriptions/api/subscription.ts'
import { isPageOpen } from '#shared/platform/part-pages.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { ownAccounts } from '#shared/wholesale/api/own-accounts.ts'
import { useBusiness, usePart } from '#app/platform/api/business.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { ask } from '#app/platform/api/query.ts'
import { RequireUser } from '#app/platform/session/guard.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Skeleton, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { passwordRule } from '#app/platform/account-forms/password-twice.tsx'
import { isOpen, nextSentence } from '#app/subscriptions/account/texts.ts'
import { GuestOrders, MyOrders } from './my-orders.tsx'
import { ProfileForm, PendingEmail } from './profile-form.tsx'
import styles from './profile.module.css'

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, passwordRule)
export const clientLoader = () => askBriefly(passwordRule)

export default function Profile() {
  const { pageNumber } = useParams()
  return (
    <>
      <PageHead title="Profile" hidden />
      <RequireUser skeleton={<ProfileSkeleton />}>
        {(user) => <ProfileOf user={user} page={Math.max(1, Number(pageNumber) || 1)} />}
      </RequireUser>
    </>
  )
}

function ProfileOf({ user, page }: { user: UserInfo; page: number }) {
  // Changes the form's key, so that it is rendered again with the old address.
  const [formVersion, setFormVersion] = useState(0)
  const { parts } = useBusiness()
  return (
    <section className={`stack-6 ${styles.page}`}>
      <header className={styles.head}>
        <h1>Profile</h1>
      </header>
      <Orders page={page} />
      <div className={styles.form}>
        <ul className={`grid gap-0-2 ${styles.more}`}>
          {MORE.filter(([path]) => isPageOpen(`/profile/${path}`, parts)).map(([path, text]) => (
            <li key={path}>
              <Link to={`/profile/${path}`}>{text}</Link>
            </li>
          ))}
          <WholesaleLink />
        </ul>
        <h2>You</h2>
        <ProfileForm key={`${user._id} ${formVersion}`} user={user} />
        <PendingEmail onCanceled={() => setFormVersion(formVersion + 1)} />
      </div>
    </section>
  )
}

const MORE = [
  ['addresses', 'Your addresses'],
  ['subscriptions', 'Your subscriptions'],
  ['gift-cards', 'Your gift cards'],
  ['payments', 'Payment methods'],
  ['security', 'Sign-in and security'],
  ['data', 'Your data'],
]

/** Only for people who act for a wholesale account. */
function WholesaleLink() {
  const { data } = useQuery({ ...ask(ownAccounts.list, {}), enabled: usePart('wholesale') !== 'off' })
  if (!data || data.accounts.length === 0) return null
  return (
    <li>
      <Link to="/wholesale/account">Wholesale</Link>
    </li>
  )
}

/** The next deliveries and the orders. They are shown together, so that the orders do not move. */
function Orders({ page }: { page: number }) {
  const next = useQuery({ ...ask(subscriptions.mine, {}), enabled: usePart('subscriptions') !== 'off' })
  return (
    <div className="may-shrink">
      {next.isLoading ? <SkeletonLines count={6} height="3.25rem" /> : null}
      <div hidden={next.isLoading}>
        <NextDeliveries of={next.data?.subscriptions ?? []} />
        <div className="stack-3">
          <h2>Your orders</h2>
          <GuestOrders />
          <MyOrders page={page} />
        </div>
      </div>
    </div>
  )
}

/** The next delivery of each subscription that the account has not ended. */
function NextDeliveries({ of: all }: { of: SubscriptionSummary[] }) {
  const open = all.filter(isOpen)
  if (open.length === 0) return null
  return (
    <section className="stack-2 below-4" aria-labelledby="next-delivery">
      <h2 id="next-delivery">Next delivery</h2>
      <ul className="stack-2">
        {open.map((each) => (
          <li key={each._id}>
            <p className="lead">{nextSentence(each)}</p>
            <Link to={`/subscriptions/${each._id}`} className="reach">
              {each.goods.join(', ')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProfileSkeleton() {
  return (
    <div className={`stack-6 ${styles.page}`}>
      <header className={styles.head}>
        <h1>Profile</h1>
      </header>
      <div className="may-shrink">
        <SkeletonLines count={6} height="3.25rem" />
      </div>
      <div className={styles.form}>
        <Skeleton height="2rem" width="6rem" />
        <SkeletonLines count={4} height="4.2rem" />
        <Skeleton height="2.75rem" />
      </div>
    </div>
  )
}
