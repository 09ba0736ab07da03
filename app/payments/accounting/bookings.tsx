import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { accounting, type Booking, type BookingKind } from '#shared/payments/api/accounting.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { sumOfDollars } from '#shared/kernel/pricing.ts'
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { ask } from '#app/platform/api/query.ts'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminResource } from '#app/platform/admin/admin-page.tsx'
import styles from './accounting.module.css'
import { Amount } from './amount.tsx'

/** The bookings of a day, one for each payment and refund. */
export function Bookings({ month, day }: { month: string; day: string }) {
  const answer = useQuery(ask(accounting.day, { params: { month, day } }))
  const name = formatDate(day, 'weekday')
  return (
    <section className={`stack-2 items-left ${styles.part}`} aria-labelledby="day">
      <h2 id="day" tabIndex={-1} ref={focus}>
        {name}
      </h2>
      <AdminResource
        answer={answer}
        what="bookings"
        gone="Nothing was booked on this day."
        list="/admin/books"
      >
        {({ bookings }) => <BookingTable label={`Bookings of ${name}`} bookings={bookings} />}
      </AdminResource>
    </section>
  )
}

/** The bookings are below the table in which the day was chosen. */
function focus(heading: HTMLElement | null): void {
  heading?.focus()
}

export function BookingTable({ label, bookings }: { label: string; bookings: Booking[] }) {
  if (bookings.length === 0) return <p>Nothing was booked on this day.</p>
  return <Table label={label} columns={COLUMNS} rows={bookings} keyOf={keyOf} />
}

const KINDS: Record<BookingKind, string> = {
  payment: 'Payment',
  surplus: 'Payment to be refunded',
  refund: 'Refund',
  reversal: 'Taken back by PayPal',
  replacement: 'Free replacement',
  'card-sale': 'Gift card, paid at the bar',
  'card-change': 'Gift card, changed',
  'counter-day': 'Counter day',
  invoice: 'Wholesale invoice',
  'credit-note': 'Wholesale credit note',
  receipt: 'Payment of invoices',
  'write-off': 'Invoice written off',
}

const OF_LEDGER: ReadonlySet<BookingKind> = new Set(['invoice', 'credit-note', 'receipt', 'write-off'])

const COLUMNS: Column<Booking>[] = [
  {
    name: 'Order',
    rowHeader: true,
    title: true,
    noWrap: true,
    of: ({ order, kind }) =>
      order._id === '' ? (
        OF_LEDGER.has(kind) ? (
          order.number
        ) : (
          order.number && maskedCode(order.number)
        )
      ) : (
        <Link to={`/order/${order._id}`}>{order.number ?? order._id}</Link>
      ),
  },
  {
    name: 'What',
    wide: true,
    of: ({ kind, cashMoves, corrects, deliveries, paidWith }) => (
      <>
        {cashMoves === 0 ? KINDS[kind] : cashMoves > 0 ? 'Cash paid in' : 'Cash paid out'}
        {paidWith === '' ? '' : `, ${paidWith}`}
        {corrects === null ? '' : `, corrects ${formatDate(corrects, 'shortDay')}`}
        {deliveries.map(({ subscription, number }) => (
          <Fragment key={subscription}>
            , <Link to={`/admin/subscription/${subscription}`}>subscription, delivery {number}</Link>
          </Fragment>
        ))}
      </>
    ),
  },
  dollars('Goods', ({ goods }) => goods),
  dollars('Shipping', ({ shipping }) => shipping),
  dollars('Tax', ({ tax }) => tax),
  dollars('Goodwill', ({ goodwill, other }) => goodwill + other),
  dollars('Gift cards', ({ giftCards }) => giftCards),
  dollars('Owed less', ({ receivable }) => receivable),
  dollars('By hand', ({ till, machine, bank }) => sumOfDollars([till, machine, bank])),
  dollars('Total', ({ total }) => total),
  dollars('PayPal fee', ({ fee }) => fee),
  dollars('Net', ({ net }) => net),
]

function dollars(name: string, of: (row: Booking) => number | null): Column<Booking> {
  const show = (row: Booking) => {
    const amount = of(row)
    return amount === null ? 'not known yet' : <Amount dollars={amount} />
  }
  return { name, align: 'end', noWrap: true, of: show }
}

function keyOf({ _id, corrects }: Booking): string {
  return `${_id} ${corrects}`
}
