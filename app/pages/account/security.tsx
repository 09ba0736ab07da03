import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sessions, type OpenSession } from '#shared/api/sessions.ts'
import { call } from '../../api/call.ts'
import { ask, refresh } from '../../api/query.ts'
import { useFormatDate } from '../../orders/dates.ts'
import { Button } from '../../ui/button.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Loading, SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './addresses.module.css'
import { ProfilePage } from './profile-page.tsx'

/** Where the account is signed in. */
export default function Security() {
  return <ProfilePage title="Where you are signed in">{() => <Sessions />}</ProfilePage>
}

function Sessions() {
  const answer = useQuery(ask(sessions.list, {}))
  const endOthers = useEnding(() => call(sessions.endOthers, {}))
  if (!answer.data) {
    if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
    return (
      <>
        <Loading what="Loading your devices" />
        <SkeletonLines count={3} height="9rem" />
      </>
    )
  }
  const open = answer.data.sessions
  return (
    <>
      <p>
        If you do not know one of these devices, sign it out and set a new password in your profile, which
        signs out all others.
      </p>
      <ul className={styles.list}>
        {open.map((session) => (
          <Device key={session._id} of={session} />
        ))}
      </ul>
      {open.length > 1 ? (
        <p>
          <Button look="line" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Sign out all other devices
          </Button>
        </p>
      ) : null}
    </>
  )
}

function Device({ of: { _id: id, device, isCurrent, createdAt, seenAt } }: { of: OpenSession }) {
  const formatDate = useFormatDate()
  const end = useEnding(() => call(sessions.end, { params: { id } }))
  return (
    <li className={styles.address}>
      <div className={styles.text}>
        <p className={styles.label}>
          {device}
          {isCurrent ? <span className={styles.mark}>This device</span> : null}
        </p>
        <p>Signed in {formatDate(createdAt, 'dayAndTime')}</p>
        <p>Last used {formatDate(seenAt, 'dayAndTime')}</p>
      </div>
      <div className={styles.actions}>
        {isCurrent ? null : (
          <Button
            look="quiet"
            busy={end.isPending}
            aria-label={`Sign out ${device}, signed in ${formatDate(createdAt, 'dayAndTime')}`}
            onClick={() => end.mutate()}
          >
            Sign out
          </Button>
        )}
      </div>
    </li>
  )
}

/** Ends sessions and shows the list again. */
function useEnding(end: () => Promise<{ message: string }>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: end,
    onSuccess: ({ message }) => toast.success(message),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'sessions'),
  })
}
