/** What the clients of all outside services have in common. */

/**
 * `sandbox`: the client calls a sandbox instead of the live service, so no money moves. `none`: the service is not
 * connected, so every call fails.
 */
export type Mode = 'live' | 'sandbox' | 'none'

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

/** Marks an error with which the service has refused the credentials or the account, unlike one of a service that was not reached. */
export function refused<E extends Error>(error: E): E {
  return Object.assign(error, { isRefused: true })
}

export function isMarkedRefused(error: unknown): boolean {
  return error instanceof Error && (error as { isRefused?: unknown }).isRefused === true
}
