/** Calls that are repeated until the shop answers, because it is not known what they have done. */
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import { CallError, call } from './call.ts'

/** Milliseconds between attempts. */
const PAUSE = 3000
const ATTEMPTS = 20

/** Repeats a call until the shop answers. Only for calls that do nothing twice. Throws CallError. */
export async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await send()
    } catch (error) {
      if (count === ATTEMPTS || !hasNoAnswer(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}

/**
 * Whether there is no response, or it does not say what was done. A response with a code, such as `confirming`, is an
 * answer: the shop itself asks PayPal for the result.
 */
export function hasNoAnswer(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  if (typeof error.failure === 'string') return true
  return error.failure >= 500 && error.data.code === undefined
}

/**
 * Whether the shop has answered that it does not do it. A 401 says only that the session has ended, and a 429 that the shop
 * must be asked later.
 */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof CallError) || typeof error.failure === 'string') return false
  return error.failure < 500 && error.failure !== 401 && error.failure !== 429
}

/**
 * Captures the payment of a placed order. The buyer is not charged twice, because the server repeats the same
 * PayPal-Request-Id. Throws CallError.
 */
export function payFor(id: string, providerOrderId: string): Promise<Order> {
  return untilAnswered(() => call(orders.pay, { params: { id }, body: { id: providerOrderId } }))
}
