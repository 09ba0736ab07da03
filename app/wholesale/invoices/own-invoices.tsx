import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { buyerInvoices, type ListedInvoice, type OwnInvoices } from '#shared/wholesale/api/invoices.ts'
import { INVOICE_STATE_NAMES } from '#shared/wholesale/papers.ts'
import { dayOf, formatDate } from '#shared/kernel/dates.ts'
import { monthsUntil } from '#shared/kernel/days.ts'
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { ButtonLink } from '#app/platform/ui/button.tsx'
import { CheckBox } from '#app/platform/ui/check-field.tsx'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { SelectField } from '#app/platform/ui/field.tsx'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Pagination } from '#app/platform/ui/pagination.tsx'
import { Loading } from '#app/platform/ui/skeleton.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { urlOf } from '#shared/platform/api/url.ts'
import { BuyerPage } from '../buyer/buyer-page.tsx'
import { PayForm } from './pay-form.tsx'

export const headers = () => ({ 'cache-control': 'no-store' })

/** The invoices of a buyer's account: what is open, and paying several at once. */
export default function OwnInvoicesPage() {
  return (
    <BuyerPage title="Invoices">
      {({ _id: id, rights }) =>
        rights.mayInvoices ? <Account id={id} /> : <p>You may not see the invoices of this account.</p>
      }
    </BuyerPage>
  )
}

function Account({ id }: { id: string }) {
  const [params] = useSearchParams()
  const page = Math.max(1, Number(params.get('page')) || 1)
  const answer = useQuery({
    ...ask(buyerInvoices.list, { params: { id }, query: { pageNumber: page } }),
    placeholderData: keepPreviousData,
  })
  if (answer.error) return <LoadError error={answer.error} retry={answer.refetch} />
  if (!answer.data) return <Loading what="Loading your invoices" />
  return <Invoices data={answer.data} page={page} />
}

function Invoices({ data, page }: { data: OwnInvoices; page: number }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { account, open, overdue, credit, hold, canPay, invoices } = data
  const wanted = invoices.filter(({ _id, open: rest }) => rest > 0 && chosen.has(_id))
  const sum = toDollars(wanted.reduce((cents, invoice) => cents + toCents(invoice.open), 0))
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <>
      <div className="stack-1">
        <p role="status">
          {account.name}: {openText(open, overdue)}
          {credit > 0 ? ` There is ${formatDollars(credit)} of credit, which pays the next invoice.` : ''}
        </p>
        {hold ? <p>{hold}.</p> : null}
      </div>
      {invoices.length === 0 ? (
        <EmptyState kind="first" text="There are no invoices yet." />
      ) : (
        <Table
          label="Invoices"
          columns={canPay ? [payColumn(chosen, toggle), ...COLUMNS] : COLUMNS}
          rows={invoices}
          keyOf={({ _id }) => _id}
        />
      )}
      {wanted.length > 0 ? (
        <PayForm
          key={wanted.map(({ _id }) => _id).join()}
          open={sum}
          place={(body, idempotencyKey) =>
            call(
              buyerInvoices.pay,
              { params: { id: account._id }, body: { ...body, invoices: oldestFirst(wanted) } },
              { idempotencyKey },
            )
          }
        />
      ) : canPay && open > 0 ? (
        <p className="soft">Choose the invoices that you pay.</p>
      ) : null}
      <Statements account={account._id} />
      <Pagination
        page={page}
        pages={data.pages}
        to={(number) => `/wholesale/invoices?account=${account._id}&page=${number}`}
      />
    </>
  )
}

/** The statement of a month as it is mailed. */
function Statements({ account: id }: { account: string }) {
  const [months] = useState(() => monthsUntil(dayOf(new Date()), 12))
  const [month, setMonth] = useState(months[1]!)
  return (
    <section className="stack-2" aria-labelledby="statements">
      <h2 id="statements">Statements</h2>
      <div className="row-1-2 align-bottom">
        <SelectField label="Month" unmarked value={month} onChange={({ target }) => setMonth(target.value)}>
          {months.map((each, index) => (
            <option key={each} value={each}>
              {formatDate(`${each}-01`, 'month')}
              {index === 0 ? ', until today' : ''}
            </option>
          ))}
        </SelectField>
        <ButtonLink
          look="line"
          to={urlOf(buyerInvoices.statement, { params: { id }, query: { month } })}
          reloadDocument
          download
        >
          Statement (PDF)
        </ButtonLink>
      </div>
    </section>
  )
}

const oldestFirst = (invoices: readonly ListedInvoice[]) =>
  invoices.toSorted((one, other) => (one.dueOn < other.dueOn ? -1 : 1)).map(({ _id }) => _id)

function openText(open: number, overdue: number): string {
  if (open === 0) return 'nothing is open.'
  return `${formatDollars(open)} is open${overdue > 0 ? `, and ${formatDollars(overdue)} of it is late` : ''}.`
}

function payColumn(chosen: ReadonlySet<string>, toggle: (id: string) => void): Column<ListedInvoice> {
  return {
    name: 'PAY',
    of: ({ _id, number, open }) =>
      open > 0 ? (
        <CheckBox checked={chosen.has(_id)} onChange={() => toggle(_id)} aria-label={`Pay ${number}`} />
      ) : null,
    inline: true,
  }
}

const COLUMNS: Column<ListedInvoice>[] = [
  { name: 'INVOICE', of: ({ number }) => number, rowHeader: true, title: true, noWrap: true },
  { name: 'ISSUED', of: ({ issuedOn }) => formatDate(issuedOn, 'shortDay'), noWrap: true },
  {
    name: 'DUE',
    of: ({ dueOn, isPrepaid }) => (isPrepaid ? '' : formatDate(dueOn, 'shortDay')),
    noWrap: true,
  },
  { name: 'TOTAL', of: ({ total }) => <Money dollars={total} />, align: 'end', noWrap: true },
  {
    name: 'OPEN',
    of: ({ open }) => (open === 0 ? '' : <Money dollars={open} />),
    align: 'end',
    noWrap: true,
  },
  { name: 'STATE', of: ({ state }) => INVOICE_STATE_NAMES[state] },
  {
    name: 'PDF',
    of: ({ _id, number }) => (
      <Link
        to={urlOf(buyerInvoices.file, { params: { id: _id } })}
        reloadDocument
        download
        aria-label={`Invoice ${number} as a PDF`}
      >
        PDF
      </Link>
    ),
  },
]
