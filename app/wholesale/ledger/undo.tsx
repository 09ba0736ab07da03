import { useState, type FormEvent } from 'react'
import { ledger } from '#shared/wholesale/api/ledger.ts'
import { call } from '#app/platform/api/call.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'

/** Takes back a payment that was recorded by hand, with a reason. */
export function Undo({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const undoing = useChange(
    () => call(ledger.undo, { params: { id }, body: { reason } }),
    'ledgers',
    'invoices',
  )
  if (!isOpen)
    return (
      <Button look="quiet" onClick={() => setOpen(true)} aria-label={`Take back: ${name}`}>
        Take back
      </Button>
    )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!undoing.isPending) undoing.mutate()
  }
  return (
    <form onSubmit={submit} className="stack-1">
      <Field
        label="Reason"
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        maxLength={200}
        required
      />
      <Button type="submit" look="line" busy={undoing.isPending}>
        Take it back
      </Button>
    </form>
  )
}
