import { useQuery } from '@tanstack/react-query'
import { factors } from '#shared/people/api/factors.ts'
import { guests } from '#shared/people/api/guests.ts'
import type { UserInfo } from '#shared/people/api/users.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { useChange } from './use-change.ts'

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
