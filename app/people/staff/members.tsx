import { Link } from 'react-router'
import { staff, type StaffMember } from '#shared/people/api/staff.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { users } from '#shared/people/api/users.ts'
import { ROLE_TEXTS } from '#shared/kernel/role-texts.ts'
import { STAFF_ROLES, type StaffRole } from '#shared/kernel/roles.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Select } from '#app/platform/ui/field.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { RowActions, type Column } from '#app/platform/ui/table.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import styles from './staff.module.css'

/** The columns of the list of staff. @param self the id of the signed-in owner */
export function memberColumns(self: string): Column<StaffMember>[] {
  return [
    {
      name: 'NAME',
      rowHeader: true,
      title: true,
      of: ({ _id, name, email }) => (
        <span className={styles.member}>
          <span>
            {name}
            {_id === self ? <span className="soft"> (you)</span> : null}
          </span>
          <span className="soft">
            <Email>{email}</Email>
          </span>
        </span>
      ),
    },
    { name: 'ROLE', of: (member) => <Role of={member} isSelf={member._id === self} /> },
    { name: 'LAST SEEN', of: ({ seenAt }) => (seenAt ? formatDate(seenAt, 'dayAndTime') : 'not signed in') },
    {
      name: 'SECOND FACTOR',
      inline: true,
      of: ({ _id, hasFactor }) =>
        hasFactor ? 'Yes' : _id === self ? <Link to="/profile/security">Set up yours</Link> : 'None',
    },
    {
      name: 'ACTIONS',
      hideName: true,
      wide: true,
      align: 'end',
      of: (member) =>
        member._id === self ? null : (
          <RowActions>
            {member.hasFactor ? <RemoveFactor member={member} /> : null}
            <Remove member={member} />
          </RowActions>
        ),
    },
  ]
}

function useRoleChange({ _id: id }: StaffMember) {
  return useChange(
    (role: StaffRole | null) => call(staff.setRole, { params: { id }, body: { role } }),
    'staff',
    'users',
  )
}

/** The role of a member, which another owner can change. */
function Role({ of: member, isSelf }: { of: StaffMember; isSelf: boolean }) {
  const change = useRoleChange(member)
  if (isSelf) return ROLE_TEXTS[member.role].name
  return (
    <Select
      aria-label={`Role of ${member.name}`}
      value={change.isPending ? (change.variables ?? member.role) : member.role}
      aria-disabled={change.isPending}
      onChange={(event) => {
        if (!change.isPending) change.mutate(event.target.value as StaffRole)
      }}
    >
      {STAFF_ROLES.map((role) => (
        <option key={role} value={role}>
          {ROLE_TEXTS[role].name}
        </option>
      ))}
    </Select>
  )
}

function Remove({ member }: { member: StaffMember }) {
  const change = useRoleChange(member)
  return (
    <Button
      look="quiet"
      busy={change.isPending}
      aria-label={`Remove ${member.name} from the staff`}
      onClick={() => {
        if (window.confirm(`Remove ${member.name} from the staff? The account stays.`)) change.mutate(null)
      }}
    >
      Remove
    </Button>
  )
}

/** For members who have lost their phone. */
function RemoveFactor({ member: { _id: id, name } }: { member: StaffMember }) {
  const remove = useChange(() => call(users.removeFactors, { params: { id } }), 'staff')
  return (
    <Button
      look="quiet"
      busy={remove.isPending}
      aria-label={`Remove the second factor of ${name}`}
      onClick={() => {
        const question = `Remove the authenticator app and the passkeys of ${name}? The password does not change.`
        if (window.confirm(question)) remove.mutate()
      }}
    >
      Remove second factor
    </Button>
  )
}
