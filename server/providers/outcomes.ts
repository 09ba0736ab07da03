/** How the last call of each kind went, in memory: a restart forgets it, and the first call finds out again. */
import { isoNow, type Clock } from '../time/clock.ts'
import type { Kind } from './kinds.ts'

export type Outcome = {
  /** When the last call ended, ISO 8601. */
  at: string
  /** When the first of the unbroken row of calls ended that all went like the last one, ISO 8601. */
  since: string
  /** Why the last call did not succeed; null when the service answered, even with a no. */
  problem: string | null
}

/** The store of pictures has outcomes and no circuit: `storage` writes and deletes, `storageReads` reads and lists. */
export type Watched = Kind | 'storage' | 'storageReads'

export type Outcomes = ReturnType<typeof openOutcomes>

export function openOutcomes(clock: Clock) {
  const last = new Map<Watched, Outcome>()
  return {
    /** Null while no call of this kind has been made. */
    of: (kind: Watched): Outcome | null => last.get(kind) ?? null,
    /** @param problem in words for the admin, without credentials; null when the service answered */
    note(kind: Watched, problem: string | null): void {
      const before = last.get(kind)
      const at = isoNow(clock)
      const isAsBefore = before !== undefined && (before.problem === null) === (problem === null)
      last.set(kind, { at, since: isAsBefore ? before.since : at, problem })
    },
    forget: (kind: Watched): void => void last.delete(kind),
  }
}
