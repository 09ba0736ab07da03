import { useState, type FormEvent } from 'react'
import { MAX_GIFT_NOTE } from '#shared/checkout/api/ship-to.ts'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { TextareaField } from '#app/platform/ui/field.tsx'
import { FormActions, OpenButton, Part, type OpenForm } from './part.tsx'
import styles from './subscription.module.css'
import { isOpen } from './texts.ts'
import { useSubscriptionChange } from './use-subscription-change.ts'

/** Whether the deliveries are a gift, and the note on the packing slip. */
export function Gift({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const { gift } = of
  const canChange = isOpen(of)
  return (
    <Part
      title="Gift"
      name="gift"
      forms={forms}
      action={canChange ? (gift ? 'Change' : 'Give as a gift') : undefined}
      form={<GiftForm of={of} forms={forms} />}
    >
      <p className={gift?.note ? styles.giftNote : undefined}>
        {gift ? gift.note || 'A gift without a note. The packing slip has no prices.' : 'No gift.'}
      </p>
    </Part>
  )
}

function GiftForm({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const id = of._id
  const [isGift, setGift] = useState(true)
  const [note, setNote] = useState(of.gift?.note ?? '')
  const change = useSubscriptionChange(of, forms.close)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const gift = isGift ? { note: note.trim() } : null
    change.mutate({
      send: (version) => call(subscriptions.gift, { params: { id }, body: { gift, version } }),
      guess: { gift },
    })
  }
  return (
    <form className={`stack-3 measure-form ${styles.form}`} onSubmit={submit}>
      <CheckField
        label="The deliveries are a gift"
        checked={isGift}
        onChange={({ target }) => setGift(target.checked)}
      />
      {isGift ? (
        <>
          <TextareaField
            label="Gift note"
            value={note}
            rows={4}
            maxLength={MAX_GIFT_NOTE}
            hint={`We print it on the packing slip, with your name and without prices. ${MAX_GIFT_NOTE - note.length} characters left.`}
            onChange={({ target }) => setNote(target.value)}
          />
          <p className="soft small lining">
            They go to {of.recipient}. Our emails go to you.{' '}
            <OpenButton name="address" forms={forms}>
              Change recipient and address
            </OpenButton>
          </p>
        </>
      ) : null}
      <FormActions submit="Save" change={change} close={forms.close} />
    </form>
  )
}
