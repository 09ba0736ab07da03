import type { ChangeEvent } from 'react'
import { addressLimits, refusedCountries, excludedText, statesExcept } from '#shared/platform/address.ts'
import { useBusiness } from '../api/business.ts'
import { Field, SelectField } from '../ui/field.tsx'
import styles from './address-fields.module.css'
import type { AddressField, AddressForm } from './use-address-form.ts'

/** The fields of a US address. Problems are shown below their fields. */
export function AddressFields({ form }: { form: AddressForm }) {
  const { excluded } = useBusiness()
  const bind = (name: AddressField) => ({
    name,
    value: form.values[name],
    problem: form.problems[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      form.change({ [name]: event.target.value }),
    onBlur: () => form.checkField(name),
  })
  return (
    <div className={styles.fields}>
      <div className={styles.fullRow}>
        <Field
          label="Address"
          {...bind('address')}
          maxLength={addressLimits.address}
          autoComplete="shipping address-line1"
          required
        />
      </div>
      <div className={styles.fullRow}>
        <Field
          label="Address Line 2"
          {...bind('address2')}
          maxLength={addressLimits.address2}
          autoComplete="shipping address-line2"
        />
      </div>
      <div className={styles.fullRow}>
        <Field
          label="City"
          {...bind('city')}
          maxLength={addressLimits.city}
          autoComplete="shipping address-level2"
          required
        />
      </div>
      <SelectField label="State" {...bind('state')} autoComplete="shipping address-level1" required>
        <option value="">Choose a state</option>
        {statesExcept(excluded).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        label="Postal Code"
        {...bind('postalCode')}
        inputMode="numeric"
        maxLength={12}
        autoComplete="shipping postal-code"
        required
      />
      <Country />
    </div>
  )
}

/** The only country is the United States, so this is text and not a select. */
function Country() {
  const { excluded } = useBusiness()
  return (
    <dl className={`${styles.fullRow} ${styles.country}`}>
      <dt>Country</dt>
      <dd>United States</dd>
      <dd className={styles.note}>
        {refusedCountries} {excludedText(excluded)}
      </dd>
    </dl>
  )
}
