/** Starts to apply a preview, or stops an import. */
import type { ImportRun } from '#shared/backoffice/api/imports.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { requireOn } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { showCategories } from './categories.ts'
import { KINDS } from './run.ts'
import { deleteRows, getImport, importRow } from './runs.ts'

/**
 * Starts to apply a preview, and shows the chosen categories in their departments. Throws 404, and 409 if the import is in
 * another state.
 */
export async function startImport(shop: Shop, by: SignedIn, id: string): Promise<ImportRun> {
  const { part } = KINDS[(await importRow(shop, id)).kind]
  const isStarted = await transact(shop.db, async (tx) => {
    if (part) await requireOn(tx, shop, part)
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

/** Stops an import. A batch that is being applied is finished before the answer. Throws 404, and 409 if it has ended. */
export async function cancelImport(shop: Shop, id: string): Promise<ImportRun> {
  const ended = await shop.db
    .updateTable('imports')
    .set({ state: 'cancelled', ended_at: isoNow(shop.clock), claim: null })
    .where('id', '=', id)
    .where('state', 'in', ['reading', 'ready', 'running'])
    .executeTakeFirst()
  const run = await getImport(shop, id)
  if (ended.numUpdatedRows > 0n) await deleteRows(shop.db, id)
  if (ended.numUpdatedRows === 0n && run.state !== 'cancelled') throw conflict(notReady(run))
  return run
}

/** Says why an import in this state cannot be started or canceled. */
function notReady({ state }: ImportRun): string {
  return {
    reading: 'The file is still being read',
    ready: 'The import was not started',
    running: 'The import is running',
    done: 'This import is done. Choose the file again to repeat it',
    cancelled: 'This import was canceled. Choose the file again to repeat it',
    failed: 'The file cannot be read',
  }[state]
}
