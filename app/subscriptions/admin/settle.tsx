/** Records that a failed delivery was paid by hand, so that it is not charged again. */
import { useState } from 'react'
import { TENDER_KINDS, TENDER_NAMES, type TenderKind } from '#shared/checkout/tenders.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { subscriptionAdmin, type Trouble } from '#shared/subscriptions/api/subscription-admin.ts'
import { MachineFields, NOTHING_PRINTED } from '#app/checkout/admin/counter/machine-fields.tsx'
import { call } from '#app/platform/api/call.ts'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { ChangeForm, OpenButton, Opened, type FormProps, type OpenForm } from '../account/part.tsx'

const NAME = 'settle'
/** The form of a subscription, by the search of its address. */
export const SETTLE = `?change=${NAME}`

type Props = Pick<FormProps, 'of'> & { forms: OpenForm; trouble: Trouble }

/** The button, or the form that it has opened. */
export function Settle({ of, forms, trouble }: Props) {
  if (forms.open !== NAME)
    return (
      <OpenButton name={NAME} forms={forms}>
        Settled otherwise
      </OpenButton>
    )
  return (
    <Opened label="Settled otherwise">
      <SettleForm of={of} close={forms.close} trouble={trouble} />
    </Opened>
  )
}

function SettleForm({ of, close, trouble }: FormProps & { trouble: Trouble }) {
  const [kind, setKind] = useState<TenderKind>('cash')
  const [printed, setPrinted] = useState(NOTHING_PRINTED)
  const [reason, setReason] = useState('')
  const { attempts, order } = trouble
  const machine = kind === 'machine' ? printed : NOTHING_PRINTED
  const change = () => ({
    send: () =>
      call(subscriptionAdmin.settle, {
        params: { id: of._id },
        body: { kind, ...machine, reason, attempts },
      }),
  })
  return (
    <ChangeForm
      of={of}
      close={close}
      submit={`Record ${order ? formatDollars(order.total) : 'the payment'}`}
      change={change}
    >
      <SelectField
        label="Paid with"
        required
        value={kind}
        onChange={({ target }) => setKind(target.value as TenderKind)}
      >
        {TENDER_KINDS.map((each) => (
          <option key={each} value={each}>
            {TENDER_NAMES[each]}
          </option>
        ))}
      </SelectField>
      {kind === 'machine' ? <MachineFields of={printed} change={setPrinted} /> : null}
      <Field
        label="Reason"
        required
        maxLength={200}
        value={reason}
        hint="For the order and the change log. The subscriber gets an email."
        onChange={({ target }) => setReason(target.value)}
      />
    </ChangeForm>
  )
}
