/** The next delivery of a subscription, and the buttons with which staff change its date. */
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { dateFormOf } from '../account/next-delivery.tsx'
import {
  ChangeForm,
  OpenButton,
  Opened,
  useSubscriptionChange,
  type FormProps,
  type OpenForm,
} from '../account/part.tsx'
import { arrivalText, costText, dayText, isOpen } from '../account/texts.ts'
import styles from './subscription.module.css'

type Props = { of: Subscription; forms: OpenForm }

export function NextOfBuyer({ of, forms }: Props) {
  const { next, prepaid, isPickup } = of
  return (
    <section aria-labelledby="next">
      <h2 id="next">Next delivery</h2>
      {next ? (
        <>
          {next.isWaiting ? <p className="alarm">It waits: {next.reason}</p> : null}
          <dl className={styles.facts}>
            <dt>Roasted</dt>
            <dd>{formatDate(next.roastsOn, 'weekday')}</dd>
            {prepaid ? null : (
              <>
                <dt>Charged</dt>
                <dd>
                  {dayText(next.chargesOn)}: {costText(next, isPickup)}
                </dd>
              </>
            )}
            <dt>{isPickup ? 'Pickup' : 'Arrives'}</dt>
            <dd>{arrivalText(next, isPickup)}</dd>
          </dl>
        </>
      ) : (
        <p>No delivery is planned.</p>
      )}
      {isOpen(of) ? <Dates of={of} forms={forms} /> : null}
    </section>
  )
}

/** The buttons, or the form that one of them has opened. */
function Dates({ of, forms }: Props) {
  const form = formOf({ of, forms })
  if (form)
    return (
      <div className="pad-top-2">
        <Opened label={form.label}>{form.content}</Opened>
      </div>
    )
  return (
    <div className="stack-1 pad-top-2">
      <Buttons of={of} forms={forms} />
      <p className="soft">The subscriber gets an email with each change. The change log has your name.</p>
    </div>
  )
}

function formOf({ of, forms }: Props) {
  if (forms.open !== 'cancel') return dateFormOf(of, forms)
  return { label: 'Cancel the subscription', content: <CancelForm of={of} close={forms.close} /> }
}

function Buttons({ of, forms }: Props) {
  const { _id: id, status, next, version } = of
  const change = useSubscriptionChange(of)
  const isActive = status === 'active'
  return (
    <div className="row-1-2">
      {next && isActive ? (
        <>
          <Button
            look="line"
            busy={change.isPending}
            onClick={() =>
              change.mutate({
                // The button was pressed for the subscription that is shown now.
                send: () =>
                  call(subscriptions.skip, { params: { id }, body: { number: next.number, version } }),
              })
            }
          >
            Skip it
          </Button>
          <OpenButton look="line" name="move" forms={forms}>
            Move it
          </OpenButton>
        </>
      ) : null}
      <OpenButton look="line" name={isActive ? 'pause' : 'resume'} forms={forms}>
        {isActive ? 'Pause' : 'Resume'}
      </OpenButton>
      <OpenButton look="line" name="cancel" forms={forms}>
        Cancel
      </OpenButton>
    </div>
  )
}

function CancelForm({ of, close }: FormProps) {
  const params = { id: of._id }
  return (
    <ChangeForm
      of={of}
      close={close}
      submit="Cancel the subscription"
      change={() => ({
        send: (version) => call(subscriptions.cancel, { params, body: { reason: '', note: '', version } }),
      })}
    >
      <p>
        The subscriber is not charged again and gets an email. A delivery that is already paid is still sent.
      </p>
    </ChangeForm>
  )
}
