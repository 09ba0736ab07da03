import { useState, type FormEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { users } from '#shared/people/api/users.ts'
import { CallError, call } from '../api/call.ts'
import { signIn } from '../session/session.ts'
import { Field } from '../ui/field.tsx'
import { textOf } from '../ui/form-text.ts'
import { PasswordField } from '../ui/password-field.tsx'
import styles from './account-page.module.css'
import { FormProblem } from './form-problem.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { SubmitButton } from './submit-button.tsx'
import { problemsIn, useAccountForm } from './use-account-form.ts'

/** The form to sign in. @param children what is shown below the button, such as a link to register */
export function LoginForm({ children }: { children?: ReactNode }) {
  const { sending, problems, form, needsCode } = useSignIn()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const typed = new FormData(event.currentTarget)
    const code = textOf(typed, 'code')
    sending.mutate({
      email: textOf(typed, 'email'),
      password: textOf(typed, 'password'),
      ...(code ? { code } : {}),
    })
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
      {needsCode ? (
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          hint="From your authenticator app, or a recovery code."
          problem={problems.code}
          unmarked
        />
      ) : null}
      <FormProblem of={problems} />
      <div className={`stack-3 above-1 ${styles.actions}`}>
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

/** Signs in. If the account has a second factor, the form gets a field for its code. */
function useSignIn() {
  const [needsCode, setNeedsCode] = useState(false)
  const form = useAccountForm({
    send: (body: Body<typeof users.auth>) => call(users.auth, { body }),
    // The page around the form continues as soon as the user is signed in.
    onSent: signIn,
    explain: (error) => {
      if (!(error instanceof CallError)) return problemsIn(error)
      if (error.failure === 401) return { password: WRONG_CREDENTIALS }
      if (error.data.needs !== 'code') return problemsIn(error)
      if (needsCode) return { code: `${error.message}.` }
      // The field must be rendered before it can be focused. A required code is not an error.
      flushSync(() => setNeedsCode(true))
      const field = form.form.ref.current?.elements.namedItem('code')
      if (field instanceof HTMLInputElement) field.focus()
      return null
    },
  })
  return { ...form, needsCode }
}

/** Does not say whether the email or the password is wrong, because that would reveal who has an account. */
const WRONG_CREDENTIALS = 'The email or the password is not right. Check both and try again.'
