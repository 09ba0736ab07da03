import type { Order } from '#shared/checkout/api/orders.ts'
import { goodsOf } from '../orders/goods.ts'
import { Alert } from '../ui/alert.tsx'
import { METHOD_TEXTS } from './method-texts.ts'
import styles from './order-payment.module.css'
import type { Phase } from './use-payment.ts'

type PaymentMessageProps = {
  phase: Phase
  /** Shown if the payment has not failed. */
  note: string
  /** The order whose goods are held; null if none is placed. */
  order: Order | null
}

/** What happens with the payment: it is open, being confirmed, or has failed. */
export function PaymentMessage({ phase, note, order }: PaymentMessageProps) {
  if (phase.name === 'declined' || phase.name === 'failed') {
    return (
      <Alert tone="danger">
        <p>{phase.message}</p>
      </Alert>
    )
  }
  if (note) {
    return (
      <Alert>
        <p>{note}</p>
      </Alert>
    )
  }
  return (
    <p role="status" className={`italic ${styles.message}`}>
      {textOf(phase, order)}
    </p>
  )
}

function textOf(phase: Phase, order: Order | null): string {
  switch (phase.name) {
    case 'opening':
      return METHOD_TEXTS[phase.method].opening
    case 'approving':
      return METHOD_TEXTS[phase.method].open
    case 'confirming':
      return 'We are confirming your payment. Please do not pay again.'
    case 'cancelled': {
      const held = order ? `, and we still hold ${goodsOf(order.orderItems)}` : ''
      return `${METHOD_TEXTS[phase.method].left} Nothing was charged${held}.`
    }
    default:
      return ''
  }
}
