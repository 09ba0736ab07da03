import type { FormEvent, ReactNode } from 'react'
import { Link } from 'react-router'
import { users } from '#shared/api/users.ts'
import { CallError, call } from '../../api/call.ts'
import { signIn } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { textOf } from '../../ui/form-text.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import styles from './account-page.module.css'
import { FormProblem } from './form-problem.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SubmitButton } from './submit-button.tsx'
import { problemsIn, useAccountForm } from './use-account-form.ts'

/** The form to sign in. @param children what follows the button, such as a link to register */
export function LoginForm({ children }: { children?: ReactNode }) {
  const { sending, problems, form } = useAccountForm({
    send: (body: { email: string; password: string }) => call(users.auth, { body }),
    // The page around the form goes on as soon as the user is signed in.
    onSent: signIn,
    explain: (error) =>
      error instanceof CallError && error.failure === 401
        ? { password: WRONG_CREDENTIALS }
        : problemsIn(error),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const typed = new FormData(event.currentTarget)
    sending.mutate({ email: textOf(typed, 'email'), password: textOf(typed, 'password') })
  }
  return (
    <form {...form} method="post" onSubmit={submit}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username webauthn"
        problem={problems.email}
        data-missing="Enter the email of your account."
        required
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        problem={problems.password}
        data-missing="Enter your password."
        required
      />
      <FormProblem of={problems} />
      <div className={styles.actions}>
        <SubmitButton busy={sending.isPending}>Sign In</SubmitButton>
        <PasskeySignIn />
        <p>
          <Link to="/forgot">Forgot your password?</Link>
        </p>
        {children}
      </div>
    </form>
  )
}

/** Does not say whether the email or the password is wrong, because that would reveal who has an account. */
const WRONG_CREDENTIALS = 'The email or the password is not right. Check both and try again.'
