import { useQuery } from '@tanstack/react-query'
import {
  subscriptionAdmin,
  type DueLine,
  type RoastDay,
} from '#shared/subscriptions/api/subscription-admin.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { EmptyState } from '#app/platform/ui/empty-state.tsx'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import styles from './subscription.module.css'

/** What subscriptions need on each roast day of the next four weeks. */
export default function RoastPlan() {
  return <AdminPage>{() => <Days />}</AdminPage>
}

function Days() {
  const answer = useQuery(ask(subscriptionAdmin.due, {}))
  if (answer.isPending) return <AdminLoading what="coffee of subscriptions" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const { days } = answer.data
  return (
    <div className={`stack-4 ${styles.page}`}>
      <p>
        The coffee for subscriptions in the next four weeks. Paid pieces are in orders and in the list for
        shipping. Planned pieces are charged before their roast day, and subscribers can still change them.
      </p>
      {days.length === 0 ? (
        <EmptyState kind="cleared" text="No delivery is planned in the next four weeks." />
      ) : null}
      {days.map((day) => (
        <Day key={day.roastsOn} day={day} />
      ))}
    </div>
  )
}

function Day({ day: { roastsOn, deliveries, lines } }: { day: RoastDay }) {
  const title = formatDate(roastsOn, 'weekday')
  const id = `roast-${roastsOn}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {title} <span className={styles.note}>{counted(deliveries, 'delivery', 'deliveries')}</span>
      </h2>
      <Table label={`Coffee for ${title}`} columns={COLUMNS} rows={lines} keyOf={keyOf} />
    </section>
  )
}

const keyOf = ({ name, sizeLabel, grind }: DueLine) => `${name}\n${sizeLabel}\n${grind}`

const COLUMNS: Column<DueLine>[] = [
  { name: 'COFFEE', of: ({ name }) => name, rowHeader: true, title: true },
  {
    name: 'SIZE AND GRIND',
    of: ({ sizeLabel, grind }) => variantText({ size: sizeLabel, grind }) || '—',
    inline: true,
  },
  { name: 'PAID', of: ({ paid }) => formatNumber(paid), align: 'end', noWrap: true },
  { name: 'PLANNED', of: ({ planned }) => formatNumber(planned), align: 'end', noWrap: true },
  {
    name: 'TOGETHER',
    of: ({ paid, planned }) => <strong>{formatNumber(paid + planned)}</strong>,
    align: 'end',
    noWrap: true,
  },
]
