/** The state of one payment of an order, from the click on the button of a method until the result is known. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { CallError, call, isConflict } from '../api/call.ts'
import { ask, refresh } from '../api/query.ts'
import { messageOf, type Payment, type Running } from './payment.ts'
import { hasNoAnswer, payFor } from '../api/until-answered.ts'
import type { PayMethods } from './use-pay-methods.ts'

export type Phase =
  | { name: 'ready' }
  /** The order is being created at PayPal. */
  | { name: 'opening'; method: PayMethod }
  /** The method waits for the buyer. */
  | { name: 'approving'; method: PayMethod }
  /** The buyer has approved. It is not known yet whether PayPal captured the payment. */
  | { name: 'confirming'; method: PayMethod }
  | { name: 'cancelled'; method: PayMethod }
  /** Without a method, it was not this page that paid. */
  | { name: 'declined' | 'failed'; message: string; method?: PayMethod }

const NOT_CHARGED = 'The payment did not go through at PayPal, and nothing was charged. Please try again'

/**
 * @param order the order as last fetched. It is fetched again whenever its state may have changed.
 * @param methods the methods for the sum of the order
 */
export function usePayment(order: Order, methods: PayMethods) {
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase>({ name: 'ready' })
  const running = useRef<Running>(null)
  useEffect(() => () => running.current?.close(), [])

  // If PayPal did not capture the payment, the order becomes pending again and can be paid again.
  const [lastState, setLastState] = useState(order.state)
  if (lastState !== order.state) {
    setLastState(order.state)
    if (lastState === 'capturing' && order.state === 'pending')
      setPhase(hasWrongPayment(order) ? { name: 'ready' } : { name: 'failed', message: NOT_CHARGED })
  }

  const paymentWith = (method: PayMethod): Omit<Payment, 'open'> => ({
    approved: async (providerOrderId) => {
      setPhase({ name: 'confirming', method })
      try {
        const paid = await payFor(order._id, providerOrderId)
        client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, paid)
        setPhase({ name: 'ready' })
        void refresh(client, 'orders', 'products')
        return undefined
      } catch (error) {
        // Fetches the order first: if the shop is still confirming the payment, no other message may be shown.
        await refresh(client, 'orders')
        const after = phaseAfter(error, method)
        setPhase(after)
        return after.name === 'declined' ? after.name : undefined
      }
    },
    cancelled: () => setPhase({ name: 'cancelled', method }),
    failed: (error) => {
      setPhase({ name: 'failed', message: messageOf(error, method), method })
      if (isConflict(error)) void refresh(client, 'orders')
    },
  })

  /** Must be called directly in the click handler, because popup blockers block windows that are opened later. */
  const pay = (method: PayMethod) => {
    if (methods.status !== 'ready') return
    setPhase({ name: 'opening', method })
    const open = () => {
      const opened = call(orders.startPayment, { params: { id: order._id }, body: { method } })
      // The buyer may have closed the window before the shop answered.
      opened.then(
        () => setPhase((now) => (now.name === 'opening' ? { name: 'approving', method } : now)),
        () => undefined,
      )
      return opened
    }
    running.current = methods.start(method, { ...paymentWith(method), open })
  }

  // The buyer may come back from a page of PayPal.
  const mayResume = useRef(true)
  useEffect(() => {
    if (methods.status !== 'ready' || !mayResume.current || order.state !== 'pending') return
    mayResume.current = false
    running.current = methods.resume(paymentWith('paypal'))
  })

  return { phase, pay, close: () => running.current?.close() }
}

/** Whether PayPal captured a payment that does not match the order. Such a payment is refunded. */
export function hasWrongPayment({ dueBack, refunds }: Order): boolean {
  return dueBack.length > 0 || refunds.some(({ state, ofSale }) => !ofSale && state !== 'failed')
}

/** What the page says after a capture that failed. */
export function phaseAfter(error: unknown, method: PayMethod): Phase {
  if (!(error instanceof CallError)) return { name: 'failed', message: NOT_CHARGED, method }
  if (error.failure === 402) return { name: 'declined', message: error.message, method }
  // After the session has ended, the page asks for it, and then captures the payment.
  if (error.data.code === 'confirming' || error.failure === 401) return { name: 'ready' }
  const message = hasNoAnswer(error)
    ? 'We could not reach the shop after you paid. Please do not pay again: reload this page in a minute'
    : error.message
  return { name: 'failed', message, method }
}
