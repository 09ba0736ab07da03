import type { ReactNode } from 'react'
import { guests } from '#shared/people/api/guests.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { call } from '#app/platform/api/call.ts'
import styles from './account-page.module.css'
import { FormProblem, FormResult, SubmitButton } from './account-page.tsx'
import { useAccountForm } from './use-account-form.ts'

type Props = {
  /** Mails a link to the address. */
  send: (body: { email: string }) => Promise<{ message: string }>
  submit: string
  autoComplete: 'username' | 'email'
  /** Shown beside the empty field. */
  missing: string
  /** The first paragraph of the form. */
  before?: ReactNode
  /** What is shown below the button, before and after the mail is sent. */
  other?: ReactNode
  otherAfter?: ReactNode
}

/** A form that asks for an email with a link, and a message after the mail is sent. */
export function EmailForm({ send, submit, autoComplete, missing, before, other, otherAfter }: Props) {
  const { sending, problems, form } = useAccountForm({
    read: (typed) => ({ email: textOf(typed, 'email') }),
    send,
  })
  if (sending.isSuccess) {
    return (
      <FormResult text={`${sending.data.message}.`}>
        <p>No email? Check your spam folder, and check that the address is right.</p>
        <div className={`stack-3 above-1 ${styles.actions}`}>
          <Button look="line" onClick={() => sending.reset()}>
            Ask again
          </Button>
          {otherAfter}
        </div>
      </FormResult>
    )
  }
  return (
    <form {...form}>
      {before}
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete={autoComplete}
        problem={problems.email}
        data-missing={missing}
        required
      />
      <FormProblem of={problems} />
      <div className={`stack-3 above-1 ${styles.actions}`}>
        <SubmitButton busy={sending.isPending}>{submit}</SubmitButton>
        {other}
      </div>
    </form>
  )
}

/** Asks for new links to the guest orders of an address. */
export function OrderLinksForm() {
  return (
    <EmailForm
      send={(body) => call(guests.mailLinks, { body })}
      submit="Send the links"
      autoComplete="email"
      missing="Enter the email of your order."
    />
  )
}
