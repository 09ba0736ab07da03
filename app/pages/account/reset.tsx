import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { account } from '#shared/api/account.ts'
import bean from '#imagery/photos/gallery_22.jpg?picture'
import { call } from '../../api/call.ts'
import { forgetUser } from '../../session/session.ts'
import { toast } from '../../ui/toast.tsx'
import { DeadLink, isDeadLink } from './dead-link.tsx'
import { textOf } from './form-text.ts'
import { linkPageHeaders, useLinkToken } from './link-token.ts'
import { PasswordField } from './password-field.tsx'
import { SignPage } from './sign-page.tsx'
import styles from './sign-page.module.css'
import { SubmitButton } from './submit-button.tsx'

export const headers = linkPageHeaders

const caption = { place: 'One of one', notes: 'roasted, hard to guess' }

export default function Reset() {
  return (
    <SignPage
      title="A new password"
      subtitle="Choose one that you like."
      picture={bean}
      caption={caption}
      forAll
    >
      {() => <ResetForm />}
    </SignPage>
  )
}

function ResetForm() {
  const token = useLinkToken()
  const [mismatch, setMismatch] = useState(false)
  const confirmRef = useRef<HTMLInputElement>(null)
  const { setting, problem } = useSetting()
  if (token === '')
    return <DeadLink text="This link is not whole. Open it from the mail once more." to="/forgot" />
  if (isDeadLink(setting.error)) return <DeadLink text={`${setting.error.message}.`} to="/forgot" />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (setting.isPending || token === undefined) return
    const form = new FormData(event.currentTarget)
    const password = textOf(form, 'password')
    const differs = password !== textOf(form, 'confirm')
    setMismatch(differs)
    if (differs) {
      toast.error('Passwords do not match')
      confirmRef.current?.select()
      return
    }
    setting.mutate({ token, password })
  }
  return (
    <form method="post" onSubmit={submit}>
      <PasswordField
        label="New password"
        name="password"
        autoComplete="new-password"
        problem={problem}
        required
      />
      <PasswordField
        label="Confirm password"
        name="confirm"
        autoComplete="new-password"
        ref={confirmRef}
        problem={mismatch ? 'Type the same password twice' : undefined}
        required
      />
      <div className={styles.actions}>
        <SubmitButton busy={setting.isPending}>Set the password</SubmitButton>
        <p className={styles.other}>Everybody who is signed in to your account is signed out.</p>
      </div>
    </form>
  )
}

function useSetting() {
  const navigate = useNavigate()
  const setting = useMutation({
    mutationFn: (body: { token: string; password: string }) => call(account.reset, { body }),
    onSuccess: async ({ message }) => {
      toast.success(message)
      forgetUser()
      await navigate('/login', { replace: true })
    },
    // What is said of a dead link stands on the page.
    onError: (error) => (isDeadLink(error) ? undefined : toast.error(error.message)),
  })
  const problem = setting.error && !isDeadLink(setting.error) ? setting.error.message : undefined
  return { setting, problem }
}
