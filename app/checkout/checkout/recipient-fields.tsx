import { useState, type ChangeEvent, type RefObject } from 'react'
import { MAX_GIFT_NOTE } from '#shared/checkout/api/place-order.ts'
import { PHONE_REASON, PHONE_PROBLEM, normalPhone } from '#shared/kernel/phone.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { fieldsIn } from '#app/platform/api/call.ts'
import {
  saveDeliveryDetails,
  useDeliveryDetails,
  type DeliveryDetails,
} from '#app/platform/cart/delivery-details.ts'
import { focusFirst } from '#app/platform/ui/use-problems.ts'

const NAME_MAX = 100

/**
 * The fields for a recipient who is not the buyer, and for a phone number.
 * @param hasAccount whether the address can be saved
 */
export function RecipientFields({ details, hasAccount }: { details: DetailsForm; hasAccount: boolean }) {
  const { values, change, bind } = details
  const isOther = values.recipient !== null
  return (
    <div className="stack-3">
      <div className="stack-2">
        <CheckField
          label="Ship to someone else?"
          checked={isOther}
          onChange={({ target }) => change({ recipient: target.checked ? '' : null })}
        />
        {isOther ? (
          <Field
            label="Recipient"
            {...bind('recipient')}
            maxLength={NAME_MAX}
            autoComplete="off"
            hint="The name on the parcel. Our emails go to you."
            required
          />
        ) : null}
      </div>
      <Field
        label="Phone"
        {...bind('phone')}
        type="tel"
        inputMode="tel"
        maxLength={40}
        autoComplete={isOther ? 'off' : 'shipping tel'}
        hint={PHONE_REASON}
      />
      {hasAccount ? (
        <CheckField
          label="Save this address in my account"
          checked={values.saveAddress}
          onChange={({ target }) => change({ saveAddress: target.checked })}
        />
      ) : null}
    </div>
  )
}

/** The fields for a gift and its note. */
export function GiftFields({ details }: { details: DetailsForm }) {
  const { values, change, bind } = details
  const isGift = values.giftNote !== null
  const left = MAX_GIFT_NOTE - (values.giftNote ?? '').length
  return (
    <div className="stack-2">
      <CheckField
        label="This is a gift"
        checked={isGift}
        onChange={({ target }) => change({ giftNote: target.checked ? '' : null })}
      />
      {isGift ? (
        <TextareaField
          label="Gift note"
          {...bind('giftNote')}
          rows={4}
          maxLength={MAX_GIFT_NOTE}
          hint={`We print it on the packing slip, with your name and without prices. ${left} characters left.`}
        />
      ) : null}
    </div>
  )
}

type TextField = 'recipient' | 'phone' | 'giftNote'
type Problems = Partial<Record<TextField, string>>

export type DetailsForm = ReturnType<typeof useDetailsForm>

/**
 * The state of the recipient, phone and gift note fields at the checkout. Every change is stored, so that a reload
 * loses nothing.
 */
export function useDetailsForm(formRef: RefObject<HTMLFormElement | null>) {
  const values = useDeliveryDetails()
  const [problems, setProblems] = useState<Problems>({})

  /** Shows problems and focuses the first field that has one. Returns false if there are none. */
  const show = (found: Problems): boolean => {
    setProblems(found)
    focusFirst(formRef.current, found)
    return Object.keys(found).length > 0
  }

  const change = (changes: Partial<DeliveryDetails>) => {
    saveDeliveryDetails(changes)
    setProblems((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !(name in changes))))
  }

  const bind = (name: TextField) => ({
    name,
    value: values[name] ?? '',
    problem: problems[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      change({ [name]: target.value }),
  })

  /**
   * Whether the fields are valid. Shows their problems.
   * @param isSaved true if recipient and phone come from a saved address, so that only the note is checked
   */
  const check = (isSaved: boolean): boolean => {
    const found: Problems = {}
    if (!isSaved && values.recipient?.trim() === '') found.recipient = 'Enter the recipient’s name'
    if (!isSaved && normalPhone(values.phone) === null) found.phone = PHONE_PROBLEM
    if ((values.giftNote?.trim().length ?? 0) > MAX_GIFT_NOTE)
      found.giftNote = `Shorten the note to ${MAX_GIFT_NOTE} characters`
    return !show(found)
  }

  /** Shows the server's problems with these fields. Returns false if the error is about something else. */
  const showRefusal = (error: Error): boolean => {
    const found = Object.entries(fieldsIn(error)).map(([path, message]) => [path.split('.').at(-1), message])
    return show(Object.fromEntries(found.filter(([name]) => name === 'recipient' || name === 'phone')))
  }

  return { values, change, bind, check, showRefusal }
}
