import { useQuery } from '@tanstack/react-query'
import { subscriptionAdmin, type ChargeDay } from '#shared/subscriptions/api/subscription-admin.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import styles from './subscription.module.css'
import { Troubles } from './troubles.tsx'

/** Failed payments with what happens next, and the charges of the next four weeks. */
export default function ChargesPage() {
  return (
    <AdminPage title="Charges">
      {() => (
        <div className={`stack-4 ${styles.page}`}>
          <Troubles />
          <Charges />
        </div>
      )}
    </AdminPage>
  )
}

function Charges() {
  const answer = useQuery(ask(subscriptionAdmin.charges, {}))
  if (answer.isPending) return <AdminLoading what="charges" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const { days } = answer.data
  const sum = days.reduce((total, { items }) => total + items, 0)
  const deliveries = days.reduce((total, day) => total + day.deliveries, 0)
  return (
    <section aria-labelledby="charges">
      <h2 id="charges">Next four weeks</h2>
      {days.length === 0 ? (
        <p>No charge is planned.</p>
      ) : (
        <>
          <p>
            {counted(deliveries, 'charge')}, {formatDollars(sum)} for items after discounts. Shipping and tax
            are added when a delivery is charged.
          </p>
          <Table label="Charges by day" columns={COLUMNS} rows={days} keyOf={({ chargesOn }) => chargesOn} />
        </>
      )}
    </section>
  )
}

const COLUMNS: Column<ChargeDay>[] = [
  {
    name: 'DAY',
    of: ({ chargesOn }) => formatDate(chargesOn, 'shortWeekday'),
    rowHeader: true,
    title: true,
    noWrap: true,
  },
  { name: 'CHARGES', of: ({ deliveries }) => formatNumber(deliveries), align: 'end', noWrap: true },
  { name: 'ITEMS', of: ({ items }) => <Money dollars={items} />, align: 'end', noWrap: true },
]
