/** Asks for the password or a passkey before a sensitive action, and lets the action go on. Everything typed on the page stays. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { Body } from '#shared/api/endpoint.ts'
import { account } from '#shared/api/account.ts'
import { passkeys } from '#shared/api/passkeys.ts'
import { call, CallError, onProofNeeded } from '../../api/call.ts'
import { ask } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../../ui/form-text.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { FormProblem } from './form-problem.tsx'
import styles from './proof-dialog.module.css'
import { problemsIn, useAccountForm } from './use-account-form.ts'

export function ProofDialog() {
  const { answer, settle } = useAsked()
  return answer ? <Dialog onDone={settle} /> : null
}

/** While a proof is needed, `answer` is set; `settle` says whether there is one. Calls at the same time share a dialog. */
function useAsked() {
  const [answer, setAnswer] = useState<Promise<boolean> | null>(null)
  const resolve = useRef<((isProven: boolean) => void) | null>(null)
  const asked = useRef<Promise<boolean> | null>(null)
  const settle = (isProven: boolean) => {
    resolve.current?.(isProven)
    asked.current = null
    setAnswer(null)
  }
  useEffect(() => {
    const stop = onProofNeeded(() => {
      asked.current ??= new Promise<boolean>((done) => (resolve.current = done))
      setAnswer(asked.current)
      return asked.current
    })
    return () => {
      stop()
      resolve.current?.(false)
    }
  }, [])
  return { answer, settle }
}

function Dialog({ onDone }: { onDone: (isProven: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const hasPasskey = (useQuery(ask(passkeys.list, {})).data?.passkeys.length ?? 0) > 0
  const { sending, problems, form } = useAccountForm({
    send: async (password: string | null) =>
      call(account.prove, { body: password === null ? await passkeyProof() : { password } }),
    onSent: () => onDone(true),
    explain: (error) =>
      error instanceof CallError && error.data.needs === 'currentPassword'
        ? { password: 'The password is not right.' }
        : problemsIn(error),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The dialog may be inside of another form.
    event.stopPropagation()
    if (!sending.isPending) sending.mutate(textOf(new FormData(event.currentTarget), 'password'))
  }
  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby="proof" onClose={() => onDone(false)}>
      <form {...form} method="post" onSubmit={submit} className={styles.form}>
        <h2 id="proof">Is it you?</h2>
        <p>
          {hasPasskey
            ? 'This step needs your password or a passkey, because you signed in a while ago.'
            : 'This step needs your password, because you signed in a while ago.'}
        </p>
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          problem={problems.password}
          data-missing="Enter your password."
          required
        />
        <FormProblem of={problems} />
        <div className={styles.actions}>
          <Button type="submit" busy={sending.isPending}>
            Go on
          </Button>
          {hasPasskey ? (
            <Button look="line" busy={sending.isPending} onClick={() => sending.mutate(null)}>
              Use a passkey
            </Button>
          ) : null}
          <Button look="quiet" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
        </div>
      </form>
    </dialog>
  )
}

async function passkeyProof(): Promise<Body<typeof account.prove>> {
  const { askForPasskey } = await import('./passkey.ts')
  return { passkey: await askForPasskey() }
}
