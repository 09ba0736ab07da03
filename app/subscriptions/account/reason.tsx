import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { CANCEL_REASONS } from '#shared/subscriptions/api/subscription.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField, TextareaField } from '#app/platform/ui/field.tsx'
import styles from './subscription.module.css'

type Reason = '' | (typeof CANCEL_REASONS)[number]

const NAMES: Record<(typeof CANCEL_REASONS)[number], string> = {
  'too much coffee': 'I have too much coffee',
  'too expensive': 'It is too expensive',
  taste: 'I did not like the coffee',
  delivery: 'The delivery did not work well',
  other: 'Another reason',
}

type Answer = { reason: Reason; note: string }

/** Asks for the reason after a cancellation. The answer is optional. */
export function WhyForm({ send }: { send: (answer: Answer) => Promise<unknown> }) {
  const [reason, setReason] = useState<Reason>('')
  const [note, setNote] = useState('')
  const sending = useMutation({ mutationFn: send })
  const isGiven = reason !== '' || note.trim() !== ''
  if (sending.isSuccess) return <p role="status">Thank you. Your answer helps us to do better.</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isGiven && !sending.isPending) sending.mutate({ reason, note })
  }
  return (
    <form className={`stack-3 measure-form ${styles.form}`} onSubmit={submit}>
      <SelectField
        label="Would you tell us why?"
        value={reason}
        onChange={({ target }) => setReason(target.value as Reason)}
      >
        <option value="">Choose a reason</option>
        {CANCEL_REASONS.map((each) => (
          <option key={each} value={each}>
            {NAMES[each]}
          </option>
        ))}
      </SelectField>
      <TextareaField
        label="Note"
        rows={3}
        maxLength={500}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {sending.error ? (
        <Alert tone="danger">
          <p>{sending.error.message}.</p>
        </Alert>
      ) : null}
      <p>
        <Button type="submit" look="line" busy={sending.isPending} disabled={!isGiven}>
          Send
        </Button>
      </p>
    </form>
  )
}
