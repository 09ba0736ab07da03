import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { UserInfo } from '#shared/people/api/users.ts'
import { RequireUser } from '#app/platform/session/guard.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import styles from '#app/platform/account-forms/addresses.module.css'

/** A page of the account below the profile: its title, the way back, and content for the signed-in user. */
export function ProfilePage({
  title,
  lines = 3,
  className = `stack-4 ${styles.page}`,
  children,
}: {
  title: string
  /** How many gray lines are shown while the session is read. */
  lines?: number
  className?: string
  children: (user: UserInfo) => ReactNode
}) {
  return (
    <section className={className}>
      <PageHead title={title} hidden />
      <header className="stack-2 items-left">
        <Link to="/profile" className="reach">
          <span aria-hidden="true">←&nbsp;</span>Profile
        </Link>
        <h1>{title}</h1>
      </header>
      <RequireUser skeleton={<SkeletonLines count={lines} height="9rem" />}>{children}</RequireUser>
    </section>
  )
}
