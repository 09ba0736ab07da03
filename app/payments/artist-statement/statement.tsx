import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { Link, useParams } from 'react-router'
import { works, type ArtistStatement, type StatementLine } from '#shared/catalog/api/works.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { useBusiness } from '#app/platform/api/business.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { saveFile } from '#app/platform/api/save-file.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { Day, Money } from '#app/platform/ui/money.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { textOf } from '#app/platform/ui/form-text.ts'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Choice, Filters, useFilter } from '#app/platform/admin/list/filters.tsx'
import { PERIODS, periodOf, type PeriodName } from '#app/checkout/admin/sales/period.ts'
import styles from './statement.module.css'

const LIST = '/admin/statements'
/** The periods that the page offers. */
const { custom: _custom, 'this-month': first, ...others } = PERIODS

/** The statement of an artist for a period, to be printed or sent. */
export default function StatementPage() {
  const { id = '' } = useParams()
  const base = `${LIST}/${id}`
  const [chosen] = useFilter('period', base)
  const name =
    chosen in PERIODS && chosen !== 'custom' ? (chosen as Exclude<PeriodName, 'custom'>) : 'this-month'
  const [today] = useState(() => dayOf(new Date()))
  const period = periodOf(name, today)
  const answer = useQuery({
    ...ask(works.statement, { params: { id }, query: period }),
    placeholderData: keepPreviousData,
  })
  const saving = useMutation({
    mutationFn: () => saveFile(works.exportStatement, { params: { id }, query: period }),
    onError: (error) => toast.error(error.message),
  })
  return (
    <AdminPage
      title="Statement"
      heading={answer.data?.artist.name ?? 'Statement'}
      back={{ to: LIST, title: 'Go Back' }}
      actions={
        <>
          <Button look="line" busy={saving.isPending} onClick={() => saving.mutate()}>
            Save as CSV
          </Button>
          <Button look="line" onClick={() => window.print()}>
            Print
          </Button>
        </>
      }
    >
      {() => (
        <>
          <Filters>
            <Choice label="Period" base={base} name="period" options={{ '': first, ...others }} />
          </Filters>
          <AdminResource answer={answer} what="statement" gone="There is no such artist." list={LIST}>
            {(statement) => <Loaded statement={statement} />}
          </AdminResource>
        </>
      )}
    </AdminPage>
  )
}

function Loaded({ statement }: { statement: ArtistStatement }) {
  const { roasters } = useBusiness()
  const { from, to, before, sold, refunded, earned, paidOut, payable, lines } = statement
  return (
    <div className={`stack-3 ${styles.statement}`}>
      <p>
        {roasters}. Statement of <Day of={from} /> to <Day of={to} />.
      </p>
      {lines.length > 0 ? (
        <Table label="Statement" columns={COLUMNS} rows={lines} keyOf={keyOf} />
      ) : (
        <p>Nothing was sold, refunded or paid out in this period.</p>
      )}
      <dl className={styles.sums}>
        <Sum name="Works sold" of={sold} />
        <Sum name="Refunded" of={-refunded} />
        <Sum name="Balance before" of={before} />
        <Sum name="Share of the artist" of={earned} />
        <Sum name="Paid out" of={-paidOut} />
        <Sum name="Payable" of={payable} />
      </dl>
      <div
        className={`above-3 pad-top-3 rule-soft halves-48 screen-only ${styles.forms}`}
        key={statement.owed}
      >
        <Payout statement={statement} />
        <Share statement={statement} />
      </div>
    </div>
  )
}

const keyOf = ({ at, kind, orderId, what }: StatementLine) => `${at} ${kind} ${orderId ?? ''} ${what}`

const COLUMNS: Column<StatementLine>[] = [
  { name: 'DATE', of: ({ at }) => <Day of={at} />, noWrap: true },
  { name: 'KIND', of: ({ kind }) => KINDS[kind], inline: true },
  { name: 'WORK', of: ({ what }) => what, rowHeader: true, title: true },
  {
    name: 'ORDER',
    of: ({ order, orderId }) => (orderId ? <Link to={`/order/${orderId}`}>{order}</Link> : null),
  },
  {
    name: 'PRICE',
    of: ({ price, kind }) => (kind === 'payout' ? null : <Money dollars={price} />),
    align: 'end',
  },
  { name: 'SHARE', of: ({ percent }) => (percent === null ? null : `${percent}%`), align: 'end' },
  { name: 'AMOUNT', of: ({ share }) => <Money dollars={share} />, align: 'end' },
]

const KINDS = { sale: 'Sale', refund: 'Refund', payout: 'Payout' }

function Sum({ name, of: dollars }: { name: string; of: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {/* Zero has no minus sign. */}
        <Money dollars={dollars || 0} />
      </dd>
    </div>
  )
}

function Payout({ statement: { artist, owed } }: { statement: ArtistStatement }) {
  const client = useQueryClient()
  const paying = useMutation({
    mutationFn: (body: { amount: number; owed: number; note: string }) =>
      call(works.payOut, { params: { id: artist._id }, body }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return refresh(client, 'artshow', 'works')
    },
    onError: (error) => {
      toast.error(error.message)
      return refresh(client, 'artshow')
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    if (paying.isPending) return
    paying.mutate({ amount: Number(textOf(typed, 'amount')), owed, note: textOf(typed, 'note').trim() })
  }
  return (
    <form onSubmit={submit} className={`stack-2 packed items-left ${styles.form}`} aria-labelledby="payout">
      <h2 id="payout">Mark as paid out</h2>
      {owed > 0 ? (
        <>
          <Field
            label="Amount"
            name="amount"
            type="number"
            min={0.01}
            max={owed}
            step="any"
            defaultValue={owed.toFixed(2)}
            required
            hint="What you have paid to the artist, in dollars"
          />
          <Field label="Note" name="note" maxLength={200} hint="“Bank transfer”" />
          <Button type="submit" look="line" busy={paying.isPending}>
            Mark as paid out
          </Button>
        </>
      ) : (
        <p>Nothing is owed now.</p>
      )}
    </form>
  )
}

function Share({ statement: { artist, percent } }: { statement: ArtistStatement }) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (share: number) =>
      call(works.setShare, { params: { id: artist._id }, body: { percent: share } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      return refresh(client, 'artshow', 'works')
    },
    onError: (error) => toast.error(error.message),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!saving.isPending) saving.mutate(Number(textOf(new FormData(event.currentTarget), 'percent')))
  }
  return (
    <form onSubmit={submit} className={`stack-2 packed items-left ${styles.form}`} aria-labelledby="share">
      <h2 id="share">Share of the artist</h2>
      <Field
        label="Share in percent"
        name="percent"
        type="number"
        min={0}
        max={100}
        step={1}
        defaultValue={percent}
        required
        hint="For works that are paid from now on. Earlier sales keep their share."
      />
      <Button type="submit" look="line" busy={saving.isPending}>
        Save the share
      </Button>
    </form>
  )
}
