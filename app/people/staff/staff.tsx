import type { Reply } from '#shared/platform/api/endpoint.ts'
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { staff } from '#shared/people/api/staff.ts'
import { ROLE_TEXTS, workOf } from '#shared/kernel/role-texts.ts'
import { STAFF_ROLES } from '#shared/kernel/roles.ts'
import { factors } from '#shared/people/api/factors.ts'
import { settings } from '#shared/platform/api/settings.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { usePart } from '#app/platform/api/business.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Table } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { call } from '#app/platform/api/call.ts'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Skeleton } from '#app/platform/ui/skeleton.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { Invitations, InviteForm } from './invitations.tsx'
import { memberColumns } from './members.tsx'
import styles from './staff.module.css'

/** The Staff page, for owners: who has which role, and invitations. */
export default function Staff() {
  return <AdminPage>{(user) => <Members self={user._id} />}</AdminPage>
}

function Members({ self }: { self: string }) {
  const answer = useQuery(ask(staff.list, {}))
  const hasPickup = usePart('pickup') !== 'off'
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) {
    return <AdminLoading what="staff" />
  }
  const { staff: members, invitations } = answer.data
  return (
    <div className="stack-6">
      <Table label="Staff" columns={memberColumns(self)} rows={members} keyOf={({ _id }) => _id} />
      {invitations.length > 0 ? <Invitations of={invitations} /> : null}
      <InviteForm />
      <RequiredFactor />
      <section className="stack-3 measure-wide" aria-labelledby="roles">
        <h2 id="roles">Roles</h2>
        <dl className={`stack-2 ${styles.roles}`}>
          {STAFF_ROLES.map((role) => (
            <div key={role}>
              <dt>{ROLE_TEXTS[role].name}</dt>
              <dd>{workOf(role, hasPickup)}</dd>
            </div>
          ))}
        </dl>
        <p>A changed role takes effect immediately. A member without a role is signed out.</p>
      </section>
    </div>
  )
}

/** The setting that staff must use a second factor. */
function RequiredFactor() {
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

function Setting({ of: { isRequired, ownersFrom, version } }: { of: Reply<typeof settings.signIn> }) {
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
