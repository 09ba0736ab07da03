import type { SubscriptionMonth } from '#shared/subscriptions/api/subscription-plan.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { scaleOf } from '#app/platform/admin/scale.ts'
import chart from '#app/platform/admin/chart.module.css'
import styles from './subscription.module.css'

/** Units of the viewBox per month. The viewBox is stretched to the frame. */
const WIDTH = 10

/**
 * A bar for each month: the subscriptions at the end of the month, and above them those that were canceled in the
 * month. The table below has the same numbers, so screen readers skip the chart.
 */
export function MonthChart({ months }: { months: SubscriptionMonth[] }) {
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
