import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { AccountingDay, AccountingSums } from '#shared/payments/api/accounting.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { sumOfDollars } from '#shared/kernel/pricing.ts'
import { Amount } from './amount.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import styles from './accounting.module.css'

type Row = AccountingSums & { day: string }

/** The days of a month with their sums, and the sums of the month. Each day links to its bookings. */
export function DayTable({
  days,
  total,
  month,
  shown,
}: {
  days: AccountingDay[]
  total: AccountingSums
  month: string
  shown: string | null
}) {
  const hasOther = total.other !== 0 || total.refundedOther !== 0
  const hasCards = total.giftCardsSold !== 0 || total.giftCardsSpent !== 0
  const columns: Column<Row>[] = [
    {
      name: 'Day',
      rowHeader: true,
      title: true,
      noWrap: true,
      of: ({ day }) => dayLink(day, month, day === shown),
    },
    dollars('Goods', ({ goods }) => goods),
    dollars('Shipping', ({ shipping }) => shipping),
    dollars('Tax collected', ({ tax }) => tax),
    ...(hasOther ? [dollars('Other', ({ other }) => other)] : []),
    ...(hasCards
      ? [
          dollars('Gift cards sold', ({ giftCardsSold }) => giftCardsSold),
          dollars('Gift cards spent', ({ giftCardsSpent }) => giftCardsSpent),
        ]
      : []),
    ...byHand(days),
    ...(total.invoiced === 0 ? [] : [dollars('Invoiced', ({ invoiced }) => invoiced)]),
    ...(total.invoicesPaid === 0 ? [] : [dollars('Invoices paid', ({ invoicesPaid }) => invoicesPaid)]),
    dollars('Received', ({ received }) => received),
    dollars('Refunded', ({ refunded }) => refunded),
    dollars('PayPal fee', ({ fee }) => fee),
    dollars('Net', ({ net }) => net),
  ]
  return (
    <div className={hasCards ? `${styles.days} ${styles.cards}` : styles.days}>
      <Table
        label="Bookings by day"
        columns={columns}
        rows={[...days, { ...total, day: '' }]}
        keyOf={({ day }) => day}
      />
    </div>
  )
}

/** Money that was taken by hand, which is not part of what PayPal received. The sums of the month have it by its kind. */
function byHand(days: readonly AccountingDay[]): Column<Row>[] {
  return days.some((day) => takenByHand(day) !== 0) ? [dollars('By hand', takenByHand)] : []
}

function takenByHand({ till, machine, bank }: AccountingSums): number {
  return sumOfDollars([till, machine, bank])
}

function dayLink(day: string, month: string, isShown: boolean): ReactNode {
  if (day === '') return <strong>Total</strong>
  const to = isShown ? `?month=${month}` : `?month=${month}&day=${day}`
  return (
    <Link to={to} preventScrollReset aria-expanded={isShown}>
      {formatDate(day, 'shortWeekday')}
    </Link>
  )
}

function dollars(name: string, of: (row: Row) => number): Column<Row> {
  return { name, align: 'end', noWrap: true, of: (row) => <Amount dollars={of(row)} /> }
}
