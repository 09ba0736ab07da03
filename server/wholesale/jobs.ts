import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import { tellOfEnds } from './accounts/check-certificates.ts'
import { billWhatLeft } from './delivery/leave.ts'
import { ledgerJobs } from './invoices/jobs.ts'
import { sweepApplications } from './applications/sweep.ts'
import { keepPlanned } from './standing/keep-planned.ts'
import { standingDates } from './standing/write-dates.ts'
import { sendWeekLinks, sweepWeekLinks } from './week/send-links.ts'

export const wholesaleJobs: GroupJobs = {
  jobs: [
    { every: HOUR, once: 'tell of certificates that end', run: tellOfEnds },
    { every: HOUR / 2, once: 'plan standing orders', run: keepPlanned },
    { every: MINUTE, once: 'write standing orders', run: standingDates },
    { every: MINUTE, once: 'bill what left', run: billWhatLeft },
    { every: MINUTE / 4, once: 'send weekly orders', run: sendWeekLinks },
    ...ledgerJobs,
  ],
  sweeps: [sweepWeekLinks, sweepApplications],
}
