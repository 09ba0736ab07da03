/** Parts of the pages that sell something that is paid on the page of its order: a gift card, a gift subscription. */
import type { ReactNode } from 'react'
import { SandboxNote } from '#app/platform/paypal/sandbox-note.tsx'
import { useGuest } from '#app/platform/session/guest.ts'
import { EmailField, Field } from '#app/platform/ui/field.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import styles from './gift-cards.module.css'

/** A radio button in a frame. */
export function RadioChoice({
  name,
  value,
  isFirst,
  children,
}: {
  name: string
  value: string
  /** Whether it is chosen at first. */
  isFirst: boolean
  children: ReactNode
}) {
  return (
    <label className={styles.choice}>
      <input type="radio" name={name} value={value} defaultChecked={isFirst} />
      <span>{children}</span>
    </label>
  )
}

/** The name and email of a buyer without an account. They are kept for the checkout, too. */
export function GuestFields({ problems }: { problems: Problems }) {
  const guest = useGuest()
  return (
    <fieldset className={`stack-2 ${styles.group}`}>
      <legend>Your details</legend>
      <div className={`stack-3 align-top ${styles.fields}`}>
        <Field
          label="Your name"
          name="name"
          autoComplete="name"
          maxLength={100}
          required
          defaultValue={guest?.name}
          data-missing="Tell us your name."
          problem={problems.name}
        />
        <EmailField
          label="Your email"
          defaultValue={guest?.email}
          data-missing="Tell us where to send the receipt."
          hint="For the receipt and the link to your order."
          problem={problems.email}
        />
      </div>
    </fieldset>
  )
}

/** What buyers ask before they buy, as a list, and the note of a shop that is tried out. */
export function GoodToKnow({ children }: { children: ReactNode }) {
  return (
    <section className={`stack-2 packed measure ${styles.text}`} aria-labelledby="good-to-know">
      <h2 id="good-to-know">Good to know</h2>
      <ul>{children}</ul>
      <SandboxNote />
    </section>
  )
}
