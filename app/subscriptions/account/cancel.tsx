import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { type Subscription, CANCEL_REASONS } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { productPath } from '#shared/platform/record-paths.ts'
import { call } from '#app/platform/api/call.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Alert } from '#app/platform/ui/alert.tsx'
import { SelectField, TextareaField } from '#app/platform/ui/field.tsx'
import { Block, useSubscriptionChange } from './part.tsx'
import styles from './subscription.module.css'

/** Cancels with one click. The page asks for the reason afterwards. */
export function Cancel({ of }: { of: Subscription }) {
  const id = of._id
  const change = useSubscriptionChange(of)
  return (
    <Block title="Cancel" id="cancel">
      <p>
        One click, and you will not be charged again. Deliveries that are already paid are still sent. To take
        a break, pause instead.
      </p>
      <p>
        <Button
          look="line"
          busy={change.isPending}
          onClick={() =>
            change.mutate({
              send: () => call(subscriptions.cancel, { params: { id }, body: { reason: '', note: '' } }),
            })
          }
        >
          Cancel the subscription
        </Button>
      </p>
    </Block>
  )
}

/** Shown instead of the next delivery when the subscription is over. */
export function Over({ of }: { of: Subscription }) {
  const { canceledAt, status } = of
  const again = of.items.find(({ product, isOnSale }) => product && isOnSale)
  return (
    <section className={`stack-2 pad-3 box mat break-words ${styles.next}`} aria-labelledby="over">
      <h2 id="over">{status === 'canceled' ? 'Canceled' : 'Ended'}</h2>
      <p>
        {status === 'canceled' && canceledAt
          ? `You canceled it on ${formatDate(canceledAt, 'day')}. `
          : 'We no longer offer it. '}
        You will not be charged again. Deliveries that are already paid are still sent.
      </p>
      {status === 'canceled' ? (
        <WhyForm send={(answer) => call(subscriptions.cancel, { params: { id: of._id }, body: answer })} />
      ) : null}
      <p>
        <ButtonLink look="line" to={again ? productPath({ _id: again.product!, slug: again.slug }) : '/shop'}>
          Subscribe again
        </ButtonLink>
      </p>
    </section>
  )
}

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
