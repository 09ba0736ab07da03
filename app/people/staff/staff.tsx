import { useQuery } from '@tanstack/react-query'
import { staff } from '#shared/people/api/staff.ts'
import { ROLE_TEXTS, STAFF_ROLES } from '#shared/kernel/roles.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Table } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminLoading } from '#app/platform/admin/admin-page.tsx'
import { Invitations } from './invitations.tsx'
import { InviteForm } from './invite-form.tsx'
import { memberColumns } from './members.tsx'
import { RequiredFactor } from './required-factor.tsx'
import styles from './staff.module.css'

/** The Staff page, for owners: who has which role, and invitations. */
export default function Staff() {
  return <AdminPage title="Staff">{(user) => <Members self={user._id} />}</AdminPage>
}

function Members({ self }: { self: string }) {
  const answer = useQuery(ask(staff.list, {}))
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
              <dd>{ROLE_TEXTS[role].does}</dd>
            </div>
          ))}
        </dl>
        <p>A changed role takes effect immediately. A member without a role is signed out.</p>
      </section>
    </div>
  )
}
