import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { invoices, type ListedInvoice } from '#shared/wholesale/api/invoices.ts'
import { INVOICE_STATE_NAMES } from '#shared/wholesale/papers.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { ask } from '#app/platform/api/query.ts'
import { Money } from '#app/platform/ui/money.tsx'
import type { Column } from '#app/platform/ui/table.tsx'
import { AdminList, AdminPage } from '#app/platform/admin/admin-page.tsx'
import {
  Choice,
  Filters,
  SearchBox,
  useFilter,
  useListOrder,
  usePageNumber,
} from '#app/platform/admin/list/filters.tsx'
import { SortedTable } from '#app/platform/admin/list/sorted-table.tsx'
import { invoiceDesk, ledgerPath, LIST } from './paths.ts'

/** Wholesale invoices: what is open and late, with search, filters and sorting. */
export default function InvoiceList() {
  const page = usePageNumber()
  return <AdminPage>{() => <List page={page} />}</AdminPage>
}

const STATES = { open: 'Open', overdue: 'Overdue', paid: 'Paid', void: 'Void' } as const
type State = keyof typeof STATES

function List({ page }: { page: number }) {
  const [keyword] = useFilter('q', LIST)
  const [state] = useFilter('state', LIST)
  const { query, sorting } = useListOrder(LIST, SORTS, 'date')
  const chosen = state in STATES ? (state as State) : undefined
  const answer = useQuery({
    ...ask(invoices.list, {
      query: { pageNumber: page, ...query, keyword: keyword || undefined, state: chosen },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <div className="stack-2 may-shrink">
      <Filters status={answer.data ? statusOf(answer.data) : null}>
        <SearchBox label="Search by number, account, order or PO" base={LIST} />
        <Choice label="State" name="state" base={LIST} options={{ '': 'All states', ...STATES }} />
      </Filters>
      <AdminList
        answer={answer}
        what="invoices"
        page={page}
        base={LIST}
        filters={[keyword && `“${keyword}”`, chosen && STATES[chosen]]}
        isEmpty={({ invoices: rows }) => rows.length === 0}
        empty={NO_INVOICES}
      >
        {({ invoices: rows }) => (
          <SortedTable
            label="Invoices"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ _id }) => _id}
            sorting={sorting}
          />
        )}
      </AdminList>
    </div>
  )
}

function statusOf({ open, overdue }: { open: number; overdue: number }): string {
  if (open === 0) return 'Nothing is open.'
  const late = overdue === 0 ? 'nothing' : formatDollars(overdue)
  return `${formatDollars(open)} is open, and ${late} of it is late.`
}

const SORTS = { date: 'desc', due: 'asc', total: 'desc', number: 'desc' } as const

const NO_INVOICES = {
  kind: 'first',
  text: 'No invoice has been issued yet. They are issued when goods of wholesale orders leave.',
} as const

const COLUMNS: Column<ListedInvoice>[] = [
  {
    name: 'INVOICE',
    sort: 'number',
    of: ({ _id, number }) => <Link to={invoiceDesk(_id)}>{number}</Link>,
    rowHeader: true,
    title: true,
    noWrap: true,
  },
  { name: 'ACCOUNT', of: ({ account }) => <Link to={ledgerPath(account._id)}>{account.name}</Link> },
  { name: 'ISSUED', sort: 'date', of: ({ issuedOn }) => formatDate(issuedOn, 'shortDay'), noWrap: true },
  {
    name: 'DUE',
    sort: 'due',
    of: ({ dueOn, isPrepaid }) => (isPrepaid ? '' : formatDate(dueOn, 'shortDay')),
    noWrap: true,
  },
  { name: 'TOTAL', sort: 'total', of: ({ total }) => <Money dollars={total} />, align: 'end', noWrap: true },
  {
    name: 'OPEN',
    of: ({ open }) => (open === 0 ? '' : <Money dollars={open} />),
    align: 'end',
    noWrap: true,
  },
  { name: 'STATE', of: stateText, inline: true },
]

function stateText({ state, dispute, promisedOn }: ListedInvoice): string {
  const name = INVOICE_STATE_NAMES[state]
  if (state === 'paid' || state === 'void') return name
  if (dispute) return `${name}, disputed`
  return promisedOn ? `${name}, promised by ${formatDate(promisedOn, 'shortMonthDay')}` : name
}
