import { useQuery } from '@tanstack/react-query'
import { sessions, type OpenSession } from '#shared/platform/api/sessions.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import cards from '#app/platform/account-forms/addresses.module.css'
import { useChange } from '#app/platform/ui/use-change.ts'
import styles from './security.module.css'

/** Where the account is signed in, with buttons to sign out. */
export function Devices() {
  return (
    <section className={`stack-3 packed may-shrink ${styles.group}`} aria-labelledby="devices">
      <h2 id="devices">Where you are signed in</h2>
      <Sessions />
    </section>
  )
}

function Sessions() {
  const answer = useQuery(ask(sessions.list, {}))
  const endOthers = useChange(() => call(sessions.endOthers, {}), 'sessions')
  if (!answer.data) return <NotLoaded of={answer} what="your devices" lines={3} />
  const open = answer.data.sessions
  return (
    <>
      <p>
        If you do not recognize a device, sign it out and set a new password in your profile. A new password
        signs out all other devices.
      </p>
      <ul className={`stack-3 ${cards.list}`}>
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
  const end = useChange(() => call(sessions.end, { params: { id } }), 'sessions')
  return (
    <li className={`stack-2 ${cards.address}`}>
      <div className="stack-1">
        <p className={`flex wraps align-baseline ${cards.label}`}>
          {device}
          {isCurrent ? <span className={cards.mark}>This device</span> : null}
        </p>
        <p>Signed in {formatDate(createdAt, 'dayAndTime')}</p>
        <p>Last used {formatDate(seenAt, 'dayAndTime')}</p>
      </div>
      <div className="row-0-3 align-middle">
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
