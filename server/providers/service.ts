/** What the clients of all outside services have in common. */

/** `sandbox`: the client calls a sandbox instead of the live service, so no money moves. */
export type Mode = 'live' | 'sandbox'

/**
 * Marks an error that is caused by the shop's own account or settings, so it affects every buyer. The service has
 * responded, so the circuit breaker stays closed, but the admin must see the reason.
 */
export function aboutShop<E extends Error>(error: E): E {
  return Object.assign(error, { isAboutShop: true })
}

export function isAboutShop(error: unknown): boolean {
  return error instanceof Error && (error as { isAboutShop?: unknown }).isAboutShop === true
}

/**
 * Marks an error about a single answer: the service has responded, and its answer lacks what this call needs. The outcome of
 * the call is unknown, as without an answer, but the service works, so it is no outage (watched.ts).
 */
export function answered<E extends Error>(error: E): E {
  return Object.assign(error, { isAnswered: true })
}

export function isAnswered(error: unknown): boolean {
  return error instanceof Error && (error as { isAnswered?: unknown }).isAnswered === true
}
