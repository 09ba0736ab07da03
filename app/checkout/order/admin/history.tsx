import type { Order } from '#shared/checkout/api/orders.ts'
import order from '#app/platform/orders/order.module.css'
import { formatDate } from '#shared/kernel/dates.ts'
import styles from './admin.module.css'

/** All changes of an order, newest first, each with its time and author. */
export function History({ of: history }: { of: Order['history'] }) {
  // Changes are only added at the end, so the index is a stable key.
  const numbered = history.map((change, number) => ({ ...change, number }))
  return (
    <section className={`${order.fact} ${styles.record}`} aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="stack-2" reversed>
        {numbered.toReversed().map(({ at, event, by, number }) => (
          <li key={number} className={styles.entry}>
            <p className="soft">
              <time dateTime={at}>{formatDate(at, 'dayAndTime')}</time> by {by}
            </p>
            <p>{event}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
