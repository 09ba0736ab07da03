/** Starts to apply a preview. */
import type { ImportRun } from '#shared/backoffice/api/imports.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { showCategories } from './categories.ts'
import { deleteRows } from './rows.ts'
import { getImport, notReady } from './runs.ts'

/**
 * Starts to apply a preview, and shows the chosen categories in their departments. Throws 404, and 409 if the import is in
 * another state.
 */
export async function startImport(shop: Shop, by: SignedIn, id: string): Promise<ImportRun> {
  const isStarted = await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('imports')
      .set({ state: 'running', started_at: isoNow(shop.clock), claim: null, claimed_until: null })
      .where('id', '=', id)
      .where('state', '=', 'ready')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return false
    await deleteRows(tx, id)
    await showCategories(tx, shop, by, { id })
    return true
  })
  const run = await getImport(shop, id)
  if (!isStarted && run.state !== 'running') throw conflict(notReady(run))
  if (isStarted) shop.changed({ tag: 'Product', id })
  shop.importSignal.raise()
  return run
}
