import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useEffect, useRef } from 'react'
import { counted } from '#shared/kernel/counts.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { factors } from '#shared/people/api/factors.ts'
import { NotLoaded } from '#app/platform/ui/not-loaded.tsx'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import cards from '#app/platform/account-forms/addresses.module.css'
import { useChange } from '#app/platform/ui/use-change.ts'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { FormProblem } from '#app/platform/account-forms/account-page.tsx'
import { useAccountForm } from '#app/platform/account-forms/use-account-form.ts'
import { saveBlob } from '#app/platform/api/save-file.ts'
import styles from './security.module.css'

/** The authenticator app of the account, and its recovery codes. */
export function SecondFactor() {
  const answer = useQuery(ask(factors.mine, {}))
  return (
    <section className={`stack-3 packed may-shrink ${styles.group}`} aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      <p>
        With an authenticator app, you need your password and a code from the app to sign in. A passkey needs
        no code.
      </p>
      {answer.data ? (
        <Factor of={answer.data} />
      ) : (
        <NotLoaded of={answer} what="your second factor" lines={1} />
      )}
    </section>
  )
}

function Factor({ of: mine }: { of: Reply<typeof factors.mine> }) {
  const client = useQueryClient()
  const [codes, setCodes] = useState<string[] | null>(null)
  const show = (made: string[]) => {
    setCodes(made)
    return refresh(client, 'factors', 'users')
  }
  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />
  return mine.appSince === null ? (
    <>
      {mine.needsConfirmedEmail ? null : <Start onCodes={show} />}
      {mine.isRequired && mine.passkeys > 0 ? <CodesForPasskeys of={mine} onCodes={show} /> : null}
    </>
  ) : (
    <App since={mine.appSince} of={mine} onCodes={show} />
  )
}

type CodesProps = { onCodes: (codes: string[]) => Promise<void> }

function Start({ onCodes }: CodesProps) {
  const start = useMutation({
    mutationFn: () => call(factors.startApp, {}),
    onMutate: () => toast.dropErrors(),
    onError: (error) => toast.error(error.message),
  })
  if (start.data) return <AppSetup app={start.data} onCodes={onCodes} onCancel={() => start.reset()} />
  return (
    <p>
      <Button look="line" busy={start.isPending} onClick={() => start.mutate()}>
        Set up an authenticator app
      </Button>
    </p>
  )
}

function App({
  since,
  of: { codesLeft },
  onCodes,
}: CodesProps & { since: string; of: Reply<typeof factors.mine> }) {
  const formatDate = useFormatDate()
  const remove = useChange(() => call(factors.removeApp, {}), 'factors')
  const renew = useNewCodes(onCodes)
  return (
    <div className={`stack-3 ${cards.list}`}>
      <div className={`stack-2 ${cards.address}`}>
        <div className="stack-1">
          <p className={`flex wraps align-baseline ${cards.label}`}>Authenticator app</p>
          <p>Set up {formatDate(since, 'dayAndTime')}</p>
          <p>{counted(codesLeft, 'recovery code left', 'recovery codes left')}</p>
        </div>
        <div className="row-0-3 align-middle">
          <Button
            look="quiet"
            busy={renew.isPending}
            onClick={() => {
              if (window.confirm('Make new recovery codes? The old ones stop working.')) renew.mutate()
            }}
          >
            Make new recovery codes
          </Button>
          <Button
            look="quiet"
            busy={remove.isPending}
            aria-label="Remove the authenticator app"
            onClick={() => {
              if (window.confirm('Remove the app? Signing in then needs only the password.')) remove.mutate()
            }}
          >
            Remove
          </Button>
        </div>
      </div>
    </div>
  )
}

/** For staff with only passkeys: without recovery codes, a lost device needs the help of an owner. */
function CodesForPasskeys({ of: { codesLeft }, onCodes }: CodesProps & { of: Reply<typeof factors.mine> }) {
  const make = useNewCodes(onCodes)
  return (
    <>
      <p>
        {codesLeft > 0
          ? `You have ${counted(codesLeft, 'recovery code', 'recovery codes')} left, for a lost passkey.`
          : 'If you lose your passkeys, a recovery code signs you in with your password.'}
      </p>
      <p>
        <Button look="line" busy={make.isPending} onClick={() => make.mutate()}>
          Make new recovery codes
        </Button>
      </p>
    </>
  )
}

function useNewCodes(onCodes: CodesProps['onCodes']) {
  return useMutation({
    mutationFn: () => call(factors.newCodes, {}),
    onMutate: () => toast.dropErrors(),
    onSuccess: ({ codes }) => onCodes(codes),
    onError: (error) => toast.error(error.message),
  })
}

type Props = {
  app: Reply<typeof factors.startApp>
  onCodes: (codes: string[]) => Promise<void>
  onCancel: () => void
}

/** The QR code and the secret for an authenticator app, and the field for its first code. */
function AppSetup({ app, onCodes, onCancel }: Props) {
  const { sending, problems, form } = useAccountForm({
    read: (typed) => textOf(typed, 'code'),
    send: (code: string) => call(factors.confirmApp, { body: { code } }),
    onSent: ({ codes }) => onCodes(codes),
  })
  return (
    <div className={styles.setup}>
      <img
        src={app.picture}
        alt="QR code for the authenticator app. The key beside it is the same."
        width={240}
        height={240}
        className={styles.code}
      />
      <form {...form} className={`stack-2 ${styles.steps}`}>
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

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const download = () => {
    const lines = [`Recovery codes for ${window.location.host}. Each works once.`, '', ...codes, '']
    saveBlob(new Blob([lines.join('\r\n')], { type: 'text/plain' }), 'recovery-codes.txt')
  }
  return (
    <div className={`stack-2 pad-3 box mat ${styles.codes}`}>
      <h3 ref={heading} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>
        If you lose your phone, you can sign in with your password and one of these codes. Each works once.
        They are shown only now: print them, or keep them in your password manager.
      </p>
      <ol className={styles.codeList}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="cluster screen-only">
        <Button look="line" onClick={download}>
          Download
        </Button>
        <Button look="line" onClick={() => window.print()}>
          Print
        </Button>
        <Button onClick={onDone}>I have saved them</Button>
      </div>
    </div>
  )
}
