import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { users } from '#shared/api/users.ts'
import emptyFrame from '#imagery/photos/gallery_11.jpg?picture'
import { call } from '../../api/call.ts'
import { withRedirect } from '../../session/redirect.ts'
import { signIn } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { textOf } from './form-text.ts'
import { PasswordTwice, usePasswordTwice } from './password-twice.tsx'
import { SignPage } from './sign-page.tsx'
import styles from './sign-page.module.css'
import { SubmitButton } from './submit-button.tsx'

const caption = { place: 'The next one', notes: 'oak, glass, your name' }

export default function Register() {
  return (
    <SignPage
      title="Sign Up"
      subtitle="There is a frame left for you."
      picture={emptyFrame}
      caption={caption}
    >
      {(target) => <RegisterForm target={target} />}
    </SignPage>
  )
}

function RegisterForm({ target }: { target: string }) {
  const { read, ...twice } = usePasswordTwice()
  const register = useMutation({
    mutationFn: (body: { name: string; email: string; password: string }) => call(users.register, { body }),
    onSuccess: signIn,
    onError: (error) => toast.error(error.message),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (register.isPending) return
    const form = new FormData(event.currentTarget)
    const password = read(form)
    if (password !== null)
      register.mutate({ name: textOf(form, 'name'), email: textOf(form, 'email'), password })
  }
  return (
    <form method="post" onSubmit={submit}>
      <Field label="Name" name="name" autoComplete="name" maxLength={100} required />
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <PasswordTwice label="Password" {...twice} required />
      <div className={styles.actions}>
        <SubmitButton busy={register.isPending}>Register</SubmitButton>
        <p className={styles.other}>
          Already have an account? <Link to={withRedirect('/login', target)}>Sign in</Link>
        </p>
      </div>
    </form>
  )
}
