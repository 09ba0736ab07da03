import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factors } from '#shared/people/api/factors.ts'
import { guests } from '#shared/people/api/guests.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { account } from '#shared/people/api/account.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'

/** Whether passkeys and apps wait until the email is confirmed; undefined until it is known. */
export function useNeedsConfirmedEmail(): boolean | undefined {
  const { data } = useQuery(ask(factors.mine, {}))
  return data && data.needsConfirmedEmail === true
}

/** Offers the mail with the link that confirms the email of the account, which passkeys and apps wait for. */
export function ConfirmFirst({ user }: { user: UserInfo }) {
  const mail = useChange(() => call(guests.mailConfirmation, {}), 'factors')
  if (!useNeedsConfirmedEmail()) return null
  return (
    <Alert>
      <p>
        Confirm first that {user.email} is your address. Then you can add passkeys and an authenticator app.
      </p>
      <p>
        <Button busy={mail.isPending} onClick={() => mail.mutate()}>
          Email me the link
        </Button>
      </p>
    </Alert>
  )
}

/** Tells staff that they have to set up a second factor before they can work. Links to their work after they have. */
export function FactorNotice({ user }: { user: UserInfo }) {
  const [wasNeeded, setNeeded] = useState(false)
  if (user.needsFactor && !wasNeeded) setNeeded(true)
  if (user.needsFactor) return <Needed />
  return wasNeeded ? (
    <Alert>
      <p>Your second factor is set up.</p>
      <p>
        <ButtonLink to="/admin">See your work</ButtonLink>
      </p>
    </Alert>
  ) : null
}

function Needed() {
  const mine = useQuery(ask(factors.mine, {})).data
  const prove = useChange(async () => {
    const { askForPasskey } = await import('#app/platform/account-forms/passkey.ts')
    return call(account.prove, { body: { passkey: await askForPasskey() } })
  }, 'factors')
  return (
    <Alert tone="warning">
      <p>
        Your shop requires its staff to use a second factor. Add a passkey or set up an authenticator app.
        Until then, you cannot open other pages of your account or the admin pages.
      </p>
      {mine && mine.passkeys > 0 ? (
        <p>
          <Button busy={prove.isPending} onClick={() => prove.mutate()}>
            Use your passkey
          </Button>
        </p>
      ) : null}
    </Alert>
  )
}
