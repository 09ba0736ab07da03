/** The lots of green coffee of each roast, with their percent. */
import type { Change } from '#shared/platform/api/change-log.ts'
import type { Part } from '#shared/platform/resources/parts.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import { acquireLock } from '#server/kernel/db/named-lock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'

/** The lock that every change of roasts and recipes takes, so that no recipe gets a roast that is being deleted. */
export const RECIPES_LOCK = 'recipes'

type Green = Awaited<ReturnType<typeof readGreens>>[number]

/** The lots of all roasts, in their order. If `rows` has exactly one roast, only its lots. */
export function readGreens(db: Db, rows: readonly { id: string }[]) {
  return db
    .selectFrom('roast_greens')
    .innerJoin('green_lots', 'green_lots.id', 'roast_greens.green_lot_id')
    .select(['roast_id', 'percent', 'green_lots.id', 'code', 'name'])
    .select(['arrived_on', 'archived_at', 'grams_left'])
    .$if(rows.length === 1, (query) => query.where('roast_id', '=', rows[0]!.id))
    .orderBy('position')
    .execute()
}

export const partOf = ({ id, percent }: Green): Part => ({ id, percent })

/** Replaces the lots of a roast. */
export async function writeGreens(tx: Tx, roast: string, greens: readonly Part[]): Promise<void> {
  await tx.deleteFrom('roast_greens').where('roast_id', '=', roast).execute()
  const rows = greens.map(({ id, percent }, position) => ({
    roast_id: roast,
    position,
    green_lot_id: id,
    percent,
  }))
  await tx.insertInto('roast_greens').values(rows).execute()
}

/** Throws 400 if a lot does not exist, or is archived and was not in the roast before. */
export async function requireLots(tx: Tx, greens: readonly Part[], before: readonly Part[]): Promise<void> {
  const ids = greens.map(({ id }) => id)
  const found = await tx
    .selectFrom('green_lots')
    .select(['id', 'code', 'archived_at'])
    .where('id', 'in', ids)
    .execute()
  const archived = found.find((lot) => lot.archived_at !== null && !before.some(({ id }) => id === lot.id))
  if (archived) throw problem('greens', `${archived.code} is archived. Choose another lot`)
  if (found.length < ids.length) throw problem('greens', 'One of these lots no longer exists')
}

/** The change of a roast's lots, for the change log. Empty if the lots are the same. */
export async function changesOfGreens(
  tx: Tx,
  before: readonly Part[],
  after: readonly Part[],
): Promise<Change[]> {
  const lots = await tx
    .selectFrom('green_lots')
    .select(['id', 'code'])
    .where(
      'id',
      'in',
      [...before, ...after].map(({ id }) => id),
    )
    .execute()
  const text = (parts: readonly Part[]) =>
    parts.map(({ id, percent }) => `${percent}% ${lots.find((lot) => lot.id === id)?.code ?? id}`).join(', ')
  const [old, now] = [text(before), text(after)]
  return old === now ? [] : [{ field: 'Green coffee', before: old, after: now }]
}

/** A refusal with a problem at a field of the form. */
export function problem(field: string, message: string): Refusal {
  return new Refusal(400, message, { fields: { [field]: message } })
}

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
