import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { ledger } from '#shared/wholesale/api/ledger.ts'
import { settings } from '#shared/platform/api/settings.ts'
import { invoicingFields } from '#shared/platform/settings/invoicing.ts'
import { namesOf } from '#shared/platform/resources/described.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, UNCACHED_FORM } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { ResourceFields, ResourceForm } from '#app/platform/admin/form/resource-form.tsx'
import { useResourceForm } from '#app/platform/admin/form/use-resource-form.ts'

/** How invoices are paid, which mails are sent, and the next number. */
export default function InvoiceSettingsPage() {
  return (
    <AdminPage>
      {(user) => (
        <div className="stack-4 measure-wide">
          <Settings />
          {user.role === 'manager' ? null : <Numbers />}
        </div>
      )}
    </AdminPage>
  )
}

function Settings() {
  const answer = useQuery({ ...ask(settings.invoicing, {}), ...UNCACHED_FORM })
  return (
    <AdminResource answer={answer} what="settings" gone="There are no settings." list="/admin/invoices">
      {(saved) => <SettingsForm saved={saved} reload={() => void answer.refetch()} />}
    </AdminResource>
  )
}

function SettingsForm({ saved, reload }: { saved: Reply<typeof settings.invoicing>; reload: () => void }) {
  const client = useQueryClient()
  const form = useResourceForm({
    what: 'settings',
    fields: invoicingFields,
    saved,
    send: (body) => call(settings.saveInvoicing, { body }),
    onSaved: (now) => {
      client.setQueryData(ask(settings.invoicing, {}).queryKey, now)
      toast.success('Settings saved')
    },
  })
  return (
    <ResourceForm what="settings" form={form} reload={reload} submit="Save">
      <ResourceFields of={invoicingFields} names={namesOf(invoicingFields)} form={form} />
    </ResourceForm>
  )
}

function Numbers() {
  const answer = useQuery(ask(ledger.numbers, {}))
  return (
    <AdminResource answer={answer} what="numbers" gone="There are no numbers." list="/admin/invoices">
      {(numbers) => <NumberForm key={numbers.invoice} numbers={numbers} />}
    </AdminResource>
  )
}

function NumberForm({ numbers }: { numbers: Reply<typeof ledger.numbers> }) {
  const client = useQueryClient()
  const [next, setNext] = useState(String(numbers.invoice))
  const saving = useMutation({
    mutationFn: () => call(ledger.setNumber, { body: { invoice: Number(next) } }),
    onSuccess: (now) => {
      client.setQueryData(ask(ledger.numbers, {}).queryKey, now)
      toast.success('Number saved')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <form onSubmit={submit} className="stack-2 measure-form" aria-labelledby="numbers">
      <h2 id="numbers">Next number</h2>
      <p>
        The next invoice of {numbers.year} is W-{numbers.year}-{String(numbers.invoice).padStart(4, '0')}. You
        can only go up: no number is given twice. Each year begins at 1.
      </p>
      <Field
        label="Number of the next invoice"
        type="number"
        min={numbers.invoice}
        max={9_999_999}
        value={next}
        onChange={({ target }) => setNext(target.value)}
        required
      />
      {saving.error ? <Alert tone="danger">{saving.error.message}</Alert> : null}
      <Button type="submit" look="line" busy={saving.isPending}>
        Save
      </Button>
    </form>
  )
}
