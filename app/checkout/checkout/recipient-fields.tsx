import { MAX_GIFT_NOTE } from '#shared/checkout/api/ship-to.ts'
import { PHONE_REASON } from '#shared/kernel/phone.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import type { DetailsForm } from './use-details-form.ts'

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
