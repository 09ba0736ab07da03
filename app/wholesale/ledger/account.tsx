import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { ledger, type AccountLedger } from '#shared/wholesale/api/ledger.ts'
import { AGES, AGE_NAMES } from '#shared/wholesale/papers.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { LIST } from './paths.ts'
import { ReceiveForm } from './receive-form.tsx'
import { StatementPart } from './statement.tsx'
import { Undo } from './undo.tsx'
import styles from './ledger.module.css'

/** The ledger of one account: what is open, payments by hand, and statements. */
export default function LedgerPage() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(ledger.account, { params: { id } }))
  return (
    <AdminPage
      title="Ledger"
      heading={answer.data?.name ?? 'Ledger'}
      back={{ to: LIST, title: 'Go Back' }}
      access="admin"
    >
      {() => (
        <AdminResource answer={answer} what="ledger" gone="There is no such account." list={LIST}>
          {(data) => <Parts data={data} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Parts({ data }: { data: AccountLedger }) {
  const { open, receipts, ages } = data
  return (
    <div className="stack-4 may-shrink">
      <Sums data={data} />
      {ages.credit > 0 && open.length > 0 ? <UseCredit id={data._id} /> : null}
      <ReceiveForm key={open.map(({ _id, open: rest }) => `${_id} ${rest}`).join()} data={data} />
      {receipts.length > 0 ? (
        <section className="stack-2" aria-labelledby="payments">
          <h2 id="payments">Payments</h2>
          <Table label="Payments" columns={RECEIPTS} rows={receipts} keyOf={({ _id }) => _id} />
        </section>
      ) : null}
      <StatementPart id={data._id} />
    </div>
  )
}

function Sums({ data: { ages, accepted, limit, hold, terms } }: { data: AccountLedger }) {
  return (
    <div className="stack-2">
      {hold ? <p role="status">{hold}.</p> : null}
      <dl className={styles.sums}>
        <dt>Balance</dt>
        <dd>{formatDollars(ages.balance)}</dd>
        {AGES.filter((age) => ages[age] > 0).map((age) => (
          <AgeFact key={age} name={AGE_NAMES[age]} dollars={ages[age]} />
        ))}
        {ages.credit > 0 ? <AgeFact name="Credit" dollars={ages.credit} /> : null}
        {accepted > 0 ? <AgeFact name="Ordered, not billed" dollars={accepted} /> : null}
        <dt>Terms</dt>
        <dd>
          {terms}
          {limit === null ? '' : `, up to ${formatDollars(limit)}`}
        </dd>
      </dl>
    </div>
  )
}

function AgeFact({ name, dollars }: { name: string; dollars: number }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{formatDollars(dollars)}</dd>
    </>
  )
}

function UseCredit({ id }: { id: string }) {
  const client = useQueryClient()
  const using = useMutation({
    mutationFn: () => call(ledger.useCredit, { params: { id } }),
    onSuccess: (now) => {
      client.setQueryData(ask(ledger.account, { params: { id } }).queryKey, now)
      toast.success('Credit used')
      return refresh(client, 'invoices')
    },
    onError: (error) => toast.error(error.message),
  })
  return (
    <Button look="line" busy={using.isPending} onClick={() => using.mutate()}>
      Pay open invoices with the credit
    </Button>
  )
}

type Row = AccountLedger['receipts'][number]

const RECEIPTS: Column<Row>[] = [
  {
    name: 'PAYMENT',
    of: ({ kind, reference, order }) =>
      order ? (
        <Link to={`/order/${order}`}>
          {kind} {reference}
        </Link>
      ) : (
        `${kind} ${reference}`
      ),
    rowHeader: true,
    title: true,
  },
  { name: 'WHEN', of: ({ receivedOn }) => formatDate(receivedOn, 'shortDay'), inline: true, noWrap: true },
  { name: 'BY', of: ({ by, note }) => [by, note].filter(Boolean).join(': '), inline: true },
  {
    name: 'AMOUNT',
    of: ({ amount }) => <Money dollars={amount} />,
    align: 'end',
    inline: true,
    noWrap: true,
  },
  {
    name: 'CREDIT LEFT',
    of: ({ left }) => (left > 0 ? <Money dollars={left} /> : ''),
    align: 'end',
    inline: true,
    noWrap: true,
  },
  {
    name: 'Take back',
    hideName: true,
    of: (row) => (row.canUndo ? <Undo id={row._id} name={`${row.kind} ${row.reference}`} /> : null),
  },
]
