import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { staff } from '#shared/people/api/staff.ts'
import { ROLE_TEXTS, STAFF_ROLES, type StaffRole } from '#shared/kernel/roles.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { FormProblem } from '#app/platform/account-forms/form-problem.tsx'
import { useAccountForm } from '#app/platform/account-forms/use-account-form.ts'
import styles from './staff.module.css'

/** Mails an invitation to the staff. After an error, the form keeps its input. */
export function InviteForm() {
  const client = useQueryClient()
  const { sending, problems, form } = useAccountForm({
    send: (body: Body<typeof staff.invite>) => call(staff.invite, { body }),
    onSent: ({ message }) => {
      toast.success(message)
      form.ref.current?.reset()
      return refresh(client, 'staff')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const typed = new FormData(event.currentTarget)
    sending.mutate({ email: textOf(typed, 'email'), role: textOf(typed, 'role') as StaffRole })
  }
  return (
    <section className="stack-3 measure-wide" aria-labelledby="invite">
      <h2 id="invite">Invite a staff member</h2>
      <form {...form} method="post" onSubmit={submit} className="stack-3 measure-wide">
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
