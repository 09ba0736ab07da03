import { Field } from '#app/platform/ui/field.tsx'
import styles from './shipping.module.css'
import type { GuestForm } from './use-guest-form.ts'

const NAME_MAX = 100

/** The name and email of a guest. @param formId the form to which the fields belong; they are above it */
export function GuestFields({ guest, formId }: { guest: GuestForm; formId: string }) {
  return (
    <div className={styles.guest}>
      <Field
        label="Name"
        {...guest.bind('name')}
        form={formId}
        maxLength={NAME_MAX}
        autoComplete="shipping name"
        required
      />
      <Field
        label="Email"
        {...guest.bind('email')}
        form={formId}
        type="email"
        inputMode="email"
        autoComplete="email"
        hint="For the receipt and the link to your order."
        required
      />
    </div>
  )
}
