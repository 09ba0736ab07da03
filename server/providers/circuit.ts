/**
 * A circuit breaker: after several outages in a row, calls to a service fail immediately for a while. Requests then do
 * not wait for a timeout, and the service is not flooded with calls when it recovers. decisions/020-circuit-breakers.md
 * explains why no library is used.
 */
import { SECOND, type Clock, isoNow } from '#server/kernel/time/clock.ts'
import type { Providers } from './providers.ts'

/**
 * The calls of each outside service in kinds that fail together. Each kind has its own circuit and outcome, so that a
 * failing kind does not block the others: decisions/020-circuit-breakers.md.
 * The kind that has the name of the service contains the calls that a sale needs. `webhooks` is separate because anyone
 * on the internet can cause its calls, `vault` because PayPal must enable it; `labelFiles` and `mapReports` use other hosts than the rest of their service.
 */
export const KINDS = {
  payments: ['payments', 'refunds', 'disputes', 'movements', 'trackingNumbers', 'webhooks', 'vault'],
  shipping: ['shipping', 'addresses', 'labels', 'labelFiles', 'parcels'],
  mail: ['mail'],
  maps: ['maps', 'mapViews', 'mapReports'],
} as const satisfies Record<keyof Providers, readonly string[]>

export type Kind = (typeof KINDS)[keyof Providers][number]

/** The number of outages in a row that opens the circuit. */
export const OPENS_AFTER = 5
/**
 * Milliseconds for which calls fail. Less than the reconciler's interval of a minute, so that each of its runs may make
 * a call.
 */
export const PAUSE = 30 * SECOND

/** Whether calls of a kind are made now: the service is connected, and its circuit is closed. */
export function isReachable(
  { providers, circuits }: { providers: Providers; circuits: Record<Kind, Circuit> },
  kind: Kind,
): boolean {
  const service = (Object.keys(KINDS) as (keyof Providers)[]).find((each) =>
    (KINDS[each] as readonly Kind[]).includes(kind),
  )!
  return providers[service].mode !== 'none' && !circuits[kind].isOpen()
}

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

export type Outcome = {
  /** When the last call ended, ISO 8601. */
  at: string
  /** Since when all calls have had the same outcome: the time when the first of these calls ended, ISO 8601. */
  since: string
  /** Why the last call failed; null if the service responded, even with a refusal. */
  problem: string | null
}

/**
 * The picture store has outcomes but no circuit: `storage` for writes and deletes, `storageReads` for reads and lists. So
 * does `appleDomain`, the file that Apple reads, which only a connection test reads.
 */
export type Watched = Kind | Uncircuited
type Uncircuited = 'storage' | 'storageReads' | 'appleDomain'

export type Outcomes = ReturnType<typeof openOutcomes>

/**
 * The outcome of the last call of each kind. It is stored only in memory, so after a restart it is unknown until the
 * first call.
 */
export function openOutcomes(clock: Clock) {
  const last = new Map<Watched, Outcome>()
  const calls = new Map<string, number>()
  return {
    /** The outcome of the last call; null if no call of this kind was made. */
    of: (kind: Watched): Outcome | null => last.get(kind) ?? null,
    /** @param problem message for the admin, without credentials; null if the service responded */
    note(kind: Watched, problem: string | null): void {
      const result = problem === null ? 'answered' : 'failed'
      calls.set(`${kind} ${result}`, (calls.get(`${kind} ${result}`) ?? 0) + 1)
      const before = last.get(kind)
      const at = isoNow(clock)
      const isUnchanged = before !== undefined && (before.problem === null) === (problem === null)
      last.set(kind, { at, since: isUnchanged ? before.since : at, problem })
    },
    /** How many calls of each kind this process made, by result. */
    counts: () =>
      [...calls].map(([key, count]) => {
        const [kind = '', result = ''] = key.split(' ')
        return { kind, result, count }
      }),
    forget: (kind: Watched): void => void last.delete(kind),
  }
}
