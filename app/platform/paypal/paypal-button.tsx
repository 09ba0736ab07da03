import { useEffect, useRef, type ReactNode } from 'react'
import type { Order } from '#shared/checkout/api/orders.ts'
import { useBusiness } from '../api/business.ts'
import { goodsOf } from '../orders/goods.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import styles from './paypal-button.module.css'
import { usePayPal } from './use-paypal.ts'
import { hasWrongPayment, usePayment, type Phase } from './use-payment.ts'

type PayPalButtonProps = {
  order: Order
  /** Shown around the button until the buyer has approved the payment: the time left to pay, and the cancel button. */
  before: ReactNode
  after: ReactNode
}

/** The payment of an unpaid order: the PayPal button and messages about every state of the payment. */
export function PayPalButton({ order, before, after }: PayPalButtonProps) {
  const state = usePayPal()
  const { phase, start, cancel } = usePayment(order)
  const isConfirming = phase.name === 'confirming' || order.state === 'capturing'
  if (isConfirming) return <Confirming order={order} />
  return (
    <div className="stack-3">
      {before}
      <PaymentMessage phase={phase} order={order} />
      {state.status === 'loading' ? (
        <p className={`note ${styles.loading}`}>Loading the PayPal button…</p>
      ) : null}
      {state.status === 'failed' ? <ScriptFailed retry={state.retry} /> : null}
      {state.status === 'ready' ? (
        <PayButton phase={phase} pay={() => start(state.paypal)} cancel={cancel} />
      ) : null}
      {after}
    </div>
  )
}

function PayButton({ phase, pay, cancel }: { phase: Phase; pay: () => void; cancel: () => void }) {
  const ref = useRef<HTMLElement>(null)
  const isOpen = phase.name === 'opening' || phase.name === 'approving'
  // The focus returns to the button when PayPal's window closes.
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) ref.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  if (customElements.get('paypal-button') === undefined) {
    return (
      <Button onClick={pay} busy={isOpen} className={styles.own}>
        Pay with PayPal
      </Button>
    )
  }
  return (
    <>
      <paypal-button
        ref={ref}
        type="pay"
        className={styles.element}
        disabled={isOpen}
        onClick={isOpen ? undefined : pay}
      />
      {phase.name === 'approving' ? (
        <Button look="quiet" onClick={cancel}>
          Close the PayPal window
        </Button>
      ) : null}
    </>
  )
}

function PaymentMessage({ phase, order }: { phase: Phase; order: Order }) {
  if (phase.name === 'declined' || phase.name === 'failed') {
    return (
      <Alert tone="danger">
        <p>{phase.message}</p>
      </Alert>
    )
  }
  if (hasWrongPayment(order) && phase.name === 'ready') {
    return (
      <Alert>
        <p>
          PayPal took a payment that does not match this order. We are refunding all of it. The order is not
          paid yet.
        </p>
      </Alert>
    )
  }
  const texts: Partial<Record<Phase['name'], ReactNode>> = {
    opening: 'Opening PayPal…',
    approving: 'PayPal’s window is open. Finish there, and come back here.',
    cancelled: `You left PayPal without paying. Nothing was charged, and we still hold ${goodsOf(order.orderItems)}.`,
  }
  return (
    <p role="status" className={`italic ${styles.message}`}>
      {texts[phase.name]}
    </p>
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

function ScriptFailed({ retry }: { retry: () => void }) {
  const brand = useBusiness()
  return (
    <Alert tone="danger">
      <div className="stack-2 items-left">
        <p>
          The payment script failed to load. A content blocker or a weak connection may be the reason. Your
          order is safe.
        </p>
        <Button look="line" onClick={retry}>
          Load it again
        </Button>
        <p>
          Or write to <a href={`mailto:${brand.contactEmail}`}>{brand.contactEmail}</a> with the number of
          this order.
        </p>
      </div>
    </Alert>
  )
}
