import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Body } from '#shared/api/endpoint.ts'
import { users, type UserInfo } from '#shared/api/users.ts'
import { CallError, call } from '../../api/call.ts'
import { signIn } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { textOf } from './form-text.ts'
import { PasswordField } from './password-field.tsx'
import { PasswordTwice, usePasswordTwice } from './password-twice.tsx'
import styles from './profile.module.css'

const ADMINS = 'A new email or password of an admin needs the current password.'
const A_WHILE_AGO = 'You signed in a while ago. A new email or password needs the current one.'

/** Name, e-mail and password; a blank password keeps the old one. Admins give the current one with a new one. */
export function ProfileForm({ user }: { user: UserInfo }) {
  const { read, ...twice } = usePasswordTwice('Password does not match')
  const { update, needsCurrent, currentRef } = useUpdate()
  const formRef = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (update.isPending) return
    const form = new FormData(event.currentTarget)
    const text = (name: string) => textOf(form, name)
    const password = read(form)
    if (password === null) return
    update.mutate(
      {
        name: text('name'),
        email: text('email'),
        ...(password ? { password } : {}),
        ...(text('current') ? { currentPassword: text('current') } : {}),
      },
      {
        onSuccess: (changed) => fill(formRef.current, { ...changed, password: '', confirm: '', current: '' }),
      },
    )
  }
  return (
    <form ref={formRef} onSubmit={submit} className={styles.fields}>
      <Field label="Name" name="name" autoComplete="name" defaultValue={user.name} maxLength={100} required />
      <Field
        label="Email Address"
        name="email"
        type="email"
        autoComplete="username"
        defaultValue={user.email}
        required
      />
      <PasswordTwice label="Password" {...twice} hint="Leave blank to keep the one you have" />
      {needsCurrent || user.isAdmin ? (
        <PasswordField
          label="Current password"
          name="current"
          autoComplete="current-password"
          ref={currentRef}
          hint={user.isAdmin ? ADMINS : A_WHILE_AGO}
          required={needsCurrent}
        />
      ) : null}
      <Button type="submit" busy={update.isPending}>
        Update
      </Button>
    </form>
  )
}

/** Shows what was saved without making the form anew, which would lose the keyboard's place. */
function fill(
  form: HTMLFormElement | null,
  values: Record<'name' | 'email' | 'password' | 'confirm' | 'current', string>,
): void {
  for (const [name, value] of Object.entries(values)) {
    const input = form?.elements.namedItem(name)
    if (input instanceof HTMLInputElement) input.value = value
  }
}

function useUpdate() {
  const [needsCurrent, setNeedsCurrent] = useState(false)
  const currentRef = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (needsCurrent) currentRef.current?.focus()
  }, [needsCurrent])
  const update = useMutation({
    mutationFn: (body: Body<typeof users.updateProfile>) => call(users.updateProfile, { body }),
    onSuccess: (changed) => {
      toast.success('Profile updated successfully')
      setNeedsCurrent(false)
      signIn(changed)
    },
    onError: (error) => {
      toast.error(error.message)
      if (!(error instanceof CallError) || error.data.needs !== 'currentPassword') return
      setNeedsCurrent(true)
      currentRef.current?.select()
    },
  })
  return { update, needsCurrent, currentRef }
}
