import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type RefObject } from 'react'
import { addresses, type SavedAddress } from '#shared/checkout/api/addresses.ts'
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { formatPhone, normalPhone, PHONE_PROBLEM, PHONE_REASON } from '#shared/kernel/phone.ts'
import { AddressFields } from '#app/platform/address/address-fields.tsx'
import { useAddressForm, type AddressForm as FormOfAddress } from '#app/platform/address/use-address-form.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { AddressLines } from '#app/platform/orders/address-lines.tsx'
import { ANY_COFFEE, usePickup } from '#app/platform/orders/delivery-note.tsx'
import { PickupPlace } from '#app/platform/orders/pickup-place.tsx'
import { useUser } from '#app/platform/session/session.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { focusFirst } from '#app/platform/ui/use-problems.ts'
import { ChangeForm, Part, type FormProps, type OpenForm } from './part.tsx'
import { isOpen } from './texts.ts'

/** Where the deliveries go. */
export function DeliveryAddress({ of, forms }: { of: Subscription; forms: OpenForm }) {
  const { isPickup, shippingAddress, recipient, phone } = of
  return (
    <Part
      title={isPickup ? 'Pickup' : 'Where it goes'}
      name="address"
      forms={forms}
      action={isOpen(of) ? 'Change' : undefined}
      form={<AddressForm of={of} close={forms.close} />}
    >
      {isPickup ? (
        <PickupPlace />
      ) : (
        <>
          <AddressLines name={recipient} address={shippingAddress} />
          {phone ? <p>Phone {formatPhone(phone)}</p> : null}
        </>
      )}
    </Part>
  )
}

type Start = Pick<
  SavedAddress,
  'recipient' | 'phone' | 'address' | 'address2' | 'city' | 'state' | 'postalCode'
>

/** The form starts with the subscription's address or with an address from the address book. */
function AddressForm({ of, close }: FormProps) {
  const user = useUser()
  const book = useQuery(ask(addresses.list, {}))
  const saved = (user && book.data?.addresses) || []
  const [chosen, setChosen] = useState('')
  const found = saved.find(({ _id }) => _id === chosen)
  const start = found ?? startOf(of)
  return (
    <>
      {saved.length > 0 ? (
        <SelectField
          label="From your address book"
          unmarked
          value={chosen}
          onChange={({ target }) => setChosen(target.value)}
        >
          <option value="">Another address</option>
          {saved.map(({ _id: id, recipient: name, address, city }) => (
            <option key={id} value={id}>
              {[name, address, city].join(', ')}
            </option>
          ))}
        </SelectField>
      ) : null}
      <Fields key={chosen} of={of} close={close} start={start} />
    </>
  )
}

const EMPTY = { address: '', address2: '', city: '', state: '', postalCode: '' }

/** The address of the subscription, or nothing for a pickup. */
const startOf = ({ shippingAddress, recipient, phone, isPickup }: Subscription): Start => ({
  ...(isPickup ? EMPTY : shippingAddress),
  recipient,
  phone,
})

/** The form without an address book, for staff. */
export function AddressOfBuyer(props: FormProps) {
  return <Fields {...props} start={startOf(props.of)} />
}

function Fields({ of, close, start }: FormProps & { start: Start }) {
  const id = of._id
  const ref = useRef<HTMLFormElement>(null)
  const form = useAddressForm(start, ref, { keepsDraft: false })
  const [isPickup, setPickup] = useState(of.isPickup)
  const person = usePerson(start, ref)
  const canPickUp = Boolean(usePickup(ANY_COFFEE)) || of.isPickup
  const change = () => {
    // All problems are shown at once. The address is checked last, so that it gets the focus first.
    const hasPhone = isPickup || person.check()
    const address = isPickup ? null : form.check()
    if (!hasPhone || !(isPickup || address)) return null
    const { recipient, phone } = person
    const body = address
      ? { isPickup, shippingAddress: { ...address, recipient: recipient.trim(), phone } }
      : { isPickup }
    return {
      send: (version: number) => call(subscriptions.address, { params: { id }, body: { ...body, version } }),
    }
  }
  return (
    <ChangeForm ref={ref} of={of} close={close} submit="Save" change={change} noValidate>
      {canPickUp ? (
        <CheckField
          label="Pick it up at the bar instead"
          checked={isPickup}
          onChange={({ target }) => setPickup(target.checked)}
        />
      ) : null}
      {isPickup ? <PickupPlace /> : <PersonFields person={person} form={form} />}
    </ChangeForm>
  )
}

/** The recipient and the phone number. */
function usePerson(start: Start, ref: RefObject<HTMLFormElement | null>) {
  const [recipient, setRecipient] = useState(start.recipient)
  const [phone, setPhone] = useState(formatPhone(start.phone))
  const [problem, setProblem] = useState('')
  const changePhone = (text: string) => {
    setPhone(text)
    setProblem('')
  }
  const check = () => {
    if (normalPhone(phone) !== null) return true
    setProblem(PHONE_PROBLEM)
    focusFirst(ref.current, { phone: PHONE_PROBLEM })
    return false
  }
  return { recipient, setRecipient, phone, changePhone, problem, check }
}

function PersonFields({ person, form }: { person: ReturnType<typeof usePerson>; form: FormOfAddress }) {
  return (
    <>
      <Field
        label="Recipient"
        name="recipient"
        value={person.recipient}
        maxLength={100}
        autoComplete="shipping name"
        hint="If empty, the name of the subscriber."
        unmarked
        onChange={({ target }) => person.setRecipient(target.value)}
      />
      <AddressFields form={form} />
      <Field
        label="Phone"
        name="phone"
        type="tel"
        value={person.phone}
        maxLength={40}
        autoComplete="shipping tel"
        hint={PHONE_REASON}
        problem={person.problem}
        onChange={({ target }) => person.changePhone(target.value)}
      />
    </>
  )
}
