import { DAY, HOUR, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import type { Shop } from '#server/platform/shop.ts'
import { compareDaily } from './payments-check/compare.ts'
import { processEvents, rereadPayments, rereadUnsaved } from './events/events.ts'
import { reconcile } from './events/reconcile.ts'
import { sweepExpress } from './express/finish.ts'
import { sendTracking } from './events/tracking.ts'
import { deleteRemoved, sweepDeletions } from './methods/methods.ts'
import { finishApprovals } from './methods/save-method.ts'

export const paymentsJobs: GroupJobs = {
  jobs: [
    { every: MINUTE, once: 'reconcile', run: (shop) => reconcile(shop) },
    { every: MINUTE / 4, run: processEvents, signal: (shop) => shop.paypalSignal },
    { every: MINUTE, run: sendTracking },
    { every: MINUTE, once: 'reread unsaved', run: rereadUnsaved },
    { every: MINUTE, once: 'finish approvals', run: finishApprovals },
    { every: MINUTE, run: deleteRemoved },
    { every: HOUR, once: 'reread payments', run: (shop) => rereadPayments(shop) },
    { every: HOUR, once: 'compare with PayPal', run: compareDaily },
  ],
  sweeps: [sweepEvents, sweepDeletions, sweepExpress],
}

async function sweepEvents({ db, clock }: Shop): Promise<void> {
  await db
    .deleteFrom('paypal_events')
    .where('received_at', '<', isoIn(clock, -60 * DAY))
    .where('state', '<>', 'waiting')
    .execute()
}
