import type { Order } from '#shared/checkout/api/orders.ts'
import styles from './admin.module.css'
import { History } from './history.tsx'
import { Notes } from './notes.tsx'

/** The private notes and the history of an order, for admins. */
export function OrderRecords({ order }: { order: Order }) {
  return (
    <div className={`stack-6 ${styles.records}`}>
      <Notes orderId={order._id} />
      <History of={order.history} />
    </div>
  )
}
