/**
 * The idempotency key of the order that is being placed. A repeated press, a retry after a lost connection and a second
 * tab send the same key, so the server returns the same order. A different cart gets a new key.
 */
import type { PlaceOrder } from '#shared/api/orders.ts'
import { newKey } from '../../api/new-key.ts'

const KEY = 'checkoutAttempt'

type Attempt = { key: string; body: string }

/** The key for this order: the stored key if the server has not answered yet, otherwise a new one. */
export function keyFor(order: PlaceOrder): string {
  const body = JSON.stringify(order)
  const stored = read()
  if (stored?.body === body) return stored.key
  const attempt = { key: newKey(), body }
  write(attempt)
  return attempt.key
}

/** Deletes the key after the server has accepted or refused the order. */
export function forgetKey(): void {
  write(null)
}

/** Used if local storage is not allowed. */
let inMemory: Attempt | null = null

function read(): Attempt | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Attempt | null
  } catch {
    return inMemory
  }
}

function write(attempt: Attempt | null): void {
  inMemory = attempt
  try {
    if (attempt) localStorage.setItem(KEY, JSON.stringify(attempt))
    else localStorage.removeItem(KEY)
  } catch {
    // Without local storage the key is lost when the page is closed.
  }
}
