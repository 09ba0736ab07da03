import { Link } from 'react-router'
import type { SoldSize } from '#shared/backoffice/api/admin.ts'
import { formatNumber } from '#shared/kernel/counts.ts'
import { Money } from '#app/platform/ui/money.tsx'
import styles from './sold.module.css'

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
              <span className={styles.total}>
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
