import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { ledger } from '#shared/wholesale/api/ledger.ts'
import { AGES, AGE_NAMES } from '#shared/wholesale/papers.ts'
import { isDay } from '#shared/kernel/days.ts'
import { ask } from '#app/platform/api/query.ts'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { Field } from '#app/platform/ui/field.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { useFilter } from '#app/platform/admin/list/filters.tsx'
import { ledgerPath } from './paths.ts'

/** What each account owes by how late it is, as of any day. */
export default function AgeingPage() {
  return <AdminPage>{() => <Ageing />}</AdminPage>
}

function Ageing() {
  const [day, setDay] = useFilter('day', '/admin/ageing')
  const answer = useQuery({
    ...ask(ledger.ageing, { query: isDay(day) ? { day } : {} }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="stack-3 may-shrink">
      <div className="self-left">
        <Field
          label="As of the end of"
          type="date"
          unmarked
          value={day || (answer.data?.day ?? '')}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      <AdminResource answer={answer} what="ageing" gone="There is no ageing." list="/admin/invoices">
        {({ accounts, total }) =>
          accounts.length === 0 ? (
            <EmptyState kind="cleared" text="Nobody owed anything on this day." />
          ) : (
            <Table
              label="Ageing"
              columns={COLUMNS}
              rows={[...accounts, { ...total, _id: '', name: 'Total' }]}
              keyOf={({ _id }) => _id || 'total'}
            />
          )
        }
      </AdminResource>
    </div>
  )
}

type Row = Reply<typeof ledger.ageing>['accounts'][number]

const amount = (name: string, of: (row: Row) => number): Column<Row> => ({
  name,
  of: (row) => (of(row) === 0 ? '' : <Money dollars={of(row)} />),
  align: 'end',
  inline: true,
  noWrap: true,
})

const COLUMNS: Column<Row>[] = [
  {
    name: 'ACCOUNT',
    of: ({ _id, name }) => (_id ? <Link to={ledgerPath(_id)}>{name}</Link> : <strong>{name}</strong>),
    rowHeader: true,
    title: true,
  },
  ...AGES.map((age) => amount(AGE_NAMES[age].toUpperCase(), (row) => row[age])),
  amount('CREDIT', ({ credit }) => -credit),
  amount('BALANCE', ({ balance }) => balance),
]
