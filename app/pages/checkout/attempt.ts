/**
 * One wish to buy has one key, however often it is sent: the shop answers the same order to a repeated press, a
 * lost connection, or a second tab. Another cart is another wish.
 */
import type { PlaceOrder } from '#shared/api/orders.ts'
import { newKey } from '../../api/new-key.ts'

const KEY = 'checkoutAttempt'

type Attempt = { key: string; body: string }

/** The key for this very order: the stored one while it has not been answered, else a new one. */
export function keyFor(order: PlaceOrder): string {
  const body = JSON.stringify(order)
  const stored = read()
  if (stored?.body === body) return stored.key
  const attempt = { key: newKey(), body }
  write(attempt)
  return attempt.key
}

/** The shop has answered, one way or the other. */
export function forgetKey(): void {
  write(null)
}

let kept: Attempt | null = null

function read(): Attempt | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Attempt | null
  } catch {
    return kept
  }
}

function write(attempt: Attempt | null): void {
  kept = attempt
  try {
    if (attempt) localStorage.setItem(KEY, JSON.stringify(attempt))
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage the key lives as long as the page.
  }
}
