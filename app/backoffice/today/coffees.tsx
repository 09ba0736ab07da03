import { Link } from 'react-router'
import type { AdminSales, SoldProduct } from '#shared/backoffice/api/admin.ts'
import { counted } from '#shared/kernel/counts.ts'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './sold.module.css'

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
      <span className={styles.total}>
        <Money dollars={total} />
      </span>
      <span className={styles.qty}>{counted(qty, 'bag')}</span>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(100 * total) / most} height="1" />
      </svg>
    </li>
  )
}
