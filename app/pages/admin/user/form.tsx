import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { EMAIL_TAKEN, users, type UserInfo } from '#shared/api/users.ts'
import { CallError, call, fieldsIn } from '../../../api/call.ts'
import { refresh } from '../../../api/query.ts'
import { signIn } from '../../../session/session.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/check-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useProblems, type Problems } from '../../../ui/use-problems.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useUnsavedUntilSaved } from '../unsaved.ts'
import styles from './form.module.css'

type Edit = { name: string; email: string; isAdmin: boolean }
type Sent = Edit & { currentPassword?: string }

/** Name, Email and Is Admin. `self` is who is looking: nobody takes the admin role from themselves. */
export function UserForm({ user, self, list }: { user: UserInfo; self: UserInfo; list: string }) {
  // Until something is typed the form follows the shop.
  const [typed, setTyped] = useState<Partial<Edit>>({})
  const [currentPassword, setCurrentPassword] = useState('')
  const { name, email, isAdmin } = { ...user, ...typed }
  const isChanged = name !== user.name || email !== user.email || isAdmin !== user.isAdmin
  const { update, problems, form } = useUpdate({ user, self, list, isChanged })
  const change = (part: Partial<Edit>) => setTyped({ ...typed, ...part })
  const isSelf = user._id === self._id
  // The server asks for it: with access to an admin's mailbox one can request a new password.
  const needsPassword = user.isAdmin && email !== user.email
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (update.isPending) return
    update.mutate({ name, email, isAdmin, ...(needsPassword ? { currentPassword } : {}) })
  }
  return (
    <form {...form} className={styles.form} onSubmit={submit}>
      <Field
        label="Name"
        name="name"
        value={name}
        maxLength={100}
        autoComplete="off"
        problem={problems.name}
        data-missing="Enter a name."
        onChange={(event) => change({ name: event.target.value })}
        required
      />
      <Field
        label="Email"
        name="email"
        type="email"
        value={email}
        maxLength={254}
        autoComplete="off"
        hint={emailHint(isSelf)}
        problem={problems.email}
        data-missing="Enter an email."
        onChange={(event) => change({ email: event.target.value })}
        required
      />
      {needsPassword ? (
        <OwnPassword
          value={currentPassword}
          onChange={setCurrentPassword}
          problem={problems.currentPassword}
        />
      ) : null}
      <CheckField
        label="Is Admin"
        checked={isAdmin}
        disabled={isSelf && user.isAdmin}
        hint={roleHint(user, isSelf)}
        onChange={(event) => change({ isAdmin: event.target.checked })}
      />
      <Button type="submit" busy={update.isPending}>
        Update
      </Button>
    </form>
  )
}

type OwnPasswordProps = { value: string; onChange: (value: string) => void; problem: string | undefined }

/** The password of the admin who makes the change. */
function OwnPassword({ value, onChange, problem }: OwnPasswordProps) {
  return (
    <PasswordField
      label="Your password"
      name="currentPassword"
      value={value}
      autoComplete="current-password"
      hint="A new email of an admin needs your current password."
      problem={problem}
      data-missing="Enter your password."
      onChange={(event) => onChange(event.target.value)}
      required
    />
  )
}

function emailHint(isSelf: boolean): string {
  const who = isSelf ? 'you' : 'this user'
  return `A new email is what ${who} will sign in with, and signs ${who} out everywhere.`
}

function roleHint(user: UserInfo, isSelf: boolean): string {
  if (isSelf && user.isAdmin)
    return 'You cannot take the admin role from yourself: the shop always keeps an admin. Another admin can.'
  if (user.isAdmin) return 'Without it this user is signed out at once, and sees this desk no more.'
  return 'Admins see and change everything here: orders, products, users, the menu and the art show.'
}

type Updating = { user: UserInfo; self: UserInfo; list: string; isChanged: boolean }

function useUpdate({ user, self, list, isChanged }: Updating) {
  const client = useQueryClient()
  const ref = useRef<HTMLFormElement>(null)
  const { problems, showProblems, events } = useProblems()
  const leave = useUnsavedUntilSaved(isChanged, list)
  const update = useMutation({
    mutationFn: (edit: Sent) =>
      call(users.update, { params: { id: user._id }, body: { userId: user._id, ...edit } }),
    onSuccess: async (saved) => {
      toast.success('User updated successfully')
      if (saved._id === self._id) signIn(saved)
      leave()
      await refresh(client, 'users', 'orders')
    },
    onError: (error) => {
      toast.error(error.message)
      showProblems(ref.current, problemsIn(error))
    },
  })
  return { update, problems, form: { ref, ...events } }
}

/** What is wrong with which field. */
function problemsIn(error: Error): Problems {
  if (error.message === EMAIL_TAKEN) return { email: 'Another account has this email.' }
  if (error instanceof CallError && error.data.needs === 'currentPassword')
    return { currentPassword: `${error.message}.` }
  return fieldsIn(error)
}
