import type { Order } from '#shared/api/orders.ts'
import order from '../../../orders/order.module.css'
import { formatDate } from '#shared/dates.ts'
import styles from './admin.module.css'

/** What has happened to an order so far: every change, when and by whom, the last one first. */
export function History({ of: history }: { of: Order['history'] }) {
  // Changes are only ever added at the end, so the number of one stays the same.
  const numbered = history.map((change, number) => ({ ...change, number }))
  return (
    <section className={`${order.fact} ${styles.record}`} aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className={styles.entries} reversed>
        {numbered.toReversed().map(({ at, event, by, number }) => (
          <li key={number} className={styles.entry}>
            <p className={styles.when}>
              <time dateTime={at}>{formatDate(at, 'dayAndTime')}</time> by {by}
            </p>
            <p>{event}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
