/** Wraps the payment provider and records its calls and captures. */
import type { Payment, Payments } from '#server/providers/payments.ts'
import type { Providers } from '#server/providers/providers.ts'
import { recordBlockingCall } from './random-delays.ts'

export type PaymentCalls = {
  /** Number of capture calls by the shop's order id. */
  captureCalls: Map<string, number>
  /** Ids of the completed captures by the shop's order id. */
  captures: Map<string, Set<string>>
  /** Ids of the opened payments by the shop's order id. */
  opened: Map<string, Set<string>>
}

export function recordPaymentCalls(): { paymentCalls: PaymentCalls; wrap: (real: Providers) => Providers } {
  const paymentCalls: PaymentCalls = { captureCalls: new Map(), captures: new Map(), opened: new Map() }
  return {
    paymentCalls,
    wrap: (real) => ({ ...real, payments: recording(real.payments, paymentCalls) }),
  }
}

/** One sentence per order that was captured, or requested to be captured, more than once. */
export function duplicateCaptures({ captureCalls, captures }: PaymentCalls): string[] {
  const sentences: string[] = []
  for (const [order, count] of captureCalls) {
    if (count > 1) sentences.push(`The capture of order ${order} was requested ${count} times`)
  }
  for (const [order, ids] of captures) {
    if (ids.size > 1) sentences.push(`Order ${order} was captured ${ids.size} times`)
  }
  return sentences
}

function recording(real: Payments, { captureCalls, captures, opened }: PaymentCalls): Payments {
  const orderOf = new Map<string, string>()
  const record = (payment: Payment) => {
    const order = payment.orderId ?? ''
    orderOf.set(payment.id, order)
    if (payment.capture?.status === 'completed') add(captures, order, payment.capture.id)
    return payment
  }
  return {
    ...real,
    createPayment: async (request) => {
      recordBlockingCall('a call to the payment provider')
      const payment = record(await real.createPayment(request))
      add(opened, request.orderId, payment.id)
      return payment
    },
    getPayment: async (id) => {
      recordBlockingCall('a call to the payment provider')
      const payment = await real.getPayment(id)
      return payment && record(payment)
    },
    capturePayment: async (id, requestId) => {
      recordBlockingCall('a call to the payment provider')
      const order = orderOf.get(id) ?? id
      captureCalls.set(order, (captureCalls.get(order) ?? 0) + 1)
      return record(await real.capturePayment(id, requestId))
    },
  }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}
