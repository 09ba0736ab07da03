import { MINUTE } from '#server/kernel/time/clock.ts'
import type { GroupJobs } from '#server/platform/jobs.ts'
import { fetchPictures } from './imports/pictures.ts'
import { reopenParts } from './parts/switch.ts'
import { runImports, sweepImports } from './imports/run.ts'
import { sendWebhooks, sweepWebhooks } from './webhooks/send.ts'

export const backofficeJobs: GroupJobs = {
  jobs: [
    { every: MINUTE / 6, run: runImports, signal: (shop) => shop.importSignal },
    { every: MINUTE / 12, run: fetchPictures },
    { every: MINUTE / 12, run: sendWebhooks, signal: (shop) => shop.webhookSignal },
    { every: MINUTE, once: 'reopen parts', run: reopenParts },
  ],
  sweeps: [sweepImports, sweepWebhooks],
}
