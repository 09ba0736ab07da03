import { useNavigate, type LoaderFunctionArgs } from 'react-router'
import { account } from '#shared/people/api/account.ts'
import bean from '#imagery/photos/gallery_22.jpg?picture'
import { call } from '#app/platform/api/call.ts'
import { askBriefly, askOnServer } from '#app/platform/api/prefetch.ts'
import { forgetUser } from '#app/platform/session/session.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { InvalidLink } from '#app/platform/account-forms/link-page.tsx'
import {
  FormProblem,
  FormResult,
  AccountPage,
  SubmitButton,
} from '#app/platform/account-forms/account-page.tsx'
import {
  linkPageHeaders,
  useLinkToken,
  invalidLinkMessage,
  isInvalidLink,
} from '#app/platform/account-forms/link-token.ts'
import {
  passwordRule,
  PasswordTwice,
  readPasswordTwice,
} from '#app/platform/account-forms/password-twice.tsx'
import styles from '#app/platform/account-forms/account-page.module.css'

import { newPasswordProblemsIn, useAccountForm } from '#app/platform/account-forms/use-account-form.ts'

export const headers = linkPageHeaders
export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, passwordRule)
export const clientLoader = () => askBriefly(passwordRule)

const caption = { place: 'One of one', notes: 'well kept, hard to guess' }

export default function Reset() {
  return (
    <AccountPage
      title="A new password"
      subtitle="Choose one that you like."
      picture={bean}
      caption={caption}
      allowSignedIn
    >
      {() => <ResetForm />}
    </AccountPage>
  )
}

function ResetForm() {
  const navigate = useNavigate()
  const token = useLinkToken()
  const { sending, problems, form } = useAccountForm({
    read: (typed, showProblems) => {
      const password = readPasswordTwice(typed, showProblems)
      return token === undefined || password === null ? null : { token, password }
    },
    send: (body: { token: string; password: string }) => call(account.reset, { body }),
    onSent: async ({ message, hasRemoved }) => {
      forgetUser()
      // This page itself shows the longer message until the user goes on.
      if (hasRemoved) return
      toast.success(message)
      await navigate('/login', { replace: true })
    },
    // The page itself shows the message about an invalid link.
    explain: (error) => (isInvalidLink(error) ? null : newPasswordProblemsIn(error)),
  })
  const invalid = invalidLinkMessage(token, sending.error)
  if (invalid !== null) return <InvalidLink text={invalid} to="/forgot" />
  if (sending.isSuccess && sending.data.hasRemoved)
    return (
      <FormResult text={`${sending.data.message}.`}>
        <ButtonLink to="/login">Sign in</ButtonLink>
      </FormResult>
    )
  return (
    <form {...form}>
      <PasswordTwice label="New password" confirmLabel="Confirm password" problems={problems} required />
      <FormProblem of={problems} />
      <div className={`stack-3 above-1 ${styles.actions}`}>
        <SubmitButton busy={sending.isPending}>Set the password</SubmitButton>
        <p className={`pad-top-2 rule-soft ${styles.other}`}>
          Everyone who is signed in to your account is signed out.
        </p>
      </div>
    </form>
  )
}
