import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newsletters, type Newsletter } from '#shared/api/newsletters.ts'
import { counted } from '#shared/counts.ts'
import { formatDate } from '#shared/dates.ts'
import { call } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import styles from './newsletter.module.css'

/** The state of a newsletter, and the buttons that send, stop and continue it. */
export function Sending({ of: saved, reload }: { of: Newsletter; reload: () => void }) {
  const client = useQueryClient()
  const [day, setDay] = useState('')
  const act = useMutation({
    mutationFn: (send: () => Promise<Newsletter>) => send(),
    onSuccess: () => refresh(client, 'newsletters'),
    onError: (error) => toast.error(error.message),
    onSettled: reload,
  })
  const params = { id: saved._id }
  const people = counted(saved.audience, 'subscriber')
  const start = (on: string) => {
    const question = on ? `Send this newsletter on ${on}?` : `Send this newsletter to ${people} now?`
    if (!window.confirm(question)) return
    act.mutate(() => call(newsletters.send, { params, body: { on, version: saved.version } }))
  }
  const stop = (label: string) => (
    <Button
      look="line"
      busy={act.isPending}
      onClick={() => act.mutate(() => call(newsletters.stop, { params }))}
    >
      {label}
    </Button>
  )
  switch (saved.state) {
    case 'draft':
      return (
        <section className={styles.sending} aria-label="Sending">
          <p>The saved text goes to {people}.</p>
          <Button busy={act.isPending} disabled={saved.audience === 0} onClick={() => start('')}>
            Send now
          </Button>
          <Field
            label="Or on a day, at 8 AM"
            type="date"
            unmarked
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
          <Button look="line" busy={act.isPending} disabled={day === ''} onClick={() => start(day)}>
            Set the day
          </Button>
        </section>
      )
    case 'scheduled':
      return (
        <section className={styles.sending} aria-label="Sending">
          <Alert>
            It is sent on {formatDate(saved.sendOn ?? '', 'weekday')} from 8 AM, to those who are subscribed
            then.
          </Alert>
          {stop('Do not send it on that day')}
        </section>
      )
    case 'sending':
      return (
        <section className={styles.sending} aria-label="Sending">
          <Alert>It is being sent to {people}, in small batches. Mails about orders go first.</Alert>
          {stop('Stop')}
        </section>
      )
    case 'stopped':
      return (
        <section className={styles.sending} aria-label="Sending">
          <Alert tone="warning">It is stopped. Nobody gets it twice if you continue.</Alert>
          <Button busy={act.isPending} onClick={() => act.mutate(() => call(newsletters.resume, { params }))}>
            Continue
          </Button>
        </section>
      )
    case 'sent':
      return <Alert>It was sent to {people}. The list shows the results.</Alert>
  }
}
