/** The state of one payment of an order, from the click on the PayPal button until the result is known. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OneTimePaymentSession } from '@paypal/paypal-js/sdk-v6'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { CallError, call, isConflict } from '../api/call.ts'
import { ask, refresh } from '../api/query.ts'
import type { PayPal } from './sdk.ts'

export type Phase =
  | { name: 'ready' }
  /** The order is being created at PayPal. */
  | { name: 'opening' }
  /** PayPal's window is open. */
  | { name: 'approving' }
  /** The buyer has approved. It is not known yet whether PayPal captured the payment. */
  | { name: 'confirming' }
  | { name: 'cancelled' }
  | { name: 'declined' | 'failed'; message: string }

/** Milliseconds between attempts. */
const PAUSE = 3000
const ATTEMPTS = 20
const NOT_CHARGED = 'The payment did not go through at PayPal, and nothing was charged. Please try again'

/** @param order the order as last fetched. It is fetched again whenever its state may have changed. */
export function usePayment(order: Order) {
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase>({ name: 'ready' })
  const sessionRef = useRef<OneTimePaymentSession>(null)
  useEffect(() => () => sessionRef.current?.destroy(), [])

  // If PayPal did not capture the payment, the order becomes pending again and can be paid again.
  const [lastState, setLastState] = useState(order.state)
  if (lastState !== order.state) {
    setLastState(order.state)
    if (lastState === 'capturing' && order.state === 'pending')
      setPhase(hasWrongPayment(order) ? { name: 'ready' } : { name: 'failed', message: NOT_CHARGED })
  }

  const fail = (error: unknown) => {
    setPhase({
      name: 'failed',
      message: error instanceof CallError ? error.message : 'PayPal did not open. Please try again',
    })
    if (isConflict(error)) void refresh(client, 'orders')
  }

  const approve = async (providerOrderId: string) => {
    setPhase({ name: 'confirming' })
    try {
      const paid = await payWithRetries(order._id, providerOrderId)
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, paid)
      setPhase({ name: 'ready' })
      void refresh(client, 'orders', 'products')
    } catch (error) {
      // Fetches the order first: if the shop is still confirming the payment, no other message may be shown.
      await refresh(client, 'orders')
      setPhase(phaseAfter(error))
    }
  }

  /** Must be called directly in the click handler, because popup blockers block windows that are opened later. */
  const start = (paypal: PayPal) => {
    setPhase({ name: 'opening' })
    const opened = call(orders.startPayment, { params: { id: order._id }, body: { method: 'paypal' } })
    // The buyer may have closed PayPal's window before the shop answered.
    opened.then(() => setPhase((now) => (now.name === 'opening' ? { name: 'approving' } : now)), fail)
    // If the shop's own request failed, its error is already shown. PayPal then reports an error too, which is ignored.
    const failAtPaypal = (error: unknown) =>
      void opened.then(
        () => fail(error),
        () => undefined,
      )
    const session = paypal.createPayPalOneTimePaymentSession({
      commit: true,
      onApprove: ({ orderId }) => approve(orderId),
      onCancel: () => setPhase({ name: 'cancelled' }),
      onError: failAtPaypal,
    })
    sessionRef.current = session
    session.start({ presentationMode: 'auto' }, opened).catch(failAtPaypal)
  }

  const cancel = () => {
    sessionRef.current?.cancel()
    setPhase({ name: 'cancelled' })
  }

  return { phase, start, cancel }
}

/** Whether PayPal captured a payment that does not match the order. Such a payment is refunded. */
export function hasWrongPayment({ dueBack, refunds }: Order): boolean {
  return dueBack.length > 0 || refunds.some(({ state, ofSale }) => !ofSale && state !== 'failed')
}

/**
 * Retries until the result is known. The buyer is not charged twice, because the server repeats the same
 * PayPal-Request-Id.
 */
async function payWithRetries(id: string, providerOrderId: string): Promise<Order> {
  for (let count = 1; ; count++) {
    try {
      return await call(orders.pay, { params: { id }, body: { id: providerOrderId } })
    } catch (error) {
      if (count === ATTEMPTS || !hasNoResult(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}

/**
 * Whether there is no response, or the response does not say if the buyer was charged. A response with a code, such as
 * `confirming`, is not retried: the shop itself asks PayPal for the result.
 */
function hasNoResult(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  if (typeof error.failure === 'string') return true
  return error.failure >= 500 && error.data.code === undefined
}

function phaseAfter(error: unknown): Phase {
  if (!(error instanceof CallError)) return { name: 'failed', message: NOT_CHARGED }
  if (error.failure === 402) return { name: 'declined', message: error.message }
  if (error.data.code === 'confirming') return { name: 'ready' }
  if (hasNoResult(error)) {
    return {
      name: 'failed',
      message:
        'We could not reach the shop after you paid. Please do not pay again: reload this page in a minute',
    }
  }
  return { name: 'failed', message: error.message }
}
