/**
 * Asks for the password, a passkey or a code before a sensitive action, and then lets the action continue. Everything
 * typed on the page stays.
 */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { account } from '#shared/people/api/account.ts'
import { factors } from '#shared/people/api/factors.ts'
import { call, CallError, onProofNeeded } from '../api/call.ts'
import { ask } from '../api/query.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { textOf } from '../ui/form-text.ts'
import { PasswordField } from '../ui/password-field.tsx'
import type { Problems } from '../ui/use-problems.ts'
import { FormProblem } from './account-page.tsx'
import styles from './proof-dialog.module.css'
import { problemsIn, useAccountForm } from './use-account-form.ts'

export function ProofDialog() {
  const { answer, settle } = useAsked()
  return answer ? <Dialog onDone={settle} /> : null
}

/**
 * While the user is asked, `answer` is set, and `settle` says whether the proof succeeded. Calls at the same time share
 * one dialog.
 */
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
  const mine = useQuery(ask(factors.mine, {})).data
  const hasPasskey = (mine?.passkeys ?? 0) > 0
  const hasApp = (mine?.appSince ?? null) !== null
  const { sending, problems, form } = useProving(() => onDone(true))
  return (
    <dialog
      ref={dialog}
      className={`box mat ${styles.dialog}`}
      aria-labelledby="proof"
      onClose={() => onDone(false)}
    >
      <form
        {...form}
        onSubmit={(event) => {
          // The dialog may be inside another form.
          event.stopPropagation()
          form.onSubmit(event)
        }}
        className="stack-3"
      >
        <h2 id="proof">Is it you?</h2>
        <p>This step needs {WAYS[`${hasPasskey}-${hasApp}`]}, because you signed in a while ago.</p>
        <ProofFields problems={problems} hasApp={hasApp} />
        <div className="row-2 align-middle">
          <Button type="submit" busy={sending.isPending}>
            Go on
          </Button>
          {hasPasskey ? (
            <Button look="line" busy={sending.isPending} onClick={() => sending.mutate('passkey')}>
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

/** The fields for the password and, if the account has an authenticator app, for a code instead. */
function ProofFields({ problems, hasApp }: { problems: Problems; hasApp: boolean }) {
  return (
    <>
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        problem={problems.password}
        data-missing="Enter your password."
        required={!hasApp}
        unmarked
      />
      {hasApp ? (
        <Field
          label="Or a code from your authenticator app"
          name="code"
          autoComplete="one-time-code"
          problem={problems.code}
          unmarked
        />
      ) : null}
      <FormProblem of={problems} />
    </>
  )
}

/** Sends the proof: what was typed, or a passkey. */
function useProving(onProven: () => void) {
  return useAccountForm<Body<typeof account.prove> | 'passkey', { message: string }>({
    read: (typed, showProblems): Body<typeof account.prove> | null => {
      const [password, code] = [textOf(typed, 'password'), textOf(typed, 'code')]
      if (password || code) return code ? { code } : { password }
      showProblems({ password: 'Enter your password.' })
      return null
    },
    send: async (typed: Body<typeof account.prove> | 'passkey') =>
      call(account.prove, { body: typed === 'passkey' ? await passkeyProof() : typed }),
    onSent: onProven,
    explain: (error) => {
      const needs = error instanceof CallError && error.data.needs
      if (needs === 'currentPassword') return { password: 'The password is not right.' }
      return needs === 'code' ? { code: `${error.message}.` } : problemsIn(error)
    },
  })
}

/** The ways to prove one's identity, by whether the account has a passkey and an authenticator app. */
const WAYS: Record<`${boolean}-${boolean}`, string> = {
  'false-false': 'your password',
  'true-false': 'your password or a passkey',
  'false-true': 'your password or a code',
  'true-true': 'your password, a passkey or a code',
}

async function passkeyProof(): Promise<Body<typeof account.prove>> {
  const { askForPasskey } = await import('./passkey.ts')
  return { passkey: await askForPasskey() }
}
