/** Counts what the payment provider is asked to take, and what it took, on the way through. */
import type { Payment, Payments, Providers } from '#server/providers/providers.ts'
import { noteStray } from './rough.ts'

export type Takings = {
  /** How often a capture was asked for, by our order's id. */
  asked: Map<string, number>
  /** The captures that took money, by our order's id. */
  taken: Map<string, Set<string>>
  /** The payments that were opened, by our order's id. */
  opened: Map<string, Set<string>>
}

export function countTakings(): { takings: Takings; through: (real: Providers) => Providers } {
  const takings: Takings = { asked: new Map(), taken: new Map(), opened: new Map() }
  return {
    takings,
    through: (real) => ({ ...real, payments: counting(real.payments, takings) }),
  }
}

/** One sentence per order whose money was asked for or taken more often than once. */
export function takenTwice({ asked, taken }: Takings): string[] {
  const sentences: string[] = []
  for (const [order, count] of asked) {
    if (count > 1) sentences.push(`The capture of order ${order} was asked for ${count} times`)
  }
  for (const [order, captures] of taken) {
    if (captures.size > 1) sentences.push(`Order ${order} was captured ${captures.size} times`)
  }
  return sentences
}

function counting(real: Payments, { asked, taken, opened }: Takings): Payments {
  const orderOf = new Map<string, string>()
  const see = (payment: Payment) => {
    const order = payment.orderId ?? ''
    orderOf.set(payment.id, order)
    if (payment.capture?.status === 'completed') add(taken, order, payment.capture.id)
    return payment
  }
  return {
    ...real,
    createPayment: async (request) => {
      noteStray('a call to the payment provider')
      const payment = see(await real.createPayment(request))
      add(opened, request.orderId, payment.id)
      return payment
    },
    getPayment: async (id) => {
      noteStray('a call to the payment provider')
      const payment = await real.getPayment(id)
      return payment && see(payment)
    },
    capturePayment: async (id, requestId) => {
      noteStray('a call to the payment provider')
      const order = orderOf.get(id) ?? id
      asked.set(order, (asked.get(order) ?? 0) + 1)
      return see(await real.capturePayment(id, requestId))
    },
  }
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  map.set(key, (map.get(key) ?? new Set()).add(value))
}
