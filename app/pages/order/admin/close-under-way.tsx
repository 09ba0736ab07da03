import { orderAdmin } from '#shared/api/order-admin.ts'
import type { Order } from '#shared/api/orders.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import styles from './admin.module.css'
import { useOrderChange } from './use-order-change.ts'

/** For the shop: gives an order up whose payment is being confirmed for too long. */
export function CloseUnderWay({ order }: { order: Order }) {
  const close = useOrderChange(
    order,
    () => call(orderAdmin.close, { params: { id: order._id } }),
    'Order closed. Its goods are back in stock',
  )
  if (order.state !== 'capturing') return null
  const ask = () => {
    const question = 'Close this order and put its goods back in stock? PayPal is asked first.'
    if (!close.isPending && window.confirm(question)) close.mutate()
  }
  return (
    <section className={styles.panel} aria-labelledby="under-way">
      <header className={styles.head}>
        <h2 id="under-way">Payment</h2>
        <p className={styles.state}>{order.paymentState === 'review' ? 'Under review' : 'Being confirmed'}</p>
      </header>
      <p className={styles.word}>
        The shop asks PayPal every minute. If this takes too long, you can close the order: PayPal is asked
        first, and money that has come in is kept as payment of the order. Money that comes in later is owed
        back to the buyer.
      </p>
      <Button look="line" busy={close.isPending} onClick={ask}>
        Close this order
      </Button>
    </section>
  )
}
