import type { FormEvent, ReactNode } from 'react'
import { users } from '#shared/people/api/users.ts'
import { call } from '../api/call.ts'
import { signIn } from '../session/session.ts'
import { Field } from '../ui/field.tsx'
import { textOf } from '../ui/form-text.ts'
import styles from './account-page.module.css'
import { FormProblem } from './form-problem.tsx'
import { PasswordTwice, readPasswordTwice } from './password-twice.tsx'
import { SubmitButton } from './submit-button.tsx'
import { newPasswordProblemsIn, useAccountForm } from './use-account-form.ts'

/** The form to register. @param children what is shown below the button, such as a link to sign in */
export function RegisterForm({ children }: { children?: ReactNode }) {
  const { sending, problems, showProblems, form } = useAccountForm({
    send: (body: { name: string; email: string; password: string }) => call(users.register, { body }),
    onSent: signIn,
    explain: newPasswordProblemsIn,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const typed = new FormData(event.currentTarget)
    const password = readPasswordTwice(typed, showProblems)
    if (password !== null)
      sending.mutate({ name: textOf(typed, 'name'), email: textOf(typed, 'email'), password })
  }
  return (
    <form {...form} method="post" onSubmit={submit}>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        problem={problems.name}
        data-missing="Tell us your name."
        required
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        problem={problems.email}
        data-missing="Enter your email."
        required
      />
      <PasswordTwice label="Password" problems={problems} required />
      <FormProblem of={problems} />
      <div className={`stack-3 above-1 ${styles.actions}`}>
        <SubmitButton busy={sending.isPending}>Register</SubmitButton>
        {children}
      </div>
    </form>
  )
}
