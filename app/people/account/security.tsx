import { ProfilePage } from '#app/platform/account-forms/profile-page.tsx'
import { ProofDialog } from '#app/platform/account-forms/proof-dialog.tsx'
import { ConfirmFirst, FactorNotice } from './before-passkeys.tsx'
import { Devices } from './devices.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import styles from './security.module.css'

/** How the account signs in, and where it is signed in. */
export default function Security() {
  return (
    <ProfilePage title="Sign-in and security" className={`stack-6 ${styles.page}`}>
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
    </ProfilePage>
  )
}
