import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { account } from '#shared/api/account.ts'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FormProblem } from './form-problem.tsx'
import { textOf } from '../../ui/form-text.ts'
import { FormResult } from './form-result.tsx'
import { AccountPage } from './account-page.tsx'
import styles from './account-page.module.css'
import { SubmitButton } from './submit-button.tsx'
import { useAccountForm } from './use-account-form.ts'

const caption = { place: 'Meanwhile', notes: 'an espresso, walnut' }

export default function Forgot() {
  return (
    <AccountPage
      title="Forgot your password?"
      subtitle="It happens."
      picture={cup}
      caption={caption}
      allowSignedIn
    >
      {() => <ForgotForm />}
    </AccountPage>
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
  if (sending.isSuccess) return <LinkSent message={sending.data.message} sendAgain={sending.reset} />
  return (
    <form {...form} method="post" onSubmit={submit}>
      <p>Enter the email address of your account, and we send you a link to set a new password.</p>
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
          Remembered it? <Link to="/login">Sign in</Link>
        </p>
      </div>
    </form>
  )
}

function LinkSent({ message, sendAgain }: { message: string; sendAgain: () => void }) {
  return (
    <FormResult text={`${message}.`}>
      <p>No email? Check your spam folder, and check that the address is right.</p>
      <div className={styles.actions}>
        <Button look="line" onClick={sendAgain}>
          Ask again
        </Button>
        <p className={styles.other}>
          <Link to="/login">Back to the sign-in</Link>
        </p>
      </div>
    </FormResult>
  )
}
