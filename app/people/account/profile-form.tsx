import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { roleOfUser, users, type UserInfo } from '#shared/people/api/users.ts'
import { account } from '#shared/people/api/account.ts'
import { useChange } from '#app/platform/ui/use-change.ts'
import { CallError, call } from '#app/platform/api/call.ts'
import { signIn } from '#app/platform/session/session.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { FormProblem } from '#app/platform/account-forms/account-page.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { PasswordField } from '#app/platform/ui/password-field.tsx'
import { PasswordTwice, readPasswordTwice } from '#app/platform/account-forms/password-twice.tsx'
import { newPasswordProblemsIn, useAccountForm } from '#app/platform/account-forms/use-account-form.ts'
import { ask } from '#app/platform/api/query.ts'
import styles from './profile.module.css'

const ADMIN_PASSWORD_HINT = 'Admins need their current password to change their email or password.'
const CURRENT_PASSWORD_HINT =
  'You signed in a while ago. To change your email or password, enter your current password.'

/**
 * Name, email and password. A blank password does not change the password. Admins also enter their current password.
 */
export function ProfileForm({ user }: { user: UserInfo }) {
  const isStaff = roleOfUser(user) !== null
  const { sending, problems, form, needsCurrent } = useUpdate()
  return (
    <form {...form} className={`stack-3 ${styles.fields}`}>
      <NameAndEmail user={user} problems={problems} />
      <PasswordTwice label="Password" problems={problems} hint="Leave blank to keep your current password." />
      {needsCurrent || isStaff ? (
        <PasswordField
          label="Current password"
          name="currentPassword"
          autoComplete="current-password"
          hint={isStaff ? ADMIN_PASSWORD_HINT : CURRENT_PASSWORD_HINT}
          problem={problems.currentPassword}
          data-missing="Enter your current password."
          required={needsCurrent}
        />
      ) : null}
      <FormProblem of={problems} />
      <Button type="submit" busy={sending.isPending}>
        Update
      </Button>
    </form>
  )
}

function NameAndEmail({ user, problems }: { user: UserInfo; problems: Problems }) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        defaultValue={user.name}
        maxLength={100}
        problem={problems.name}
        data-missing="Tell us your name."
        required
      />
      <Field
        label="Email Address"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={user.email}
        problem={problems.email}
        data-missing="Enter your email."
        required
      />
    </>
  )
}

/** Sends the changes. If the server asks for the current password, the form gets a field for it. */
function useUpdate() {
  const [needsCurrent, setNeedsCurrent] = useState(false)
  const form = useAccountForm({
    read: (typed, showProblems) => {
      const text = (name: string) => textOf(typed, name)
      const password = readPasswordTwice(typed, showProblems, 'Password does not match')
      if (password === null) return null
      return {
        name: text('name'),
        email: text('email'),
        ...(password ? { password } : {}),
        ...(text('currentPassword') ? { currentPassword: text('currentPassword') } : {}),
      }
    },
    send: (body: Body<typeof users.updateProfile>) => call(users.updateProfile, { body }),
    onSent: (changed) => {
      toast.success('Profile updated successfully')
      setNeedsCurrent(false)
      signIn(changed)
      fill(form.form.ref.current, { ...changed, password: '', confirm: '', currentPassword: '' })
    },
    explain: (error) => {
      if (!(error instanceof CallError) || error.data.needs !== 'currentPassword')
        return newPasswordProblemsIn(error)
      // The field must be rendered before it can be marked and focused.
      flushSync(() => setNeedsCurrent(true))
      return { currentPassword: `${error.message}.` }
    },
  })
  return { ...form, needsCurrent }
}

/** Shows the saved values without a new form, which would lose the focus. */
function fill(
  form: HTMLFormElement | null,
  values: Record<'name' | 'email' | 'password' | 'confirm' | 'currentPassword', string>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form?.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.value = value
  }
}

/** A new email address that is not confirmed yet, with buttons to resend the mail or to keep the old address. */
export function PendingEmail({ onCanceled }: { onCanceled: () => void }) {
  const pending = useQuery(ask(account.email, {}))
  const resending = useChange(() => call(account.resend, {}), 'account')
  const keeping = useChange(async () => {
    const kept = await call(account.keep, {})
    signIn(await call(users.profile, {}))
    onCanceled()
    return kept
  }, 'account')
  if (!pending.data?.waiting) return null
  const { email, waiting } = pending.data
  return (
    <section className={`stack-2 pad-2 box mat ${styles.waiting}`} aria-label="Your new email address">
      <p role="status">
        Please confirm <strong>{waiting.email}</strong>: follow the link in the email that we sent there.
        Until then, your account keeps the address <strong>{email}</strong>, and we send emails to it.
      </p>
      <div className="row-1-2">
        <Button look="line" busy={resending.isPending} onClick={() => resending.mutate()}>
          Send it again
        </Button>
        <Button look="quiet" busy={keeping.isPending} onClick={() => keeping.mutate()}>
          Keep the old address
        </Button>
      </div>
    </section>
  )
}
