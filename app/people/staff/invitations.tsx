import { useMutation, useQueryClient } from '@tanstack/react-query'
import { staff, type Invitation } from '#shared/people/api/staff.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { ROLE_TEXTS } from '#shared/kernel/roles.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Email, RowActions, Table, type Column } from '#app/platform/ui/table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

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
  const client = useQueryClient()
  const outcome = {
    onSuccess: ({ message }: { message: string }) => toast.success(message),
    onError: (error: Error) => toast.error(error.message),
    onSettled: () => refresh(client, 'staff'),
  }
  const resend = useMutation({ mutationFn: () => call(staff.resend, { params: { id } }), ...outcome })
  const withdraw = useMutation({ mutationFn: () => call(staff.withdraw, { params: { id } }), ...outcome })
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
