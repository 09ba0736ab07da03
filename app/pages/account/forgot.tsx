import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link } from 'react-router'
import { account } from '#shared/api/account.ts'
import cup from '#imagery/photos/gallery_07.jpg?picture'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { textOf } from './form-text.ts'
import { Said } from './said.tsx'
import { SignPage } from './sign-page.tsx'
import styles from './sign-page.module.css'
import { SubmitButton } from './submit-button.tsx'

const caption = { place: 'Meanwhile', notes: 'an espresso, walnut' }

export default function Forgot() {
  return (
    <SignPage title="Forgot your password?" subtitle="It happens." picture={cup} caption={caption} forAll>
      {() => <ForgotForm />}
    </SignPage>
  )
}

function ForgotForm() {
  const asking = useMutation({
    mutationFn: (body: { email: string }) => call(account.forgot, { body }),
    onError: (error) => toast.error(error.message),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (asking.isPending) return
    asking.mutate({ email: textOf(new FormData(event.currentTarget), 'email') })
  }
  if (asking.isSuccess) return <Asked message={asking.data.message} again={asking.reset} />
  return (
    <form method="post" onSubmit={submit}>
      <p>Tell us the e-mail address of your account, and we send a link there by which you set a new one.</p>
      <Field label="Email" name="email" type="email" autoComplete="username" required />
      <div className={styles.actions}>
        <SubmitButton busy={asking.isPending}>Send the link</SubmitButton>
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
