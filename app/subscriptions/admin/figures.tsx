import { useQuery } from '@tanstack/react-query'
import {
  subscriptionAdmin,
  type SubscriptionFigures,
  type SubscriptionMonth,
} from '#shared/subscriptions/api/subscription-admin.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'
import { ask } from '#app/platform/api/query.ts'
import { LoadError } from '#app/platform/ui/load-error.tsx'
import { Money } from '#app/platform/ui/money.tsx'
import { Table, type Column } from '#app/platform/ui/table.tsx'
import { AdminLoading, AdminPage } from '#app/platform/admin/admin-page.tsx'
import { scaleOf } from '#app/platform/admin/scale.ts'
import chart from '#app/platform/admin/chart.module.css'
import { monthText } from './texts.ts'
import styles from './subscription.module.css'

/** The figures of the subscriptions: churn, revenue, lifetime value and length. */
export default function FiguresPage() {
  return <AdminPage>{() => <Figures />}</AdminPage>
}

function Figures() {
  const answer = useQuery(ask(subscriptionAdmin.figures, {}))
  if (answer.isPending) return <AdminLoading what="figures" />
  if (answer.isError) return <LoadError error={answer.error} retry={answer.refetch} />
  const figures = answer.data
  return (
    <div className={`stack-4 ${styles.page}`}>
      <Sums figures={figures} />
      <section aria-labelledby="months">
        <h2 id="months">By month</h2>
        <MonthChart months={figures.months} />
        <Table
          label="Subscriptions by month"
          columns={COLUMNS}
          rows={figures.months.toReversed()}
          keyOf={({ month }) => month}
        />
      </section>
      {figures.reasons.length === 0 ? null : (
        <section aria-labelledby="reasons">
          <h2 id="reasons">Why people canceled</h2>
          <ul>
            {figures.reasons.map(({ reason, count }) => (
              <li key={reason}>
                {reason}: {formatNumber(count)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Sums({
  figures: { statuses, paidEach, deliveriesEach, monthsEach },
}: {
  figures: SubscriptionFigures
}) {
  const countOf = (status: string) => statuses.find((each) => each.status === status)?.count ?? 0
  return (
    <dl className={styles.facts}>
      <dt>Now</dt>
      <dd>
        {counted(countOf('active'), 'active subscription')}, {formatNumber(countOf('paused'))} paused,{' '}
        {formatNumber(countOf('failed'))} paused after failed payments
      </dd>
      <dt>Lifetime value</dt>
      <dd>
        {formatDollars(paidEach)} so far per subscription, in {formatNumber(deliveriesEach)} deliveries on
        average: items after discounts, without shipping and tax, less refunds
      </dd>
      <dt>Length</dt>
      <dd>
        {monthsEach === null
          ? 'No subscription has ended yet'
          : `Ended subscriptions lasted ${formatNumber(monthsEach)} months on average`}
      </dd>
      <dt>Churn</dt>
      <dd>Subscriptions canceled in a month, as a percentage of those active at its start</dd>
    </dl>
  )
}

const COLUMNS: Column<SubscriptionMonth>[] = [
  {
    name: 'MONTH',
    of: ({ month }) => formatDate(`${month}-01`, 'month'),
    rowHeader: true,
    title: true,
    noWrap: true,
  },
  { name: 'STARTED', of: ({ started }) => formatNumber(started), align: 'end', noWrap: true },
  { name: 'CANCELED', of: ({ canceled }) => formatNumber(canceled), align: 'end', noWrap: true },
  { name: 'AT THE END', of: ({ atEnd }) => formatNumber(atEnd), align: 'end', noWrap: true },
  { name: 'CHURN', of: ({ churn }) => monthText(churn), align: 'end', noWrap: true },
  { name: 'REVENUE', of: ({ revenue }) => <Money dollars={revenue} />, align: 'end', noWrap: true },
]

/** Units of the viewBox per month. The viewBox is stretched to the frame. */
const WIDTH = 10

/**
 * A bar for each month: the subscriptions at the end of the month, and above them those that were canceled in the
 * month. The table below has the same numbers, so screen readers skip the chart.
 */
function MonthChart({ months }: { months: SubscriptionMonth[] }) {
  const { top, steps } = scaleOf(Math.max(...months.map(({ atEnd, canceled }) => atEnd + canceled)))
  const height = (count: number) => (100 * count) / top
  return (
    <figure className={`${chart.chart} ${styles.chart}`} aria-hidden="true">
      <figcaption className={`flex wraps ${styles.legend}`}>
        <span>Subscriptions at the end of the month</span>
        <span>Canceled in the month</span>
      </figcaption>
      <div className={chart.plot}>
        {steps.map((step) => (
          <span key={step} className={chart.step} style={{ bottom: `${height(step)}%` }}>
            {formatNumber(step)}
          </span>
        ))}
        <svg viewBox={`0 0 ${months.length * WIDTH} 100`} preserveAspectRatio="none">
          {steps.map((step) => (
            <path key={step} className={chart.rule} d={`M0 ${100 - height(step)}H${months.length * WIDTH}`} />
          ))}
          {months.map(({ month, atEnd, canceled }, index) => (
            <g key={month}>
              <rect
                className={styles.kept}
                x={index * WIDTH + 2}
                y={100 - height(atEnd)}
                width="6"
                height={height(atEnd)}
              />
              <rect
                className={styles.lost}
                x={index * WIDTH + 2}
                y={100 - height(atEnd + canceled)}
                width="6"
                height={height(canceled)}
              />
            </g>
          ))}
        </svg>
      </div>
      <div className={`${chart.axis} ${styles.axis}`}>
        {months.map(({ month }) => (
          <span key={month}>{formatDate(`${month}-01`, 'shortMonthDay').split(' ')[0]}</span>
        ))}
      </div>
    </figure>
  )
}
