import { useQueryClient } from '@tanstack/react-query'
import { staff, type Invitation } from '#shared/people/api/staff.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ROLE_TEXTS } from '#shared/kernel/role-texts.ts'
import { STAFF_ROLES, type StaffRole } from '#shared/kernel/roles.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { useChange } from '#app/platform/ui/use-change.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Email } from '#app/platform/ui/email.tsx'
import { RowActions, Table, type Column } from '#app/platform/ui/table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { FormProblem } from '#app/platform/account-forms/account-page.tsx'
import { useAccountForm } from '#app/platform/account-forms/use-account-form.ts'
import styles from './staff.module.css'

/** The invitations that are not accepted yet. */
export function Invitations({ of: invitations }: { of: Invitation[] }) {
  return (
    <section className="stack-3 measure-wide" aria-labelledby="invitations">
      <h2 id="invitations">Invited</h2>
      <Table label="Invitations" columns={COLUMNS} rows={invitations} keyOf={({ _id }) => _id} />
    </section>
  )
}

const COLUMNS: Column<Invitation>[] = [
  { name: 'EMAIL', rowHeader: true, title: true, of: ({ email }) => <Email>{email}</Email> },
  { name: 'ROLE', inline: true, of: ({ role }) => ROLE_TEXTS[role].name },
  {
    name: 'LINK',
    of: ({ expiresAt, isExpired }) =>
      `${isExpired ? 'expired' : 'works until'} ${formatDate(expiresAt, 'dayAndTime')}`,
  },
  { name: 'ACTIONS', hideName: true, wide: true, of: (invitation) => <Actions of={invitation} /> },
]

function Actions({ of: { _id: id, email } }: { of: Invitation }) {
  const resend = useChange(() => call(staff.resend, { params: { id } }), 'staff')
  const withdraw = useChange(() => call(staff.withdraw, { params: { id } }), 'staff')
  return (
    <RowActions>
      <Button
        look="quiet"
        busy={resend.isPending}
        aria-label={`Send the link again to ${email}`}
        onClick={() => resend.mutate()}
      >
        Send again
      </Button>
      <Button
        look="quiet"
        busy={withdraw.isPending}
        aria-label={`Withdraw the invitation of ${email}`}
        onClick={() => withdraw.mutate()}
      >
        Withdraw
      </Button>
    </RowActions>
  )
}

/** Mails an invitation to the staff. After an error, the form keeps its input. */
export function InviteForm() {
  const client = useQueryClient()
  const { sending, problems, form } = useAccountForm({
    read: (typed) => ({ email: textOf(typed, 'email'), role: textOf(typed, 'role') as StaffRole }),
    send: (body: Body<typeof staff.invite>) => call(staff.invite, { body }),
    onSent: ({ message }) => {
      toast.success(message)
      form.ref.current?.reset()
      return refresh(client, 'staff')
    },
  })
  return (
    <section className="stack-3 measure-wide" aria-labelledby="invite">
      <h2 id="invite">Invite a staff member</h2>
      <form {...form} className="stack-3 measure-wide">
        <div className={`stack-3 ${styles.fields}`}>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="off"
            problem={problems.email}
            data-missing="Enter the email of the new member."
            required
          />
          <SelectField label="Role" name="role" defaultValue="packer" problem={problems.role} required>
            {STAFF_ROLES.map((role) => (
              <option key={role} value={role}>
                {ROLE_TEXTS[role].name}
              </option>
            ))}
          </SelectField>
        </div>
        <FormProblem of={problems} />
        <p>
          <Button type="submit" busy={sending.isPending}>
            Send the invitation
          </Button>
        </p>
      </form>
    </section>
  )
}
