import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, type FormEvent } from 'react'
import type { Invoice } from '#shared/wholesale/api/invoices.ts'
import { ledger } from '#shared/wholesale/api/ledger.ts'
import { call } from '#app/platform/api/call.ts'
import { refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Disclosure } from '#app/platform/ui/disclosure.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import styles from './ledger.module.css'

/** Writes a credit note for pieces and delivery of an invoice. */
export function CreditForm({ invoice }: { invoice: Invoice }) {
  const client = useQueryClient()
  const sendOnce = useSendOnce()
  const form = useRef<HTMLFormElement>(null)
  const writing = useMutation({
    mutationFn: (typed: FormData) => {
      const body = bodyOf(typed, invoice)
      return sendOnce(body, (idempotencyKey) =>
        call(ledger.credit, { params: { id: invoice._id }, body }, { idempotencyKey }),
      )
    },
    onSuccess: () => {
      toast.success('Credit note written')
      form.current?.reset()
      return Promise.all([refresh(client, 'invoices'), refresh(client, 'ledgers')])
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!writing.isPending) writing.mutate(new FormData(event.currentTarget))
  }
  return (
    <Disclosure summary="Write a credit note" name="invoice-change">
      <form ref={form} onSubmit={submit} className={`stack-2 ${styles.form}`}>
        <p>
          What is open of this invoice is credited first. The rest becomes credit of the account.
          {invoice.formerTotal === null ? ' Tax goes back in proportion.' : ''}
        </p>
        {invoice.lines.map(({ line, name, qty, credited }) =>
          qty > credited ? (
            <Field
              key={line}
              label={`${name}: pieces of ${qty - credited}`}
              name={`line-${line}`}
              type="number"
              min={0}
              max={qty - credited}
              defaultValue={0}
              required
            />
          ) : null,
        )}
        {invoice.formerTotal === null ? null : (
          <Field label="Amount in dollars" name="amount" inputMode="decimal" required />
        )}
        {invoice.shipping > 0 ? (
          <Field label="Delivery in dollars" name="shipping" inputMode="decimal" defaultValue="0" required />
        ) : null}
        <Field label="Reason" name="reason" maxLength={200} required />
        {invoice.formerTotal === null ? (
          <CheckField label="The goods go back into stock" name="isBack" />
        ) : null}
        {writing.error ? <Alert tone="danger">{writing.error.message}</Alert> : null}
        <Button type="submit" look="line" busy={writing.isPending}>
          Write the credit note
        </Button>
      </form>
    </Disclosure>
  )
}

function bodyOf(typed: FormData, { lines }: Invoice) {
  return {
    lines: lines.flatMap(({ line }) => {
      const qty = Number(textOf(typed, `line-${line}`)) || 0
      return qty > 0 ? [{ line, qty }] : []
    }),
    shipping: Number(textOf(typed, 'shipping')) || 0,
    amount: Number(textOf(typed, 'amount')) || 0,
    reason: textOf(typed, 'reason'),
    isBack: typed.get('isBack') !== null,
  }
}
