import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import styles from './subscription.module.css'
import { WhyForm } from './reason.tsx'
import { useSubscriptionChange } from './use-subscription-change.ts'

/** Cancels with one click. The page asks for the reason afterwards. */
export function Cancel({ of }: { of: Subscription }) {
  const id = of._id
  const change = useSubscriptionChange(of)
  return (
    <section className="stack-2 may-shrink break-words" aria-labelledby="cancel">
      <div className={styles.partHead}>
        <h2 id="cancel">Cancel</h2>
      </div>
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
    </section>
  )
}

/** Shown instead of the next delivery when the subscription is over. */
export function Over({ of }: { of: Subscription }) {
  const { canceledAt, status } = of
  const again = of.items.find(({ product, isOnSale }) => product && isOnSale)?.product
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
        <ButtonLink look="line" to={again ? `/product/${again}` : '/shop'}>
          Subscribe again
        </ButtonLink>
      </p>
    </section>
  )
}
