import { MINUTE } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import { sweepMessages } from './messages/messages.ts'
import { sendWaiting, sweepMail } from './sending/send.ts'

/**
 * Ten mails in a row, then a pause in milliseconds. This allows at most fifty mails a second, so that many orders at
 * once do not slow down the pages.
 */
const MAIL_PACE = { mails: 10, ms: 200 }

export const mailJobs: GroupJobs = {
  jobs: [
    {
      every: MINUTE / 4,
      run: (shop, stopping) => sendWaiting(shop, stopping, MAIL_PACE),
      signal: (shop) => shop.mailSignal,
    },
  ],
  sweeps: [sweepMail, sweepMessages],
}
