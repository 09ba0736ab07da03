import { MINUTE } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import { remindOfEvents, sweepSignups } from './events/remind.ts'
import { sendNewsletters } from './newsletters/send-newsletters.ts'

export const contentJobs: GroupJobs = {
  jobs: [
    { every: MINUTE * 10, once: 'remind of events', run: remindOfEvents },
    { every: MINUTE / 12, once: 'send newsletters', run: sendNewsletters },
  ],
  sweeps: [sweepSignups],
}
