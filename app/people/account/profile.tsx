import { useState } from 'react'
import { Link, useParams, type LoaderFunctionArgs } from 'react-router'
import type { UserInfo } from '#shared/people/api/users.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { RequireUser } from '#app/platform/session/guard.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { Skeleton, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { passwordRule } from '#app/platform/account-forms/password-twice.tsx'
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
  return (
    <section className={`stack-6 ${styles.page}`}>
      <header className={styles.head}>
        <h1>Profile</h1>
      </header>
      <div className={styles.form}>
        <h2>You</h2>
        <ProfileForm key={`${user._id} ${formVersion}`} user={user} />
        <PendingEmail onCanceled={() => setFormVersion(formVersion + 1)} />
        <p className={styles.more}>
          <Link to="/profile/addresses">Your addresses</Link>
          <br />
          <Link to="/profile/subscriptions">Your subscriptions</Link>
          <br />
          <Link to="/profile/gift-cards">Your gift cards</Link>
          <br />
          <Link to="/profile/payments">Payment methods</Link>
          <br />
          <Link to="/profile/security">Sign-in and security</Link>
          <br />
          <Link to="/profile/data">Your data</Link>
        </p>
      </div>
      <div className={`stack-3 packed may-shrink ${styles.orders}`}>
        <h2 id="my-orders">Your orders</h2>
        <GuestOrders />
        <MyOrders page={page} />
      </div>
    </section>
  )
}

function ProfileSkeleton() {
  return (
    <div className={`stack-6 ${styles.page}`}>
      <header className={styles.head}>
        <h1>Profile</h1>
      </header>
      <div className={styles.form}>
        <Skeleton height="2rem" width="6rem" />
        <SkeletonLines count={4} height="4.2rem" />
        <Skeleton height="2.75rem" />
      </div>
      <div className={`stack-3 packed may-shrink ${styles.orders}`}>
        <Skeleton height="2rem" width="12rem" />
        <SkeletonLines count={6} height="3.25rem" />
      </div>
    </div>
  )
}
