import { MAX_GIFT_NOTE } from '#shared/api/ship-to.ts'
import { PHONE_REASON } from '#shared/phone.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { Field, TextareaField } from '../../ui/field.tsx'
import styles from './shipping.module.css'
import type { ParcelForm } from './use-parcel-form.ts'

const NAME_MAX = 100

/** Who gets the parcel, if it is not the buyer, and a phone number. @param hasAccount whether the address can be saved */
export function RecipientFields({ parcel, hasAccount }: { parcel: ParcelForm; hasAccount: boolean }) {
  const { values, change, bind } = parcel
  const isOther = values.recipient !== null
  return (
    <div className={styles.parcel}>
      <div className={styles.option}>
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
            hint="The name on the parcel. Our mails go to you."
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

/** That the order is a gift, and its note. */
export function GiftFields({ parcel }: { parcel: ParcelForm }) {
  const { values, change, bind } = parcel
  const isGift = values.giftNote !== null
  const left = MAX_GIFT_NOTE - (values.giftNote ?? '').length
  return (
    <div className={styles.option}>
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
