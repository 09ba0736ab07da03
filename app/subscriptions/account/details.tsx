import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { subscriptionOffer } from '#shared/subscriptions/api/subscription-offer.ts'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { frequencyText, WEEKS, type Weeks } from '#shared/platform/subscriptions.ts'
import { paymentMethods } from '#shared/payments/api/payment-methods.ts'
import { MAX_GIFT_NOTE } from '#shared/checkout/api/place-order.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { SelectField, TextareaField } from '#app/platform/ui/field.tsx'
import { SandboxCharges } from '#app/platform/paypal/sandbox-charges.tsx'
import { SavePayPal } from '#app/platform/paypal/save-paypal.tsx'
import { useUser } from '#app/platform/session/session.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { ChangeForm, OpenButton, Part, type FormProps, type OpenForm } from './part.tsx'
import styles from './subscription.module.css'
import { isOpen } from './texts.ts'

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

function FrequencyForm({ of, close }: FormProps) {
  const id = of._id
  const [weeks, setWeeks] = useState<Weeks>(of.weeks)
  const offer = useQuery(ask(subscriptionOffer.offer, {}))
  // The current frequency can still be chosen if the shop no longer offers it.
  const offered = WEEKS.filter((each) => each === of.weeks || (offer.data?.weeks ?? WEEKS).includes(each))
  const change = () => ({
    send: (version: number) => call(subscriptions.frequency, { params: { id }, body: { weeks, version } }),
    guess: { weeks },
  })
  return (
    <ChangeForm of={of} close={close} submit="Save" change={change}>
      <SelectField
        label="Deliver"
        required
        value={weeks}
        hint="Counted from the last delivery. Two boxes never come at the same time."
        onChange={({ target }) => setWeeks(Number(target.value) as Weeks)}
      >
        {offered.map((each) => (
          <option key={each} value={each}>
            {frequencyText(each)}
          </option>
        ))}
      </SelectField>
    </ChangeForm>
  )
}

/** How the deliveries are paid. */
export function PaymentMethod({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const { paymentMethod } = of
  return (
    <Part
      title="Payment"
      name="method"
      forms={forms}
      action={isOpen(of) ? 'Change' : undefined}
      form={<MethodForm of={of} close={forms.close} />}
    >
      <p>{paymentMethod ? `PayPal ${paymentMethod.label}`.trim() : 'No payment method is saved.'}</p>
      <SandboxCharges />
    </Part>
  )
}

function MethodForm({ of, close }: FormProps) {
  const id = of._id
  const client = useQueryClient()
  const user = useUser()
  const finish = async (setupToken: string) => {
    const { subscription, message } = await call(subscriptions.finishMethod, {
      params: { id },
      body: { setupToken },
    })
    client.setQueryData(ask(subscriptions.one, { params: { id } }).queryKey, subscription)
    toast.success(message)
    void refresh(client, 'paymentmethods')
    close()
  }
  return (
    <div className={`stack-3 measure-form ${styles.form}`}>
      {user ? <SavedMethods of={of} close={close} /> : null}
      <p>Sign in to another PayPal account in PayPal’s window. We save it for this subscription.</p>
      <SavePayPal
        label="Use another PayPal account"
        begin={() => call(subscriptions.beginMethod, { params: { id } })}
        finish={finish}
      />
      <p>
        <Button look="quiet" onClick={close}>
          Close
        </Button>
      </p>
    </div>
  )
}

/** The other saved payment methods of the account. */
function SavedMethods({ of, close }: FormProps) {
  const id = of._id
  const answer = useQuery(ask(paymentMethods.list, {}))
  const others = (answer.data?.methods ?? []).filter(({ _id }) => _id !== of.paymentMethod?._id)
  const [chosen, setChosen] = useState('')
  const method = others.find(({ _id }) => _id === chosen) ?? others[0]
  if (!method) return null
  const body = { paymentMethod: method._id }
  const change = () => ({
    send: (version: number) => call(subscriptions.method, { params: { id }, body: { ...body, version } }),
  })
  return (
    <ChangeForm of={of} close={close} submit="Use it" change={change}>
      <SelectField
        label="Your other payment methods"
        required
        value={method._id}
        onChange={({ target }) => setChosen(target.value)}
      >
        {others.map(({ _id, label }) => (
          <option key={_id} value={_id}>
            {`PayPal ${label}`.trim()}
          </option>
        ))}
      </SelectField>
    </ChangeForm>
  )
}

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
  const change = () => {
    const gift = isGift ? { note: note.trim() } : null
    return {
      send: (version: number) => call(subscriptions.gift, { params: { id }, body: { gift, version } }),
      guess: { gift },
    }
  }
  return (
    <ChangeForm of={of} close={forms.close} submit="Save" change={change}>
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
    </ChangeForm>
  )
}
