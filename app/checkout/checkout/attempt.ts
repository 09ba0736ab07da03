/**
 * The idempotency key of the order that is being placed. A second press, a retry after a lost connection and a second
 * tab all send the same key, so the server returns the same order. A different cart gets a new key.
 */
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { newKey } from '#app/platform/api/send-once.ts'
import { localText } from '#app/platform/session/local-text.ts'

/** Kept in memory if local storage is full or not allowed, so that a retry on this page sends the same key. */
const stored = localText('checkoutAttempt')

type Attempt = { key: string; body: string }

/** The key for this order. This is the stored key if the server has not answered yet, otherwise a new key. */
export function keyFor(order: PlaceOrder): string {
  const body = JSON.stringify(order)
  const previous = read()
  if (previous?.body === body) return previous.key
  const attempt: Attempt = { key: newKey(), body }
  stored.write(JSON.stringify(attempt))
  return attempt.key
}

/**
 * The attempt to place another order than this one, if the server has not answered it; null if there is none. That order
 * may exist, and hold goods.
 */
export function lostAttempt(order: PlaceOrder): { key: string; body: PlaceOrder } | null {
  const previous = read()
  if (!previous || previous.body === JSON.stringify(order)) return null
  return { key: previous.key, body: JSON.parse(previous.body) as PlaceOrder }
}

/** Deletes the key after the server has accepted or refused the order. */
export function forgetKey(): void {
  stored.write(null)
}

function read(): Attempt | null {
  try {
    const found = JSON.parse(stored.read() ?? 'null') as Attempt | null
    return typeof found?.key === 'string' && typeof found.body === 'string' ? found : null
  } catch {
    return null
  }
}
