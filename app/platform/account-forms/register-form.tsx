import type { ReactNode } from 'react'
import { users } from '#shared/people/api/users.ts'
import { call } from '../api/call.ts'
import { signIn } from '../session/session.ts'
import { Field } from '../ui/field.tsx'
import { textOf } from '../ui/form-text.ts'
import styles from './account-page.module.css'
import { FormProblem, SubmitButton } from './account-page.tsx'
import { PasswordTwice, readPasswordTwice } from './password-twice.tsx'
import { newPasswordProblemsIn, useAccountForm } from './use-account-form.ts'

type NewAccount = { name: string; email: string; password: string }

type Known = Pick<NewAccount, 'name' | 'email'>

/**
 * The form to register.
 * @param known typed elsewhere already
 * @param children what is shown below the button, such as a link to sign in
 */
export function RegisterForm({ known, children }: { known?: Known; children?: ReactNode }) {
  return (
    <NewAccountForm
      label="Name"
      send={(body) => call(users.register, { body })}
      onSent={signIn}
      submit="Register"
      hasEmail
      known={known}
    >
      {children}
    </NewAccountForm>
  )
}

/** The form for a new account. Its address is asked for, unless it is known from the link in a mail. */
export function NewAccountForm<Answer>({
  label,
  send,
  onSent,
  submit,
  hasEmail = false,
  known,
  children,
}: {
  /** The label of the name. */
  label: string
  send: (account: NewAccount) => Promise<Answer>
  onSent: (answer: Answer) => unknown
  submit: string
  hasEmail?: boolean
  known?: Known | undefined
  children?: ReactNode
}) {
  const { sending, problems, form } = useAccountForm({
    read: (typed, showProblems) => {
      const password = readPasswordTwice(typed, showProblems)
      if (password === null) return null
      return { name: textOf(typed, 'name'), email: textOf(typed, 'email'), password }
    },
    send,
    onSent,
    explain: newPasswordProblemsIn,
  })
  return (
    <form {...form}>
      <Field
        label={label}
        name="name"
        autoComplete="name"
        defaultValue={known?.name}
        maxLength={100}
        problem={problems.name}
        data-missing="Tell us your name."
        required
      />
      {hasEmail ? (
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={known?.email}
          problem={problems.email}
          data-missing="Enter your email."
          required
        />
      ) : null}
      <PasswordTwice label="Password" problems={problems} required />
      <FormProblem of={problems} />
      <div className={`stack-3 above-1 ${styles.actions}`}>
        <SubmitButton busy={sending.isPending}>{submit}</SubmitButton>
        {children}
      </div>
    </form>
  )
}
