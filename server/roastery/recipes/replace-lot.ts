/** Replaces a lot of green coffee in roasts, usually because it is used up. */
import type { Part } from '#shared/platform/resources/parts.ts'
import { acquireLock } from '#server/kernel/db/named-lock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import {
  changesOfGreens,
  partOf,
  readGreens,
  RECIPES_LOCK,
  requireLots,
  writeGreens,
} from './roast-greens.ts'

/**
 * Replaces a lot in all roasts that contain it; a roast that has both adds their percents up. Returns the number of roasts.
 * Throws 404 if no roast contains the lot, and 400 for an unknown or archived replacement.
 */
export async function replaceLot(
  shop: Shop,
  admin: SignedIn,
  { lotId, replacementId }: { lotId: string; replacementId: string },
): Promise<{ roasts: number }> {
  if (lotId === replacementId) throw new Refusal(400, 'Choose another lot')
  return transact(shop.db, async (tx) => {
    await acquireLock(tx, RECIPES_LOCK)
    await requireLots(tx, [{ id: replacementId, percent: 100 }], [])
    const rows = await tx
      .selectFrom('roasts')
      .selectAll()
      .where('deleted_at', 'is', null)
      .where('id', 'in', (eb) =>
        eb.selectFrom('roast_greens').select('roast_id').where('green_lot_id', '=', lotId),
      )
      .execute()
    if (rows.length === 0) throw notFound('Lot in a roast')
    for (const row of rows) {
      const old = (await readGreens(tx, [row])).map(partOf)
      const next = replaced(old, lotId, replacementId)
      await writeGreens(tx, row.id, next)
      await tx
        .updateTable('roasts')
        .set({ version: row.version + 1, updated_at: isoNow(shop.clock) })
        .where('id', '=', row.id)
        .execute()
      const changes = await changesOfGreens(tx, old, next)
      const { id, name } = row
      await logChange(tx, shop, admin, { subject: 'recipe', id, name, action: 'Changed', changes })
    }
    return { roasts: rows.length }
  })
}

function replaced(greens: readonly Part[], lotId: string, replacementId: string): Part[] {
  const renamed = greens.map((part) => (part.id === lotId ? { ...part, id: replacementId } : part))
  return [...Map.groupBy(renamed, ({ id }) => id)].map(([id, same]) => ({
    id,
    percent: same.reduce((sum, { percent }) => sum + percent, 0),
  }))
}
