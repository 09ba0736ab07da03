import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { invoices, MAX_DISPUTE, type Invoice } from '#shared/wholesale/api/invoices.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field, TextareaField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './ledger.module.css'

/** A dispute, or the day until which payment is promised: both stop the reminders. */
export function NoteForm({ invoice }: { invoice: Invoice }) {
  const client = useQueryClient()
  const [dispute, setDispute] = useState(invoice.dispute)
  const [promisedOn, setPromisedOn] = useState(invoice.promisedOn ?? '')
  const saving = useMutation({
    mutationFn: () =>
      call(invoices.note, { params: { id: invoice._id }, body: { dispute, promisedOn: promisedOn || null } }),
    onSuccess: () => {
      toast.success('Saved')
      return refresh(client, 'invoices')
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <Disclosure summary="Dispute or promise" name="invoice-change">
      <form onSubmit={submit} className={`stack-2 ${styles.form}`}>
        <p>
          Reminders stop while something is disputed, and until the promised day. Neither counts for the hold.
        </p>
        <TextareaField
          label="Dispute"
          value={dispute}
          onChange={({ target }) => setDispute(target.value)}
          rows={2}
          maxLength={MAX_DISPUTE}
        />
        <Field
          label="Payment promised by"
          type="date"
          value={promisedOn}
          onChange={({ target }) => setPromisedOn(target.value)}
        />
        {saving.error ? <Alert tone="danger">{saving.error.message}</Alert> : null}
        <Button type="submit" look="line" busy={saving.isPending}>
          Save
        </Button>
      </form>
    </Disclosure>
  )
}
