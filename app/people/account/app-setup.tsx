import type { FormEvent } from 'react'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { factors } from '#shared/people/api/factors.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { FormProblem } from '#app/platform/account-forms/account-page.tsx'
import styles from './security.module.css'
import { useAccountForm } from '#app/platform/account-forms/use-account-form.ts'

type Props = {
  app: Reply<typeof factors.startApp>
  onCodes: (codes: string[]) => Promise<void>
  onCancel: () => void
}

/** The QR code and the secret for an authenticator app, and the field for its first code. */
export function AppSetup({ app, onCodes, onCancel }: Props) {
  const { sending, problems, form } = useAccountForm({
    send: (code: string) => call(factors.confirmApp, { body: { code } }),
    onSent: ({ codes }) => onCodes(codes),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!sending.isPending) sending.mutate(textOf(new FormData(event.currentTarget), 'code'))
  }
  return (
    <div className={styles.setup}>
      <img
        src={app.picture}
        alt="QR code for the authenticator app. The key beside it is the same."
        width={240}
        height={240}
        className={styles.code}
      />
      <form {...form} method="post" onSubmit={submit} className={`stack-2 ${styles.steps}`}>
        <p>
          Scan the code with the app on your phone. On this device, <a href={app.uri}>open the app</a>, or
          type this key into it:
        </p>
        <p className={styles.secret}>{app.secret.match(/.{1,4}/g)?.join(' ')}</p>
        <Field
          label="Code that the app shows"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          problem={problems.code}
          data-missing="Enter the six digits that the app shows."
          required
        />
        <FormProblem of={problems} />
        <div className="cluster screen-only">
          <Button type="submit" busy={sending.isPending}>
            Turn on
          </Button>
          <Button look="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </div>
  )
}
