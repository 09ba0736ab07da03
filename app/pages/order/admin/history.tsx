import type { Order } from '#shared/api/orders.ts'
import { formatDate } from '#shared/dates.ts'
import order from '../order.module.css'
import styles from './admin.module.css'

/** What has happened to an order so far: every change, when and by whom, the last one first. */
export function History({ of: history }: { of: Order['history'] }) {
  return (
    <section className={`${order.fact} ${styles.record}`} aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className={styles.entries} reversed>
        {history.toReversed().map(({ at, event, by }, index) => (
          // Only ever grows at its beginning, so that the place from the end is a name.
          <li key={history.length - index} className={styles.entry}>
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
