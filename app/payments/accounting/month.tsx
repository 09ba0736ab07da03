import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accounting, type AccountingMonth } from '#shared/payments/api/accounting.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { Button } from '#app/platform/ui/button.tsx'
import { toast } from '#app/platform/ui/toast.tsx'
import { AdminResource } from '#app/platform/admin/admin-page.tsx'
import styles from './accounting.module.css'
import { Bookings, BookingTable } from './bookings.tsx'
import { DayTable } from './day-table.tsx'
import { Files } from './files.tsx'
import { StillOpen } from './still-open.tsx'

export function Month({ month, day }: { month: string; day: string | null }) {
  const answer = useQuery(ask(accounting.month, { params: { month } }))
  return (
    <AdminResource
      answer={answer}
      what="bookings"
      gone="Nothing was booked in this month."
      list="/admin/books"
    >
      {(books) => <MonthBooks books={books} day={day} />}
    </AdminResource>
  )
}

function MonthBooks({ books, day }: { books: AccountingMonth; day: string | null }) {
  const { month, days, total, closed, corrections, giftCardsOwed, giftSubscriptionsOwed, receivables } = books
  return (
    <>
      <dl className={styles.sums}>
        <Sum name="Received" dollars={total.received} />
        <Sum name="Refunded" dollars={total.refunded} />
        <Sum name="PayPal fees" dollars={total.fee} />
        <Sum name="Net" dollars={total.net} />
        {total.refundedTax === 0 ? null : (
          <>
            <Sum name="Tax collected" dollars={total.tax} />
            <Sum name="Tax refunded" dollars={-total.refundedTax} />
          </>
        )}
        <Sum name="Tax after refunds" dollars={toDollars(toCents(total.tax) - toCents(total.refundedTax))} />
        {BY_HAND.map(([name, of]) =>
          total[of] === 0 ? null : <Sum key={of} name={name} dollars={total[of]} />,
        )}
        <Sum name="Gift cards outstanding" dollars={giftCardsOwed} />
        {receivables === 0 ? null : <Sum name="Owed by wholesale accounts" dollars={receivables} />}
        {giftSubscriptionsOwed === 0 ? null : (
          <Sum name="of which gift subscriptions" dollars={giftSubscriptionsOwed} />
        )}
      </dl>
      {closed ? (
        <p className="measure-form soft">
          Closed by {closed.by} on {formatDate(closed.at, 'dayAndTime')}. It no longer changes. Later refunds
          and fees are in the first open month.
        </p>
      ) : (
        <StillOpen of={books.open} />
      )}
      {days.length > 0 ? (
        <DayTable days={days} total={total} month={month} shown={day} />
      ) : (
        <p>Nothing was booked in this month.</p>
      )}
      {day ? <Bookings month={month} day={day} /> : null}
      {corrections.length > 0 ? (
        <section className={`stack-2 items-left ${styles.part}`} aria-labelledby="corrections">
          <h2 id="corrections">Corrections of closed months</h2>
          <p className="measure-form soft">These bookings are part of the first day of this month.</p>
          <BookingTable label="Corrections" bookings={corrections} />
        </section>
      ) : null}
      <Files month={month} files={books.files} />
      {closed ? null : <CloseMonth books={books} />}
    </>
  )
}

/** What was taken by hand, less what was given back; not part of what is received. */
const BY_HAND = [
  ['Cash', 'till'],
  ['Card machine', 'machine'],
  ['Checks and bank transfers', 'bank'],
] as const

function Sum({ name, dollars }: { name: string; dollars: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatDollars(dollars)}</dd>
    </div>
  )
}

function CloseMonth({ books: { month, state, mayClose, stamp, total, open } }: { books: AccountingMonth }) {
  const client = useQueryClient()
  const name = formatDate(`${month}-01`, 'month')
  const closing = useMutation({
    mutationFn: () => call(accounting.close, { params: { month }, body: { stamp } }),
    onSuccess: () => toast.success(`${name} is closed`),
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'accounting'),
  })
  const isSomeOpen = Object.values(open).some((count) => count > 0)
  const question = [
    `Close ${name} with ${formatDollars(total.net)} net?`,
    'Its bookings and files will never change again, and it cannot be opened again.',
    isSomeOpen
      ? 'Some payments, refunds or disputes are still open. Their results will be booked in the next month.'
      : '',
  ]
  return (
    <section className={`stack-2 items-left ${styles.part}`} aria-labelledby="close">
      <h2 id="close">Close the month</h2>
      <p className="measure-form soft">
        {mayClose
          ? 'Close a month when its files are in your accounting software. After that, its numbers do not change, and later changes are booked in the next month.'
          : state === 'current'
            ? `${name} can be closed after it has ended.`
            : 'Months are closed in order. An earlier month is still open.'}
      </p>
      {mayClose ? (
        <Button
          busy={closing.isPending}
          onClick={() => {
            if (window.confirm(question.filter(Boolean).join(' '))) closing.mutate()
          }}
        >
          Close {name}
        </Button>
      ) : null}
    </section>
  )
}
