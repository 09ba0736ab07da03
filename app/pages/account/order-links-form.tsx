import type { FormEvent } from 'react'
import { guests } from '#shared/api/guests.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { textOf } from '../../ui/form-text.ts'
import styles from './account-page.module.css'
import { FormProblem } from './form-problem.tsx'
import { FormResult } from './form-result.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAccountForm } from './use-account-form.ts'

/** Asks for new links to the guest orders of an address. */
export function OrderLinksForm() {
  const { sending, problems, form } = useAccountForm({
    send: (body: { email: string }) => call(guests.mailLinks, { body }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate({ email: textOf(new FormData(event.currentTarget), 'email') })
  }
  if (sending.isSuccess) {
    return (
      <FormResult text={`${sending.data.message}.`}>
        <p>No email? Check your spam folder, and check that the address is right.</p>
        <Button look="line" onClick={() => sending.reset()}>
          Ask again
        </Button>
      </FormResult>
    )
  }
  return (
    <form {...form} method="post" onSubmit={submit}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        problem={problems.email}
        data-missing="Enter the email of your order."
        required
      />
      <FormProblem of={problems} />
      <div className={styles.actions}>
        <SubmitButton busy={sending.isPending}>Send the links</SubmitButton>
      </div>
    </form>
  )
}
