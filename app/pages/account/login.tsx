import { useMutation } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import { Link } from 'react-router'
import { users } from '#shared/api/users.ts'
import bar from '#imagery/photos/gallery_03.jpg?picture'
import { call } from '../../api/call.ts'
import { withRedirect } from '../../session/redirect.ts'
import { signIn } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { textOf } from './form-text.ts'
import { PasswordField } from './password-field.tsx'
import { SignPage } from './sign-page.tsx'
import styles from './sign-page.module.css'
import { SubmitButton } from './submit-button.tsx'

const caption = { place: 'At the bar', notes: 'oak, morning light' }

export default function Login() {
  return (
    <SignPage title="Sign In" subtitle="Pull up a stool." picture={bar} caption={caption}>
      {(target) => <LoginForm target={target} />}
    </SignPage>
  )
}

function LoginForm({ target }: { target: string }) {
  const passwordRef = useRef<HTMLInputElement>(null)
  const auth = useMutation({
    mutationFn: (body: { email: string; password: string }) => call(users.auth, { body }),
    // SignPage goes to the redirect target as soon as somebody is signed in.
    onSuccess: signIn,
    onError: (error) => {
      toast.error(error.message)
      passwordRef.current?.select()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (auth.isPending) return
    const form = new FormData(event.currentTarget)
    auth.mutate({ email: textOf(form, 'email'), password: textOf(form, 'password') })
  }
  return (
    <form method="post" onSubmit={submit}>
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        ref={passwordRef}
        required
      />
      <div className={styles.actions}>
        <SubmitButton busy={auth.isPending}>Sign In</SubmitButton>
        <p>
          <Link to="/forgot">Forgot your password?</Link>
        </p>
        <p className={styles.other}>
          New here? <Link to={withRedirect('/register', target)}>Register</Link>
        </p>
      </div>
    </form>
  )
}
