import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { invoices, type Invoice } from '#shared/wholesale/api/invoices.ts'
import { ledger } from '#shared/wholesale/api/ledger.ts'
import { INVOICE_STATE_NAMES } from '#shared/wholesale/papers.ts'
import { urlOf } from '#shared/platform/api/url.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { call } from '#app/platform/api/call.ts'
import { ask } from '#app/platform/api/query.ts'
import { Button, ButtonLink } from '#app/platform/ui/button.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { useChange } from '#app/platform/ui/use-change.ts'
import { AdminPage, AdminResource } from '#app/platform/admin/admin-page.tsx'
import { Paper } from '../invoices/paper.tsx'
import { CreditForm } from './credit-form.tsx'
import { NoteForm } from './note-form.tsx'
import { ledgerPath, LIST } from './paths.ts'
import styles from './ledger.module.css'

/** One invoice for the desk: its paper, what settles it, and what staff can do with it. */
export default function InvoicePage() {
  const { id = '' } = useParams()
  const answer = useQuery(ask(invoices.one, { params: { id } }))
  const invoice = answer.data
  return (
    <AdminPage
      title="Invoice"
      heading={invoice ? `Invoice ${invoice.number}` : 'Invoice'}
      back={{ to: LIST, title: 'Go Back' }}
      {...(invoice ? { state: INVOICE_STATE_NAMES[invoice.state] } : {})}
      access="admin"
      actions={
        <ButtonLink look="line" to={urlOf(invoices.file, { params: { id } })} reloadDocument download>
          Invoice (PDF)
        </ButtonLink>
      }
    >
      {() => (
        <AdminResource answer={answer} what="invoice" gone="There is no such invoice." list={LIST}>
          {(data) => <Parts invoice={data} />}
        </AdminResource>
      )}
    </AdminPage>
  )
}

function Parts({ invoice }: { invoice: Invoice }) {
  const { account, settlements, credits, open, state } = invoice
  return (
    <div className="stack-4 may-shrink">
      <p>
        <Link to={ledgerPath(account._id)}>{account.name}</Link>
        {open > 0 ? (
          <>
            {': '}
            <Money dollars={open} /> is open.{' '}
            <Link to={`${ledgerPath(account._id)}?invoice=${invoice._id}`}>Record a payment</Link>
          </>
        ) : null}
      </p>
      <Paper paper={invoice} />
      {settlements.length > 0 ? (
        <section className="stack-2" aria-labelledby="settled">
          <h2 id="settled">Paid and credited</h2>
          <Table
            label="Paid and credited"
            columns={SETTLED}
            rows={settlements}
            keyOf={(row) => `${row._id} ${row.day} ${row.amount}`}
          />
        </section>
      ) : null}
      {credits.length > 0 ? (
        <p>
          {credits.map(({ _id, number }) => (
            <Link key={_id} to={urlOf(ledger.creditFile, { params: { id: _id } })} reloadDocument download>
              Credit note {number} (PDF){' '}
            </Link>
          ))}
        </p>
      ) : null}
      <section className={`stack-1 ${styles.changes}`} aria-label="Change this invoice">
        {state === 'void' ? null : <CreditForm invoice={invoice} />}
        {open > 0 ? <NoteForm key={`${invoice.dispute} ${invoice.promisedOn}`} invoice={invoice} /> : null}
        <Actions invoice={invoice} />
      </section>
    </div>
  )
}

/** The actions that need no form. */
function Actions({ invoice: { _id: id, state, settled, credits, settlements, open } }: { invoice: Invoice }) {
  const params = { id }
  const mailing = useChange(() => call(invoices.mail, { params }), ...CHANGED)
  const voiding = useChange(
    async () => {
      await call(invoices.void, { params })
      return { message: 'Invoice voided' }
    },
    ...CHANGED,
  )
  const writing = useChange(() => call(ledger.writeOff, { params, body: { reason: '' } }), ...CHANGED)
  const restoring = useChange(() => call(ledger.undoWriteOff, { params }), ...CHANGED)
  const isWritten = settlements.some(({ kind, canUndo }) => kind === 'writeOff' && canUndo)
  return (
    <div className="row-1-2">
      {state === 'void' ? null : (
        <Button look="line" busy={mailing.isPending} onClick={() => mailing.mutate()}>
          Mail it again
        </Button>
      )}
      {open > 0 && settled > 0 ? (
        <Button look="line" busy={writing.isPending} onClick={() => writing.mutate()}>
          Write off the rest
        </Button>
      ) : null}
      {isWritten ? (
        <Button look="line" busy={restoring.isPending} onClick={() => restoring.mutate()}>
          Take back the write-off
        </Button>
      ) : null}
      {settled === 0 && credits.length === 0 && state !== 'void' ? (
        <Button look="line" busy={voiding.isPending} onClick={() => voiding.mutate()}>
          Void it
        </Button>
      ) : null}
    </div>
  )
}

/** What is read again after an action: the invoice and its account. */
const CHANGED = ['invoices', 'ledgers'] as const

const SETTLED: Column<Invoice['settlements'][number]>[] = [
  { name: 'WHAT', of: ({ text }) => text, rowHeader: true, title: true },
  { name: 'WHEN', of: ({ day }) => formatDate(day, 'shortDay'), inline: true, noWrap: true },
  { name: 'BY', of: ({ by }) => by, inline: true },
  {
    name: 'AMOUNT',
    of: ({ amount }) => <Money dollars={amount} />,
    align: 'end',
    inline: true,
    noWrap: true,
  },
]
