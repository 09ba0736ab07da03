import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orders, type Order } from '#shared/api/orders.ts'
import { call } from '../../api/call.ts'
import { ask, refresh } from '../../api/query.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './admin-panel.module.css'
import { formatMoment } from './dates.ts'

/** For the shop: mark a paid order delivered, and what has happened to it so far. */
export function AdminPanel({ order }: { order: Order }) {
  const client = useQueryClient()
  const delivering = useMutation({
    mutationFn: () => call(orders.deliver, { params: { id: order._id } }),
    onSuccess: (delivered) => {
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, delivered)
      toast.success('Order delivered')
    },
    onError: (error) => toast.error(error.message),
    onSettled: () => refresh(client, 'orders'),
  })
  return (
    <div className={styles.panel}>
      {order.isPaid && !order.isDelivered && order.state !== 'refunded' ? (
        <Button busy={delivering.isPending} onClick={() => delivering.mutate()}>
          Mark As Delivered
        </Button>
      ) : null}
      <h2>History</h2>
      <ol className={styles.history}>
        {order.history.map(({ at, event, by }) => (
          <li key={`${at} ${event}`}>
            <time dateTime={at}>{formatMoment(at)}</time>
            <span>
              {event} <em>by {by}</em>
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
