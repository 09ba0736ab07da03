import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { textOf } from '../ui/form-text.ts'
import styles from './account-page.module.css'
import { FormProblem } from './form-problem.tsx'
import { FormResult } from './form-result.tsx'
import { SubmitButton } from './submit-button.tsx'
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
  const { sending, problems, form } = useAccountForm({ send })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate({ email: textOf(new FormData(event.currentTarget), 'email') })
  }
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
    <form {...form} method="post" onSubmit={onSubmit}>
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
