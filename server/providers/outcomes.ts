/**
 * The outcome of the last call of each kind. It is stored only in memory, so after a restart it is unknown until the
 * first call.
 */
import { isoNow, type Clock } from '#server/kernel/time/clock.ts'
import type { Kind } from './kinds.ts'

export type Outcome = {
  /** When the last call ended, ISO 8601. */
  at: string
  /** Since when all calls have had the same outcome: the time when the first of these calls ended, ISO 8601. */
  since: string
  /** Why the last call failed; null if the service responded, even with a refusal. */
  problem: string | null
}

/**
 * The picture store has outcomes but no circuit: `storage` for writes and deletes, `storageReads` for reads and lists.
 */
export type Watched = Kind | 'storage' | 'storageReads'

export type Outcomes = ReturnType<typeof openOutcomes>

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
