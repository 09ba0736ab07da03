/** What a regular job is. Each group lists its own in its `jobs.ts`, and `server/start/jobs/jobs.ts` runs them. */
import { DAY, HOUR, isoIn, SECOND } from '#server/kernel/time/clock.ts'
import type { Signal } from '#server/kernel/time/signal.ts'
import { sweepLimits } from '#server/kernel/limits/limits.ts'
import type { Shop } from './shop.ts'
import { sweepConnections } from './services/saved.ts'
import { copyPictures } from './services/copy-pictures.ts'
import { sweepPictures } from './upload/sweep.ts'

export type Job = {
  /** The interval in milliseconds. */
  every: number
  run: (shop: Shop, stopping: AbortSignal) => Promise<unknown>
  /** Its name in `job_runs`, if only one of several instances runs it within the interval. */
  once?: string
  /** When this signal is raised, the job runs at once, or again after the current run. */
  signal?: (shop: Shop) => Signal
}

export type GroupJobs = {
  jobs: Job[]
  /** Delete expired data, and data that the privacy policy promises to delete. They run every hour. */
  sweeps: ((shop: Shop) => Promise<unknown>)[]
}

export const platformJobs: GroupJobs = {
  jobs: [
    { every: HOUR, once: 'delete unused pictures', run: sweepPictures },
    { every: 5 * SECOND, run: copyPictures },
  ],
  sweeps: [sweepSessions, sweepLimits, sweepConnections],
}

async function sweepSessions({ db, clock, realClock }: Shop): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', isoIn(realClock, -30 * DAY))
    .execute()
  await db
    .deleteFrom('idempotency_keys')
    .where('created_at', '<', isoIn(clock, -2 * DAY))
    .execute()
}
