/** One payment of one order, from the click to the shop's last word. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OneTimePaymentSession } from '@paypal/paypal-js/sdk-v6'
import { orders, type Order } from '#shared/api/orders.ts'
import { CallError, call } from '../api/call.ts'
import { ask, refresh } from '../api/query.ts'
import type { PayPal } from './sdk.ts'

export type Phase =
  | { name: 'ready' }
  /** The order is being opened at PayPal. */
  | { name: 'opening' }
  /** PayPal's window is open. */
  | { name: 'approving' }
  /** The buyer said yes; nobody knows yet whether the money moved. */
  | { name: 'confirming' }
  | { name: 'cancelled' }
  | { name: 'declined' | 'failed'; message: string }

const PAUSE = 3000
const TRIES = 20
const NOT_THROUGH = 'The payment did not go through at PayPal, and nothing was charged. Please try again'

/** @param order as last read; it is asked again whenever its state may have changed */
export function usePayment(order: Order) {
  const client = useQueryClient()
  const [phase, setPhase] = useState<Phase>({ name: 'ready' })
  const sessionRef = useRef<OneTimePaymentSession>(null)
  useEffect(() => () => sessionRef.current?.destroy(), [])

  // The shop asked PayPal and heard no: an order that was being confirmed can be paid again.
  const [seen, setSeen] = useState(order.state)
  if (seen !== order.state) {
    setSeen(order.state)
    if (seen === 'capturing' && order.state === 'pending')
      setPhase(goesBack(order) ? { name: 'ready' } : { name: 'failed', message: NOT_THROUGH })
  }

  const fail = (error: unknown) => {
    setPhase({
      name: 'failed',
      message: error instanceof CallError ? error.message : 'PayPal did not open. Please try again',
    })
    if (error instanceof CallError && error.failure === 409) void refresh(client, 'orders')
  }

  const approve = async (providerOrderId: string) => {
    setPhase({ name: 'confirming' })
    try {
      const paid = await payPatiently(order._id, providerOrderId)
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, paid)
      setPhase({ name: 'ready' })
      void refresh(client, 'orders', 'products')
    } catch (error) {
      // What the order says comes first: while it is being confirmed, nothing else may be shown.
      await refresh(client, 'orders')
      setPhase(phaseAfter(error))
    }
  }

  /** Must run inside the click itself: a window that opens later is taken for an advertisement and blocked. */
  const start = (paypal: PayPal) => {
    setPhase({ name: 'opening' })
    const opened = call(orders.startPayment, { params: { id: order._id } })
    opened.then(() => setPhase({ name: 'approving' }), fail)
    // Once the shop itself has said why, PayPal's echo of it adds nothing.
    const failInWindow = (error: unknown) =>
      void opened.then(
        () => fail(error),
        () => undefined,
      )
    const session = paypal.createPayPalOneTimePaymentSession({
      commit: true,
      onApprove: ({ orderId }) => approve(orderId),
      onCancel: () => setPhase({ name: 'cancelled' }),
      onError: failInWindow,
    })
    sessionRef.current = session
    session.start({ presentationMode: 'auto' }, opened).catch(failInWindow)
  }

  const cancel = () => {
    sessionRef.current?.cancel()
    setPhase({ name: 'cancelled' })
  }

  return { phase, start, cancel }
}

/** Whether money came in that does not fit the order, so that it goes back to the buyer. */
export function goesBack({ dueBack, refunds }: Order): boolean {
  return dueBack.length > 0 || refunds.some(({ state, ofSale }) => !ofSale && state !== 'failed')
}

/** Asking again cannot charge twice (the shop's request to PayPal carries one id), so silence is asked again. */
async function payPatiently(id: string, providerOrderId: string): Promise<Order> {
  for (let count = 1; ; count++) {
    try {
      return await call(orders.pay, { params: { id }, body: { id: providerOrderId } })
    } catch (error) {
      if (count === TRIES || !isSilence(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}

/** No answer, or one that leaves open whether money moved; "confirming" is an answer. */
function isSilence(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  if (typeof error.failure === 'string') return true
  return error.failure >= 500 && error.data.code === undefined
}

function phaseAfter(error: unknown): Phase {
  if (!(error instanceof CallError)) return { name: 'failed', message: NOT_THROUGH }
  if (error.failure === 402) return { name: 'declined', message: error.message }
  if (error.data.code === 'confirming') return { name: 'ready' }
  if (isSilence(error)) {
    return {
      name: 'failed',
      message:
        'We could not reach the shop after you paid. Please do not pay again: reload this page in a minute',
    }
  }
  return { name: 'failed', message: error.message }
}
