import { MINUTE } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import { sweepBatches } from './batches/batches.ts'
import { finishLabels } from './labels/finish-labels.ts'
import { updateParcels } from './labels/parcels.ts'

export const shippingJobs: GroupJobs = {
  jobs: [
    { every: MINUTE / 6, once: 'finish labels', run: finishLabels },
    { every: MINUTE, run: (shop) => updateParcels(shop), signal: (shop) => shop.parcelSignal },
  ],
  sweeps: [sweepBatches],
}
