import { Link } from 'react-router'
import { RequireUser } from '#app/platform/session/guard.tsx'
import { PageHead } from '#app/platform/ui/page-head.tsx'
import { SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { ConfirmFirst } from './confirm-first.tsx'
import { Devices } from './devices.tsx'
import { FactorNotice } from './factor-notice.tsx'
import { Passkeys } from './passkeys.tsx'
import { ProofDialog } from '#app/platform/account-forms/proof-dialog.tsx'
import { SecondFactor } from './second-factor.tsx'
import cards from '#app/platform/account-forms/addresses.module.css'
import styles from './security.module.css'

/** How the account signs in, and where it is signed in. */
export default function Security() {
  return (
    <section className={`stack-6 ${styles.page}`}>
      <PageHead title="Sign-in and security" hidden />
      <header className={cards.head}>
        <h1>Sign-in and security</h1>
        <Link to="/profile">
          <span aria-hidden="true">←</span> Profile
        </Link>
      </header>
      <RequireUser skeleton={<SkeletonLines count={3} height="9rem" />}>
        {(user) => (
          <>
            <ProofDialog />
            <FactorNotice user={user} />
            <ConfirmFirst user={user} />
            <Passkeys />
            <SecondFactor />
            <Devices />
          </>
        )}
      </RequireUser>
    </section>
  )
}
