import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { account } from '#shared/api/account.ts'
import bean from '#imagery/photos/gallery_22.jpg?picture'
import { call } from '../../api/call.ts'
import { forgetUser } from '../../session/session.ts'
import { toast } from '../../ui/toast.tsx'
import { DeadLink, isDeadLink, whyDead } from './dead-link.tsx'
import { linkPageHeaders, useLinkToken } from './link-token.ts'
import { PasswordTwice, usePasswordTwice } from './password-twice.tsx'
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
  const { read, ...twice } = usePasswordTwice()
  const { setting, problem } = useSetting()
  const dead = whyDead(token, setting.error)
  if (dead !== null) return <DeadLink text={dead} to="/forgot" />
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (setting.isPending || token === undefined) return
    const password = read(new FormData(event.currentTarget))
    if (password !== null) setting.mutate({ token, password })
  }
  return (
    <form method="post" onSubmit={submit}>
      <PasswordTwice
        label="New password"
        confirmLabel="Confirm password"
        {...twice}
        problem={problem}
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
