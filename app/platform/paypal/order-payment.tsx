import type { ReactNode } from 'react'
import type { Order } from '#shared/checkout/api/orders.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import { goodsOf } from '../orders/goods.ts'
import { Alert } from '../ui/alert.tsx'
import styles from './order-payment.module.css'
import { OfferedMethods } from './offered-methods.tsx'
import { usePayMethods } from './use-pay-methods.ts'
import { hasWrongPayment, usePayment } from './use-payment.ts'

type OrderPaymentProps = {
  order: Order
  /** Shown around the buttons until the buyer has approved the payment: the time left to pay, and the cancel button. */
  before: ReactNode
  after: ReactNode
}

const WRONG_PAYMENT =
  'PayPal took a payment that does not match this order. We are refunding all of it. The order is not paid yet.'

/** The payment of an unpaid order: a button for each method, and messages about every state of the payment. */
export function OrderPayment({ order, before, after }: OrderPaymentProps) {
  const methods = usePayMethods(toCents(order.totalPrice) - toCents(order.giftCardPrice), order.payMethods)
  const { phase, pay, close } = usePayment(order, methods)
  const isConfirming = phase.name === 'confirming' || order.state === 'capturing'
  if (isConfirming) return <Confirming order={order} />
  return (
    <div className="stack-3">
      {before}
      {hasWrongPayment(order) && phase.name === 'ready' ? (
        <Alert>
          <p>{WRONG_PAYMENT}</p>
        </Alert>
      ) : null}
      <OfferedMethods
        methods={methods}
        phase={phase}
        press={pay}
        close={close}
        held={goodsOf(order.orderItems)}
        assurance="Your order is safe"
        hasOrder
      />
      {after}
    </div>
  )
}

function Confirming({ order }: { order: Order }) {
  if (order.paymentState === 'review') {
    return (
      <Alert>
        <h3 className={styles.title}>PayPal is reviewing this payment</h3>
        <p>
          The review can take a day. You do not need to do anything. Please do not pay again: we keep{' '}
          {goodsOf(order.orderItems)} for you, and this page shows the outcome.
        </p>
      </Alert>
    )
  }
  return (
    <Alert>
      <h3 className={styles.title}>We are confirming your payment</h3>
      <p>Please do not pay again. This page shows the outcome, usually within a minute.</p>
      <span className={styles.pulse} aria-hidden="true" />
    </Alert>
  )
}
