import { guests } from '#shared/people/api/guests.ts'
import emptyFrame from '#imagery/photos/gallery_11.jpg?picture'
import { CallError, call } from '#app/platform/api/call.ts'
import { signIn } from '#app/platform/session/session.ts'
import { textOf } from '#app/platform/ui/form-text.ts'
import { PasswordField } from '#app/platform/ui/password-field.tsx'
import {
  AccountPage,
  FormProblem,
  FormResult,
  SubmitButton,
} from '#app/platform/account-forms/account-page.tsx'
import styles from '#app/platform/account-forms/account-page.module.css'
import { linkPageHeaders, useLinkToken } from '#app/platform/account-forms/link-token.ts'

import { problemsIn, useAccountForm } from '#app/platform/account-forms/use-account-form.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'

export const headers = linkPageHeaders

const caption = { place: 'The next one', notes: 'oak, glass, your name' }

/** Finishes the account that a guest asked for, with the mailed link and the chosen password. */
export default function FinishAccount() {
  return (
    <AccountPage
      title="Your account"
      subtitle="Enter your password to finish it."
      picture={emptyFrame}
      caption={caption}
      allowSignedIn
    >
      {() => <FinishForm />}
    </AccountPage>
  )
}

function FinishForm() {
  const token = useLinkToken()
  const [order = '', expiry = '', signature = ''] = token?.split('.') ?? []
  const link = `${expiry}.${signature}`
  const { sending, problems, form } = useAccountForm({
    read: (typed) => textOf(typed, 'password'),
    send: (password: string) => call(guests.finishAccount, { body: { order, link, password } }),
    onSent: signIn,
    explain: (error) =>
      codeOf(error) === 'password' ? { password: `${error.message}.` } : problemsIn(error),
  })
  const invalid = invalidText(token, sending.error)
  if (invalid) {
    const isTaken = codeOf(sending.error) === 'taken'
    return (
      <FormResult text={invalid} role="alert">
        <ButtonLink to={isTaken ? '/login?redirect=/profile' : '/order-links'}>
          {isTaken ? 'Sign in' : 'Get a link to your order'}
        </ButtonLink>
      </FormResult>
    )
  }
  if (sending.isSuccess) {
    return (
      <FormResult text="Your account is ready, and your orders are in it.">
        <ButtonLink to="/profile">See your orders</ButtonLink>
      </FormResult>
    )
  }
  return (
    <form {...form}>
      <p>Enter the password that you chose after your order.</p>
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        problem={problems.password}
        data-missing="Enter the password that you chose."
        required
      />
      <FormProblem of={problems} />
      <div className={`stack-3 above-1 ${styles.actions}`}>
        <SubmitButton busy={sending.isPending}>Finish the account</SubmitButton>
      </div>
    </form>
  )
}

function codeOf(error: Error | null): unknown {
  return error instanceof CallError ? error.data.code : undefined
}

/** Why the link cannot be used; null if it may be valid. */
function invalidText(token: string | undefined, error: Error | null): string | null {
  if (token === '') return 'This link is incomplete. Open it from the email again.'
  return codeOf(error) === 'link' || codeOf(error) === 'taken' ? `${error!.message}.` : null
}
