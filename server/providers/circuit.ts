/**
 * A circuit breaker: after several outages in a row, calls to a service fail immediately for a while. Requests then do
 * not wait for a timeout, and the service is not flooded with calls when it recovers. decisions/020-circuit-breakers.md
 * explains why no library is used.
 */
import { SECOND, type Clock } from '#server/kernel/time/clock.ts'

/** The number of outages in a row that opens the circuit. */
export const OPENS_AFTER = 5
/**
 * Milliseconds for which calls fail. Less than the reconciler's interval of a minute, so that each of its runs may make
 * a call.
 */
export const PAUSE = 30 * SECOND

export type Circuit = {
  /**
   * Whether a call may be made now. After a pause, this returns true for one call, the probe, and starts the next
   * pause.
   */
  allowsCall(): boolean
  /** Whether calls are refused now. Changes nothing. */
  isOpen(): boolean
  /** The time of the next allowed call, ISO 8601; null while the circuit is closed. */
  nextTryAt(): string | null
  /** Call when the service has responded. Closes the circuit. */
  recordResponse(): void
  /** Call when the service has not responded. Opens the circuit after `OPENS_AFTER` outages in a row. */
  recordOutage(): void
}

export function circuit(clock: Clock): Circuit {
  let outages = 0
  let nextTry: number | null = null
  const now = () => clock.now().getTime()
  const pause = () => {
    nextTry = now() + PAUSE
  }
  // If the next try is more than a pause away, the clock was set back. The circuit then counts as closed.
  const isOpen = () => nextTry !== null && now() < nextTry && nextTry - now() <= PAUSE
  return {
    isOpen,
    allowsCall() {
      if (isOpen()) return false
      if (nextTry !== null) pause()
      return true
    },
    nextTryAt: () => (nextTry === null ? null : new Date(nextTry).toISOString()),
    recordResponse() {
      outages = 0
      nextTry = null
    },
    recordOutage() {
      outages += 1
      if (outages >= OPENS_AFTER) pause()
    },
  }
}
