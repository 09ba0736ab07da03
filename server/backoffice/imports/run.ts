/** The job of imports: reads files, and applies those that were started. */
import type { Shop } from '#server/platform/shop.ts'
import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import { applyImport } from './apply.ts'
import { claimImport, ClaimLost, releaseClaim } from './claim.ts'
import { makePreview } from './preview.ts'

/** Works on imports until none has work, or until `signal` is aborted. */
export async function runImports(shop: Shop, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const run = signal?.aborted ? null : await claimImport(shop)
    if (!run) return
    try {
      if (run.state === 'reading') await makePreview(shop, run)
      else await applyImport(shop, run, signal)
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error
    }
    // Another process may continue at once.
    if (signal?.aborted) await releaseClaim(shop, run)
  }
}

/** Previews contain addresses of customers, so they are deleted a month after the upload. */
const KEPT = 30 * DAY

export async function sweepImports({ db, clock }: Shop): Promise<void> {
  await db
    .deleteFrom('imports')
    .where('created_at', '<', isoIn(clock, -KEPT))
    .where('state', 'not in', ['reading', 'running'])
    .execute()
}
