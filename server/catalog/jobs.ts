import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import { sweepNotices, tellWhatIsBack } from './notices/stock-notices.ts'
import { requestReviews } from './products/reviews/reviews.ts'

export const catalogJobs: GroupJobs = {
  jobs: [
    { every: HOUR, once: 'request reviews', run: requestReviews },
    { every: MINUTE, once: 'tell what is back', run: tellWhatIsBack },
  ],
  sweeps: [sweepNotices],
}
