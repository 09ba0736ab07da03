import { Link } from 'react-router'
import type { SoldProduct } from '#shared/api/admin.ts'
import { formatNumber } from '#shared/counts.ts'
import { Money } from '../../../ui/money.tsx'
import styles from './sold.module.css'

/** The products with the most pieces sold, of all categories. */
export function BestSellers({ of: best }: { of: SoldProduct[] }) {
  return (
    <section className={styles.sold}>
      <h3>
        Best sellers <span>30 days, by pieces</span>
      </h3>
      {best.length === 0 ? (
        <p>Nothing has been sold in these 30 days.</p>
      ) : (
        <ol aria-label="Best sellers">
          {best.map(({ _id, name, qty, total }) => (
            <li key={_id}>
              <Link to={`/admin/product/${_id}/edit`}>{name}</Link>
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
