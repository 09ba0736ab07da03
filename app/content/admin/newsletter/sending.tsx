import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newsletters, type Newsletter } from '#shared/content/api/newsletters.ts'
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './newsletter.module.css'

type Act = (send: () => Promise<Newsletter>) => void
type Props = { of: Newsletter; act: Act; isBusy: boolean }

/**
 * The state of a newsletter, and the buttons that send, stop and continue it.
 * @param isUnsaved whether its form has unsaved changes, which would not be sent
 */
export function Sending({
  of: saved,
  reload,
  isUnsaved = false,
}: {
  of: Newsletter
  reload: () => void
  isUnsaved?: boolean
}) {
  const client = useQueryClient()
  const { mutate: act, isPending: isBusy } = useMutation({
    mutationFn: (send: () => Promise<Newsletter>) => send(),
    onSuccess: () => refresh(client, 'newsletters'),
    onError: (error) => toast.error(error.message),
    onSettled: reload,
  })
  return (
    <section className={`row-2 align-bottom below-4 ${styles.sending}`} aria-label="Sending">
      {saved.state === 'draft' ? (
        <Draft of={saved} act={act} isBusy={isBusy} isUnsaved={isUnsaved} />
      ) : (
        <Started of={saved} act={act} isBusy={isBusy} />
      )}
    </section>
  )
}

function Draft({ of: saved, act, isBusy, isUnsaved }: Props & { isUnsaved: boolean }) {
  const [day, setDay] = useState('')
  const people = counted(saved.audience, 'subscriber')
  const start = (on: string) => {
    const question = on ? `Send this newsletter on ${on}?` : `Send this newsletter to ${people} now?`
    if (!window.confirm(question)) return
    const body = { on, version: saved.version }
    act(() => call(newsletters.send, { params: { id: saved._id }, body }))
  }
  return (
    <>
      <p>{isUnsaved ? 'There are unsaved changes. Save them first.' : `The saved text goes to ${people}.`}</p>
      <Button busy={isBusy} disabled={saved.audience === 0 || isUnsaved} onClick={() => start('')}>
        Send now
      </Button>
      <Field
        label="Or on a day, at 8 AM"
        type="date"
        unmarked
        value={day}
        onChange={({ target }) => setDay(target.value)}
      />
      <Button look="line" busy={isBusy} disabled={day === '' || isUnsaved} onClick={() => start(day)}>
        Set the day
      </Button>
    </>
  )
}

function Started({ of: { _id: id, state, sendOn, audience }, act, isBusy }: Props) {
  const people = counted(audience, 'subscriber')
  const stop = () => act(() => call(newsletters.stop, { params: { id } }))
  if (state === 'sent') return <Alert>It was sent to {people}. The list shows the results.</Alert>
  if (state === 'stopped')
    return (
      <>
        <Alert tone="warning">
          It is stopped. If you continue, it goes only to those who have not received it.
        </Alert>
        <Button busy={isBusy} onClick={() => act(() => call(newsletters.resume, { params: { id } }))}>
          Continue
        </Button>
      </>
    )
  return (
    <>
      <Alert>
        {state === 'scheduled'
          ? `It will be sent on ${formatDate(sendOn ?? '', 'weekday')} from 8 AM, to everyone who is subscribed at that time.`
          : `It is being sent to ${people}, in small batches. Emails about orders go first.`}
      </Alert>
      <Button look="line" busy={isBusy} onClick={stop}>
        {state === 'scheduled' ? 'Do not send it on that day' : 'Stop'}
      </Button>
    </>
  )
}
