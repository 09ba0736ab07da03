import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import type { GroupJobs, Job } from '#server/platform/jobs.ts'
import { sweepGifts } from './gifts/sweep.ts'
import { replaceCoffees } from './replace-coffees.ts'
import { remindYearly, announceVacation } from './notices.ts'
import { announcePrices } from './prices.ts'
import { renew } from './renew.ts'

/** It also runs at the start, for deliveries that became due while the shop was down. */
export const renewals: Job = { every: MINUTE / 4, once: 'renew subscriptions', run: renew }

export const subscriptionsJobs: GroupJobs = {
  jobs: [
    renewals,
    { every: HOUR, once: 'announce prices', run: announcePrices },
    { every: MINUTE * 10, once: 'announce vacation', run: announceVacation },
    { every: MINUTE * 10, once: 'replace coffees', run: replaceCoffees },
    { every: HOUR, once: 'remind of subscriptions', run: remindYearly },
  ],
  sweeps: [sweepGifts],
}
