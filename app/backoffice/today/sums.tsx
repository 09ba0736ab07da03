import type { Compared, AdminSales, SoldSize, SoldProduct } from '#shared/backoffice/api/admin.ts'
import { VIA_TEXTS } from '#shared/kernel/order-state-names.ts'
import type { OrderVia } from '#shared/kernel/order-states.ts'
import { counted, formatNumber } from '#shared/kernel/counts.ts'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './sums.module.css'
import { Link } from 'react-router'

/** The sales of today, of 7 days and of 30 days. Each is compared with the period before it. */
export function Sums({ of: sales }: { of: AdminSales }) {
  return (
    <dl className={`grid box thirds-36 ${styles.sums}`}>
      {PERIODS.map(({ period, ...texts }) => (
        <Sum
          key={period}
          {...texts}
          of={sales[period]}
          giftCards={sales.giftCards[period]}
          invoiced={sales.wholesale[period]}
          vias={staffSales(sales, period)}
        />
      ))}
    </dl>
  )
}

const PERIODS = [
  { period: 'today', name: 'Today', before: 'yesterday', isComplete: false },
  { period: 'week', name: '7 days', before: 'the 7 days before', isComplete: true },
  { period: 'month', name: '30 days', before: 'the 30 days before', isComplete: true },
] as const

/** The sales by phone and at the counter, if there are any. */
function staffSales({ vias }: AdminSales, period: (typeof PERIODS)[number]['period']) {
  return vias.flatMap((sums) =>
    sums.via === 'web' || sums[period].orders === 0 ? [] : [{ ...sums[period], via: sums.via }],
  )
}

function Sum({
  name,
  of: { orders, total, before },
  giftCards,
  invoiced,
  vias,
  before: span,
  isComplete,
}: {
  name: string
  of: Compared
  /** The gift cards sold, in dollars. The total does not include them. */
  giftCards: number
  /** The invoices of wholesale accounts, in dollars. The total does not include them either. */
  invoiced: number
  /** The parts of the total from orders by phone and at the counter. */
  vias: { via: OrderVia; total: number }[]
  before: string
  /** Whether the period is over. A day that is not over is not compared in percent. */
  isComplete: boolean
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
        {vias.map((sums) => (
          <span key={sums.via}>
            <Money dollars={sums.total} /> {VIA_TEXTS[sums.via]}
          </span>
        ))}
        {giftCards > 0 ? (
          <span>
            and <Money dollars={giftCards} /> of gift cards
          </span>
        ) : null}
        {invoiced === 0 ? null : (
          <span>
            and <Money dollars={invoiced} /> invoiced to accounts
          </span>
        )}
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

/** The sizes with the most pieces sold, of all categories. */
export function BestSellers({ of: best }: { of: SoldSize[] }) {
  return (
    <section className={`stack-1 packed ${styles.sold}`}>
      <h3>
        Best sellers <span>30 days, by pieces</span>
      </h3>
      {best.length === 0 ? (
        <p>Nothing has been sold in these 30 days.</p>
      ) : (
        <ol aria-label="Best sellers">
          {best.map(({ _id, name, size, qty, total }) => (
            <li key={`${_id} ${size}`}>
              <Link to={`/admin/product/${_id}/edit`}>{size ? `${name}, ${size}` : name}</Link>
              <span className={styles.revenue}>
                <Money dollars={total} />
              </span>
              <span className={styles.qty}>{formatNumber(qty)} sold</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The sales of each coffee. The list has bars and values, so it needs no separate table. */
export function Coffees({
  coffees,
  others,
}: {
  coffees: AdminSales['coffees']
  others: AdminSales['otherCoffees']
}) {
  const most = Math.max(...coffees.map(({ total }) => total), others.total)
  return (
    <section className={`stack-1 packed ${styles.sold}`}>
      <h3>
        By coffee <span>30 days, without shipping and tax</span>
      </h3>
      {coffees.length === 0 ? (
        <p>No coffee has been sold in these 30 days.</p>
      ) : (
        <ol aria-label="Sales by coffee">
          {coffees.map((coffee) => (
            <Coffee key={coffee._id} of={coffee} most={most} />
          ))}
          {others.qty > 0 ? (
            <Coffee of={{ _id: '', name: 'All other coffees', ...others }} most={most} />
          ) : null}
        </ol>
      )}
    </section>
  )
}

function Coffee({ of: { _id, name, qty, total }, most }: { of: SoldProduct; most: number }) {
  return (
    <li>
      {_id ? <Link to={`/admin/product/${_id}/edit`}>{name}</Link> : <span>{name}</span>}
      <span className={styles.revenue}>
        <Money dollars={total} />
      </span>
      <span className={styles.qty}>{counted(qty, 'bag')}</span>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(100 * total) / most} height="1" />
      </svg>
    </li>
  )
}
