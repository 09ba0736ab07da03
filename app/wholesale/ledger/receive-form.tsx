import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import { ledger, type AccountLedger } from '#shared/wholesale/api/ledger.ts'
import { RECEIPT_KINDS, RECEIPT_NAMES, type HandKind } from '#shared/wholesale/papers.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { call, CallError } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { useSendOnce } from '#app/platform/api/send-once.ts'
import { Alert } from '#app/platform/ui/alert.tsx'
import { Button } from '#app/platform/ui/button.tsx'
import { CheckField } from '#app/platform/ui/check-field.tsx'
import { Field, SelectField } from '#app/platform/ui/field.tsx'
import { toast } from '#app/platform/ui/toast.tsx'

type Typed = {
  kind: HandKind
  amount: string
  receivedOn: string
  reference: string
  note: string
  isDeposit: boolean
}

/**
 * Records a check, a transfer or cash. It pays the oldest invoices first, if staff do not choose. From the page of an invoice
 * (`?invoice=`), it proposes to pay that one.
 */
export function ReceiveForm({ data }: { data: AccountLedger }) {
  const { today } = useBusiness()
  const [query, setQuery] = useSearchParams()
  const wanted = data.open.find(({ _id }) => _id === query.get('invoice'))
  const begin = wanted?.open.toFixed(2) ?? ''
  const [typed, setTyped] = useState(() => empty(today, begin))
  const [parts, setParts] = useState<Record<string, string> | null>(wanted ? { [wanted._id]: begin } : null)
  const receiving = useReceive(data._id, () => {
    setTyped(empty(today))
    setParts(null)
    setQuery({}, { replace: true })
  })
  const send = (isSure: boolean) => {
    if (!receiving.isPending) receiving.mutate({ ...bodyOf(typed, parts), isSure })
  }
  const isTwice = receiving.error instanceof CallError && receiving.error.data.code === 'twice'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send(false)
  }
  return (
    <form onSubmit={submit} className="stack-2 measure-form" aria-labelledby="receive">
      <h2 id="receive">Record a payment</h2>
      <Fields typed={typed} set={(change) => setTyped((before) => ({ ...before, ...change }))} />
      {typed.isDeposit ? null : (
        <PaidInvoices data={data} cents={centsOf(typed.amount)} parts={parts} setParts={setParts} />
      )}
      {receiving.error ? <Alert tone="danger">{receiving.error.message}</Alert> : null}
      <div className="row-1-2">
        <Button type="submit" busy={receiving.isPending}>
          Record it
        </Button>
        {isTwice ? (
          <Button look="line" onClick={() => send(true)}>
            It is another one
          </Button>
        ) : null}
      </div>
    </form>
  )
}

function Fields({ typed, set }: { typed: Typed; set: (change: Partial<Typed>) => void }) {
  return (
    <>
      <SelectField
        label="Paid by"
        value={typed.kind}
        unmarked
        onChange={({ target }) => set({ kind: target.value as HandKind })}
      >
        {RECEIPT_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {RECEIPT_NAMES[kind]}
          </option>
        ))}
      </SelectField>
      <Field
        label="Amount in dollars"
        inputMode="decimal"
        value={typed.amount}
        onChange={({ target }) => set({ amount: target.value })}
        maxLength={12}
        required
      />
      <Field
        label={typed.kind === 'check' ? 'Number of the check' : 'Reference'}
        value={typed.reference}
        onChange={({ target }) => set({ reference: target.value })}
        maxLength={80}
      />
      <Field
        label="Received on"
        type="date"
        value={typed.receivedOn}
        onChange={({ target }) => set({ receivedOn: target.value })}
        required
      />
      <Field
        label="Note"
        value={typed.note}
        onChange={({ target }) => set({ note: target.value })}
        maxLength={200}
      />
      <CheckField
        label="A deposit: it pays the next invoices, and none that is open"
        checked={typed.isDeposit}
        onChange={({ target }) => set({ isDeposit: target.checked })}
      />
    </>
  )
}

/** Which invoices are paid: the oldest first, until staff change an amount. */
function PaidInvoices({
  data,
  cents,
  parts,
  setParts,
}: {
  data: AccountLedger
  cents: number
  parts: Record<string, string> | null
  setParts: (parts: Record<string, string> | null) => void
}) {
  if (data.open.length === 0)
    return <p className="soft">Nothing is open, so it becomes credit of the account.</p>
  const shown = parts ?? oldestFirst(data, cents)
  const given = Object.values(shown).reduce((sum, text) => sum + centsOf(text), 0)
  const left = cents - given
  return (
    <fieldset className="stack-1">
      <legend className="label">Pays</legend>
      {data.open.map(({ _id, number, dueOn, open }) => (
        <Field
          key={_id}
          label={`${number}, ${formatDollars(open)} due ${formatDate(dueOn, 'shortMonthDay')}`}
          inputMode="decimal"
          unmarked
          value={shown[_id] ?? ''}
          onChange={({ target }) => setParts({ ...shown, [_id]: target.value })}
        />
      ))}
      <p role="status">
        {left < 0
          ? `The invoices get ${formatDollars(toDollars(-left))} more than was paid.`
          : left > 0
            ? `${formatDollars(toDollars(left))} becomes credit of the account.`
            : ''}
      </p>
      {parts ? (
        <Button look="quiet" onClick={() => setParts(null)}>
          Oldest first again
        </Button>
      ) : null}
    </fieldset>
  )
}

function oldestFirst({ open }: AccountLedger, cents: number): Record<string, string> {
  let left = cents
  return Object.fromEntries(
    open.map((invoice) => {
      const part = Math.min(left, toCents(invoice.open))
      left -= part
      return [invoice._id, part > 0 ? toDollars(part).toFixed(2) : '']
    }),
  )
}

function useReceive(id: string, onDone: () => void) {
  const client = useQueryClient()
  const sendOnce = useSendOnce()
  return useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf> & { isSure: boolean }) =>
      sendOnce(body, (idempotencyKey) => call(ledger.receive, { params: { id }, body }, { idempotencyKey })),
    onSuccess: (now) => {
      client.setQueryData(ask(ledger.account, { params: { id } }).queryKey, now)
      toast.success('Payment recorded')
      onDone()
      return refresh(client, 'invoices')
    },
  })
}

function bodyOf(typed: Typed, parts: Record<string, string> | null) {
  const { amount, ...rest } = typed
  const chosen = Object.entries(parts ?? {}).flatMap(([id, text]) =>
    centsOf(text) > 0 ? [{ id, amount: toDollars(centsOf(text)) }] : [],
  )
  return {
    ...rest,
    amount: toDollars(centsOf(amount)),
    ...(parts && !typed.isDeposit ? { invoices: chosen } : {}),
  }
}

/** What was typed, in cents; 0 if it is no amount. */
function centsOf(text: string): number {
  const amount = Number(text.replace(/[$,\s]/g, ''))
  return Number.isFinite(amount) && amount > 0 ? toCents(amount) : 0
}

const empty = (receivedOn: string, amount = ''): Typed => ({
  kind: 'check',
  amount,
  receivedOn,
  reference: '',
  note: '',
  isDeposit: false,
})
