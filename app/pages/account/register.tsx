import type { FormEvent } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { users } from '#shared/api/users.ts'
import emptyFrame from '#imagery/photos/gallery_11.jpg?picture'
import { call } from '../../api/call.ts'
import { askBriefly, askOnServer } from '../../api/prefetch.ts'
import { withRedirect } from '../../session/redirect.ts'
import { signIn } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { FormProblem } from './form-problem.tsx'
import { textOf } from '../../ui/form-text.ts'
import { passwordRule } from './password-rule.ts'
import { PasswordTwice, readPasswordTwice } from './password-twice.tsx'
import { AccountPage } from './account-page.tsx'
import styles from './account-page.module.css'
import { SubmitButton } from './submit-button.tsx'
import { newPasswordProblemsIn, useAccountForm } from './use-account-form.ts'

export const loader = ({ context }: LoaderFunctionArgs) => askOnServer(context, passwordRule)
export const clientLoader = () => askBriefly(passwordRule)

const caption = { place: 'The next one', notes: 'oak, glass, your name' }

export default function Register() {
  return (
    <AccountPage
      title="Sign Up"
      subtitle="There is a frame left for you."
      picture={emptyFrame}
      caption={caption}
    >
      {(target) => <RegisterForm target={target} />}
    </AccountPage>
  )
}

function RegisterForm({ target }: { target: string }) {
  const { sending, problems, showProblems, form } = useAccountForm({
    send: (body: { name: string; email: string; password: string }) => call(users.register, { body }),
    onSent: signIn,
    explain: newPasswordProblemsIn,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const typed = new FormData(event.currentTarget)
    const password = readPasswordTwice(typed, showProblems)
    if (password !== null)
      sending.mutate({ name: textOf(typed, 'name'), email: textOf(typed, 'email'), password })
  }
  return (
    <form {...form} method="post" onSubmit={submit}>
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        problem={problems.name}
        data-missing="Tell us your name."
        required
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        problem={problems.email}
        data-missing="Enter your email."
        required
      />
      <PasswordTwice label="Password" problems={problems} required />
      <FormProblem of={problems} />
      <div className={styles.actions}>
        <SubmitButton busy={sending.isPending}>Register</SubmitButton>
        <p className={styles.other}>
          Already have an account? <Link to={withRedirect('/login', target)}>Sign in</Link>
        </p>
      </div>
    </form>
  )
}
