/** The lots of green coffee of each roast, with their percent. */
import type { Change } from '#shared/platform/api/change-log.ts'
import type { Part } from '#shared/platform/resources/parts.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'

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

/** The lots of a roast, in their order. */
export async function partsOf(db: Db, roast: string): Promise<Part[]> {
  return (await readGreens(db, [{ id: roast }])).map(partOf)
}

export const partOf = ({ id, percent }: Green): Part => ({ id, percent })

/** Replaces the lots of a roast. Returns the change for the change log; empty if the lots are the same. */
export async function writeGreens(
  tx: Tx,
  { id: roast }: { id: string },
  greens: readonly Part[],
): Promise<Change[]> {
  const before = await partsOf(tx, roast)
  await tx.deleteFrom('roast_greens').where('roast_id', '=', roast).execute()
  const rows = greens.map(({ id, percent }, position) => ({
    roast_id: roast,
    position,
    green_lot_id: id,
    percent,
  }))
  await tx.insertInto('roast_greens').values(rows).execute()
  return changesOfGreens(tx, before, greens)
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

async function changesOfGreens(tx: Tx, before: readonly Part[], after: readonly Part[]): Promise<Change[]> {
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
