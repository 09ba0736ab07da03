import { HOUR } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import { tellOfEnds } from './accounts/check-certificates.ts'
import { sweepApplications } from './applications/sweep.ts'

export const wholesaleJobs: GroupJobs = {
  jobs: [{ every: HOUR, once: 'tell of certificates that end', run: tellOfEnds }],
  sweeps: [sweepApplications],
}
