/** The job of imports: reads files, and applies those that were started. */
import type { ImportKind } from '#shared/backoffice/api/imports.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import { accounts } from './accounts/accounts.ts'
import { applyImport } from './apply.ts'
import { claimImport, ClaimLost, releaseClaim } from './claim.ts'
import { customers } from './customers.ts'
import type { Kind } from './kind.ts'
import { openInvoices } from './open-invoices/open-invoices.ts'
import { makePreview } from './preview.ts'
import { priceLists } from './price-lists/price-lists.ts'
import { products } from './products.ts'

/** Each kind reads only the data that it wrote itself. */
export const KINDS = {
  accounts,
  customers,
  products,
  'price-lists': priceLists,
  'open-invoices': openInvoices,
} as Record<ImportKind, Kind<unknown>>

/** Works on imports until none has work, or until `signal` is aborted. */
export async function runImports(shop: Shop, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const run = signal?.aborted ? null : await claimImport(shop)
    if (!run) return
    try {
      const kind = KINDS[run.kind]
      if (run.state === 'reading') await makePreview(shop, run, kind)
      else await applyImport(shop, run, kind, signal)
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
