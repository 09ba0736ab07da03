import type { Compared, DeskSales } from '#shared/api/admin.ts'
import { counted, formatNumber } from '#shared/counts.ts'
import { Money } from '../../../ui/money.tsx'
import styles from './sums.module.css'

/** What came in, beside what came in just before. */
export function Sums({ of: { today, week, month } }: { of: DeskSales }) {
  return (
    <dl className={styles.sums}>
      <Sum name="Today" of={today} before="yesterday" />
      <Sum name="7 days" of={week} before="the 7 days before" isWhole />
      <Sum name="30 days" of={month} before="the 30 days before" isWhole />
    </dl>
  )
}

function Sum({
  name,
  of: { orders, total, before },
  before: span,
  isWhole = false,
}: {
  name: string
  of: Compared
  before: string
  /** A day that has only begun is not told by how much it is less than a whole one. */
  isWhole?: boolean
}) {
  const change = isWhole ? changeOf(total, before.total) : ''
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={styles.total}>
          <Money dollars={total} />
        </span>
        <span>{counted(orders, 'order')}</span>
        <span className={styles.before}>
          {change} {span}: <Money dollars={before.total} />
        </span>
      </dd>
    </div>
  )
}

/** '12% more than' and the like; empty where there was nothing to compare with. */
function changeOf(now: number, before: number): string {
  if (before === 0) return ''
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return 'as much as'
  return percent > 0 ? `${formatNumber(percent)}% more than` : `${-percent}% less than`
}
