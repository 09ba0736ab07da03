import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '#shared/kernel/counts.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { factors } from '#shared/people/api/factors.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useFormatDate } from '#app/platform/orders/dates.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Loading, SkeletonLines } from '#app/platform/ui/skeleton.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AppSetup } from './app-setup.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import cards from '#app/platform/account-forms/addresses.module.css'
import styles from './security.module.css'
import { useChange } from './use-change.ts'

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
      ) : answer.isError ? (
        <LoadError error={answer.error} retry={answer.refetch} />
      ) : (
        <>
          <Loading what="Loading your second factor" />
          <SkeletonLines count={1} height="9rem" />
        </>
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
          <p className={cards.label}>Authenticator app</p>
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
