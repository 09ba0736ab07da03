import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { frequencyText, WEEKS, type Weeks } from '#shared/platform/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { SelectField } from '#app/platform/ui/field.tsx'
import { FormActions, Part, type OpenForm } from './part.tsx'
import styles from './subscription.module.css'
import { isOpen } from './texts.ts'
import { useSubscriptionChange } from './use-subscription-change.ts'

/** How often the subscription is delivered. */
export function Frequency({ of, forms }: { of: Subscription; forms: OpenForm }) {
  return (
    <Part
      title="How often"
      name="frequency"
      forms={forms}
      action={isOpen(of) ? 'Change' : undefined}
      form={<FrequencyForm of={of} close={forms.close} />}
    >
      <p>{frequencyText(of.weeks)}</p>
    </Part>
  )
}

function FrequencyForm({ of, close }: { of: Subscription; close: () => void }) {
  const id = of._id
  const [weeks, setWeeks] = useState<Weeks>(of.weeks)
  const offer = useQuery(ask(subscriptionOffer.offer, {}))
  const change = useSubscriptionChange(of, close)
  // The current frequency can still be chosen if the shop no longer offers it.
  const offered = WEEKS.filter((each) => each === of.weeks || (offer.data?.weeks ?? WEEKS).includes(each))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({
      send: (version) => call(subscriptions.rhythm, { params: { id }, body: { weeks, version } }),
      guess: { weeks },
    })
  }
  return (
    <form className={`stack-3 measure-form ${styles.form}`} onSubmit={submit}>
      <SelectField
        label="Deliver"
        required
        value={weeks}
        hint="Counted from your last delivery. Two boxes never come at the same time."
        onChange={({ target }) => setWeeks(Number(target.value) as Weeks)}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {frequencyText(each)}
          </option>
        ))}
      </SelectField>
      <FormActions submit="Save" change={change} close={close} />
    </form>
  )
}
