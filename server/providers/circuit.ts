/**
 * A circuit breaker: a service that has not answered several times in a row is left alone for a while, so that
 * nobody waits for what will not come and the service is not asked by everybody at once when it returns.
 * Why not a library: decisions/020-circuit-breakers.md.
 */
import { SECOND, type Clock } from '../time/clock.ts'

/** Outages in a row. */
export const OPENS_AFTER = 5
/** Less than the reconciler's minute, so that each of its runs may ask. */
export const PAUSE = 30 * SECOND

export type Circuit = {
  /** Whether a call may go out. The first one after a pause may, as the probe; the others wait for what it finds. */
  admits(): boolean
  /** Whether a call would be turned away now; asks nothing and changes nothing. */
  isOpen(): boolean
  /** When the next call may go out, in ISO 8601; null while the circuit is closed. */
  nextTryAt(): string | null
  answered(): void
  silent(): void
}

export function circuit(clock: Clock): Circuit {
  let outages = 0
  let nextTry: number | null = null
  const now = () => clock.now().getTime()
  const pause = () => {
    nextTry = now() + PAUSE
  }
  // A pause that seems longer than a pause was set by a clock that has been put back since.
  const isOpen = () => nextTry !== null && now() < nextTry && nextTry - now() <= PAUSE
  return {
    isOpen,
    admits() {
      if (isOpen()) return false
      if (nextTry !== null) pause()
      return true
    },
    nextTryAt: () => (nextTry === null ? null : new Date(nextTry).toISOString()),
    answered() {
      outages = 0
      nextTry = null
    },
    silent() {
      outages += 1
      if (outages >= OPENS_AFTER) pause()
    },
  }
}
