import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { paymentMethods } from '#shared/payments/api/payment-methods.ts'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { SandboxCharges } from '#app/platform/paypal/sandbox-charges.tsx'
import { SavePayPal } from '#app/platform/paypal/save-paypal.tsx'
import { useUser } from '#app/platform/session/session.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { FormActions, Part, type OpenForm } from './part.tsx'
import styles from './subscription.module.css'
import { isOpen } from './texts.ts'
import { useSubscriptionChange } from './use-subscription-change.ts'

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

type FormProps = { of: Subscription; close: () => void }

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
  const change = useSubscriptionChange(of, close)
  if (!method) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const paymentMethod = method._id
    change.mutate({
      send: (version) => call(subscriptions.method, { params: { id }, body: { paymentMethod, version } }),
    })
  }
  return (
    <form className={`stack-3 measure-form ${styles.form}`} onSubmit={submit}>
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
      <FormActions submit="Use it" change={change} close={close} />
    </form>
  )
}
