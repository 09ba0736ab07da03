import { useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { roleOfUser, users, type UserInfo } from '#shared/people/api/users.ts'
import { CallError, call } from '#app/platform/api/call.ts'
import { signIn } from '#app/platform/session/session.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import type { Problems } from '#app/platform/ui/use-problems.ts'
import { FormProblem } from '#app/platform/account-forms/form-problem.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { PasswordField } from '#app/platform/ui/password-field.tsx'
import { PasswordTwice, readPasswordTwice } from '#app/platform/account-forms/password-twice.tsx'
import styles from './profile.module.css'
import { newPasswordProblemsIn, useAccountForm } from '#app/platform/account-forms/use-account-form.ts'

const ADMIN_PASSWORD_HINT = 'Admins need their current password to change their email or password.'
const CURRENT_PASSWORD_HINT =
  'You signed in a while ago. To change your email or password, enter your current password.'

/**
 * Name, email and password. A blank password does not change the password. Admins also enter their current password.
 */
export function ProfileForm({ user }: { user: UserInfo }) {
  const isStaff = roleOfUser(user) !== null
  const { sending, problems, showProblems, form, needsCurrent } = useUpdate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const typed = new FormData(event.currentTarget)
    const text = (name: string) => textOf(typed, name)
    const password = readPasswordTwice(typed, showProblems, 'Password does not match')
    if (password === null) return
    sending.mutate(
      {
        name: text('name'),
        email: text('email'),
        ...(password ? { password } : {}),
        ...(text('currentPassword') ? { currentPassword: text('currentPassword') } : {}),
      },
      {
        onSuccess: (changed) =>
          fill(form.ref.current, { ...changed, password: '', confirm: '', currentPassword: '' }),
      },
    )
  }
  return (
    <form {...form} onSubmit={submit} className={`stack-3 ${styles.fields}`}>
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
    send: (body: Body<typeof users.updateProfile>) => call(users.updateProfile, { body }),
    onSent: (changed) => {
      toast.success('Profile updated successfully')
      setNeedsCurrent(false)
      signIn(changed)
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
