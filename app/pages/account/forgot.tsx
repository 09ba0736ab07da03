import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { account } from '#shared/api/account.ts'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormProblem } from './form-problem.tsx'
import { textOf } from '../../ui/form-text.ts'
import { Said } from './said.tsx'
import { SignPage } from './sign-page.tsx'
import styles from './sign-page.module.css'
import { SubmitButton } from './submit-button.tsx'
import { useAccountForm } from './use-account-form.ts'

const caption = { place: 'Meanwhile', notes: 'an espresso, walnut' }

export default function Forgot() {
  return (
    <SignPage title="Forgot your password?" subtitle="It happens." picture={cup} caption={caption} forAll>
      {() => <ForgotForm />}
    </SignPage>
  )
}

function ForgotForm() {
  const { sending, problems, form } = useAccountForm({
    send: (body: { email: string }) => call(account.forgot, { body }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    sending.mutate({ email: textOf(new FormData(event.currentTarget), 'email') })
  }
  if (sending.isSuccess) return <Asked message={sending.data.message} again={sending.reset} />
  return (
    <form {...form} method="post" onSubmit={submit}>
      <p>Tell us the e-mail address of your account, and we send a link there by which you set a new one.</p>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        problem={problems.email}
        data-missing="Enter the email of your account."
        required
      />
      <FormProblem of={problems} />
      <div className={styles.actions}>
        <SubmitButton busy={sending.isPending}>Send the link</SubmitButton>
        <p className={styles.other}>
          It came back to you? <Link to="/login">Sign in</Link>
        </p>
      </div>
    </form>
  )
}

function Asked({ message, again }: { message: string; again: () => void }) {
  return (
    <Said words={`${message}.`}>
      <p>Nothing there? Look among the spam, or see whether the address was the right one.</p>
      <div className={styles.actions}>
        <Button look="line" onClick={again}>
          Ask again
        </Button>
        <p className={styles.other}>
          <Link to="/login">Back to the sign-in</Link>
        </p>
      </div>
    </Said>
  )
}
