import type { Compared, AdminSales } from '#shared/backoffice/api/admin.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './sums.module.css'

/** The sales of today, of 7 days and of 30 days. Each is compared with the period before it. */
export function Sums({ of: { today, week, month, giftCards } }: { of: AdminSales }) {
  return (
    <dl className={`grid box thirds-36 ${styles.sums}`}>
      <Sum name="Today" of={today} giftCards={giftCards.today} before="yesterday" />
      <Sum name="7 days" of={week} giftCards={giftCards.week} before="the 7 days before" isComplete />
      <Sum name="30 days" of={month} giftCards={giftCards.month} before="the 30 days before" isComplete />
    </dl>
  )
}

function Sum({
  name,
  of: { orders, total, before },
  giftCards,
  before: span,
  isComplete = false,
}: {
  name: string
  of: Compared
  /** The gift cards sold, in dollars. The total does not include them. */
  giftCards: number
  before: string
  /** Whether the period is over. A day that is not over is not compared in percent. */
  isComplete?: boolean
}) {
  const change = isComplete ? changeOf(total, before.total) : ''
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={styles.total}>
          <Money dollars={total} />
        </span>
        <span>{counted(orders, 'order')}</span>
        {giftCards > 0 ? (
          <span>
            and <Money dollars={giftCards} /> of gift cards
          </span>
        ) : null}
        <span className="soft">
          {change} {span}: <Money dollars={before.total} />
        </span>
      </dd>
    </div>
  )
}

/** The comparison as text: '12% more than'. Empty if nothing was earned in the period before. */
function changeOf(now: number, before: number): string {
  if (before <= 0) return ''
  const percent = Math.round((now / before - 1) * 100)
  if (percent === 0) return 'as much as'
  return percent > 0 ? `${formatNumber(percent)}% more than` : `${-percent}% less than`
}
