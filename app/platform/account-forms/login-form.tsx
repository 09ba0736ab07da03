import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode, useEffect } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { users } from '#shared/people/api/users.ts'
import { passkeys, type PasskeyAnswer } from '#shared/people/api/passkeys.ts'
import { CallError, call } from '#app/platform/api/call.ts'
import { signIn } from '#app/platform/session/session.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { PasswordField } from '#app/platform/ui/password-field.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './account-page.module.css'
import { FormProblem, SubmitButton } from './account-page.tsx'
import { problemsIn, useAccountForm } from './use-account-form.ts'
import { signalUnknown } from './passkey-signals.ts'

/**
 * The form to sign in.
 * @param email typed elsewhere already
 * @param children what is shown below the button, such as a link to register
 */
export function LoginForm({ email, children }: { email?: string; children?: ReactNode }) {
  const { sending, problems, form, needsCode } = useSignIn()
  return (
    <form {...form}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username webauthn"
        defaultValue={email}
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
    read: (typed) => {
      const code = textOf(typed, 'code')
      const credentials = { email: textOf(typed, 'email'), password: textOf(typed, 'password') }
      return { ...credentials, ...(code ? { code } : {}) }
    },
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

/** Signs in with a passkey: with the button, or with a passkey that the browser offers in the email field. */
function PasskeySignIn() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (given: PasskeyAnswer | null) => {
      const answer = given ?? (await (await import('./passkey.ts')).askForPasskey())
      try {
        return await call(passkeys.auth, { body: { answer } })
      } catch (problem) {
        void signalUnknown(problem, answer.id)
        throw problem
      }
    },
    onMutate: () => toast.dropErrors(),
    // The page around the form continues as soon as the user is signed in.
    onSuccess: signIn,
    onError: ({ message }) => toast.error(message),
  })
  useEffect(() => offerInField(mutate), [mutate])
  return (
    <>
      {error ? <FormProblem of={{ '': `${error.message}.` }} /> : null}
      <Button look="line" busy={isPending} onClick={() => mutate(null)}>
        Use a passkey
      </Button>
    </>
  )
}

/** Shorter than the lifetime of a challenge (server/people/factors/verify-passkey.ts). In milliseconds. */
const RENEW_AFTER = 9 * 60_000

/**
 * Lets the browser offer passkeys in the field with the autocomplete `webauthn`, if it can. Returns a function that ends
 * the offer.
 */
function offerInField(onAnswer: (answer: PasskeyAnswer) => void): () => void {
  let isOver = false
  let stop: (() => void) | undefined
  const offer = async () => {
    if (!(await window.PublicKeyCredential?.isConditionalMediationAvailable?.()) || isOver) return
    const { askForPasskey, stopAsking } = await import('./passkey.ts')
    if (isOver) return
    stop = stopAsking
    onAnswer(await askForPasskey({ isAutofill: true }))
  }
  // The visitor did not ask for a passkey, so a failure is not shown.
  const begin = () => void offer().catch(() => {})
  begin()
  const timer = setInterval(begin, RENEW_AFTER)
  return () => {
    isOver = true
    clearInterval(timer)
    stop?.()
  }
}
