import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { factors } from '#shared/people/api/factors.ts'
import { settings, type RequiredFactor as Saved } from '#shared/platform/api/settings.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Skeleton } from '#app/platform/ui/skeleton.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

/** The setting that staff must use a second factor. */
export function RequiredFactor() {
  const answer = useQuery(ask(settings.signIn, {}))
  return (
    <section className="stack-3 measure-wide" aria-labelledby="second-factor">
      <h2 id="second-factor">Second factor</h2>
      {answer.data ? (
        <Setting of={answer.data} />
      ) : answer.isError ? (
        <LoadError error={answer.error} retry={answer.refetch} />
      ) : (
        <Skeleton height="4rem" />
      )}
    </section>
  )
}

function Setting({ of: { isRequired, ownersFrom, version } }: { of: Saved }) {
  const client = useQueryClient()
  const mine = useQuery(ask(factors.mine, {})).data
  // Shown immediately, until the saved value arrives.
  const [wanted, setWanted] = useState<boolean | null>(null)
  const save = useMutation({
    mutationFn: (isOn: boolean) => call(settings.saveSignIn, { body: { isRequired: isOn, version } }),
    onMutate: () => toast.dropErrors(),
    onSuccess: (saved) =>
      toast.success(saved.isRequired ? 'Staff must use a second factor' : 'The second factor is optional'),
    onError: (error) => toast.error(error.message),
    onSettled: async () => {
      await refresh(client, 'settings', 'factors')
      setWanted(null)
    },
  })
  const hasNone = mine?.appSince === null && mine.passkeys === 0
  return (
    <>
      <CheckField
        label="Staff must use a second factor"
        hint="A passkey, or an authenticator app in addition to the password. This applies from the next sign-in: staff without a second factor set one up first."
        checked={wanted ?? isRequired}
        aria-disabled={save.isPending}
        onChange={({ target }) => {
          if (save.isPending) return
          setWanted(target.checked)
          save.mutate(target.checked)
        }}
      />
      {ownersFrom ? (
        <p>
          Owners need one from {formatDate(ownersFrom, 'dayAndTime')}.{' '}
          {hasNone ? <Link to="/profile/security">Set up yours</Link> : null}
        </p>
      ) : null}
    </>
  )
}
