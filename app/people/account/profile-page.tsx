import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UserInfo } from '#shared/people/api/users.ts'
import { RequireUser } from '#app/platform/session/guard.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import styles from '#app/platform/account-forms/addresses.module.css'

/** A page of the account below the profile: its title, the way back, and content for the signed-in user. */
export function ProfilePage({ title, children }: { title: string; children: (user: UserInfo) => ReactNode }) {
  return (
    <section className={`stack-4 ${styles.page}`}>
      <PageHead title={title} hidden />
      <header className={styles.head}>
        <h1>{title}</h1>
        <Link to="/profile">
          <span aria-hidden="true">←</span> Profile
        </Link>
      </header>
      <RequireUser skeleton={<SkeletonLines count={3} height="9rem" />}>{children}</RequireUser>
    </section>
  )
}
