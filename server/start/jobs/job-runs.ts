/**
 * Lets one of several instances run a regular job in each interval. Jobs whose work is a queue do not need this: they
 * claim each row (server/kernel/db/queue.ts).
 */
import { hasCome } from '#server/kernel/db/due.ts'
import { isoIn } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Part of the interval, so that a timer that fires a little early does not skip a run. */
const SLACK = 0.9

/**
 * Claims the next run of a job for this instance.
 * @param interval milliseconds between two runs
 * @returns false if another instance, or this one, has run the job within the interval. A next run that lies further ahead
 * than the interval was stored by a clock that was ahead, and does not count
 */
export async function claimRun({ db, clock }: Shop, name: string, interval: number): Promise<boolean> {
  const next = { next_at: isoIn(clock, interval * SLACK) }
  const claimed = await db
    .insertInto('job_runs')
    .values({ name, ...next })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet(next)
        .where(hasCome('job_runs.next_at', clock, interval)),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}
