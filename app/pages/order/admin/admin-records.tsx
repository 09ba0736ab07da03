import type { Order } from '#shared/api/orders.ts'
import styles from './admin.module.css'
import { History } from './history.tsx'
import { Notes } from './notes.tsx'

/** What the shop knows of an order beyond its facts. */
export function DeskRecords({ order }: { order: Order }) {
  return (
    <div className={styles.records}>
      <Notes orderId={order._id} />
      <History of={order.history} />
    </div>
  )
}
