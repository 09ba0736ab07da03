import { useState, type FormEvent } from 'react'
import type { Subscription } from '#shared/api/subscription.ts'
import { subscriptions } from '#shared/api/subscriptions.ts'
import { formatDate } from '#shared/dates.ts'
import { call } from '../../../api/call.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import styles from './subscription.module.css'
import { ReasonFields, useReason } from './reason.tsx'
import { useSubscriptionChange } from './use-subscription-change.ts'

/** Cancels with one click. The reason is asked afterwards. */
export function Cancel({ of }: { of: Subscription }) {
  const id = of._id
  const change = useSubscriptionChange(id)
  return (
    <section className={styles.part} aria-labelledby="cancel">
      <div className={styles.partHead}>
        <h2 id="cancel">Cancel</h2>
      </div>
      <p>
        One click, and nothing is charged any more. Deliveries that are already paid still come. To stop for a
        while, pause instead.
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
    </section>
  )
}

/** Shown instead of the next delivery when the subscription is over. */
export function Over({ of }: { of: Subscription }) {
  const { canceledAt, status } = of
  const again = of.items.find(({ product, isOnSale }) => product && isOnSale)?.product
  return (
    <section className={styles.next} aria-labelledby="over">
      <h2 id="over">{status === 'canceled' ? 'Canceled' : 'Ended'}</h2>
      <p>
        {status === 'canceled' && canceledAt
          ? `You canceled it on ${formatDate(canceledAt, 'day')}. `
          : 'We do not offer it any more. '}
        Nothing is charged any more. Deliveries that are already paid still come.
      </p>
      {status === 'canceled' ? <Why id={of._id} /> : null}
      <p>
        <ButtonLink look="line" to={again ? `/product/${again}` : '/shop'}>
          Subscribe again
        </ButtonLink>
      </p>
    </section>
  )
}

/** Asks why, after the cancellation. Nobody has to answer. */
function Why({ id }: { id: string }) {
  const reason = useReason()
  const [isSent, setSent] = useState(false)
  const change = useSubscriptionChange(id)
  if (isSent) return <p role="status">Thank you. Your answer helps us to do better.</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate(
      { send: () => call(subscriptions.cancel, { params: { id }, body: reason.body }) },
      { onSuccess: () => setSent(true) },
    )
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <ReasonFields reason={reason} />
      <p>
        <Button type="submit" look="line" busy={change.isPending} disabled={!reason.isGiven}>
          Send
        </Button>
      </p>
    </form>
  )
}
