import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { account } from '#shared/people/api/account.ts'
import { users } from '#shared/people/api/users.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { signIn } from '#app/platform/session/session.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './profile.module.css'

/** A new email address that is not confirmed yet, with buttons to resend the mail or to keep the old address. */
export function PendingEmail({ onCanceled }: { onCanceled: () => void }) {
  const client = useQueryClient()
  const pending = useQuery(ask(account.email, {}))
  const resending = useMutation({
    mutationFn: () => call(account.resend, {}),
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'account'),
  })
  const keeping = useMutation({
    mutationFn: () => call(account.keep, {}),
    onSuccess: async ({ message }) => {
      signIn(await call(users.profile, {}))
      toast.success(message)
      onCanceled()
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'account'),
  })
  if (!pending.data?.waiting) return null
  const { email, waiting } = pending.data
  return (
    <section className={`stack-2 pad-2 box mat ${styles.waiting}`} aria-label="Your new email address">
      <p role="status">
        Please confirm <strong>{waiting.email}</strong>: follow the link in the email that we sent there.
        Until then, your account keeps the address <strong>{email}</strong>, and we send emails to it.
      </p>
      <div className="row-1-2">
        <Button look="line" busy={resending.isPending} onClick={() => resending.mutate()}>
          Send it again
        </Button>
        <Button look="quiet" busy={keeping.isPending} onClick={() => keeping.mutate()}>
          Keep the old address
        </Button>
      </div>
    </section>
  )
}
