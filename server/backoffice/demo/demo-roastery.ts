/**
 * The roast week of the demo: which of its rows a removal deletes, and their removal. A row stays if it was edited, or if a
 * row that stays needs it: a lot of which a real order has a bag, its batches, their roasts and their green coffee.
 */
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { deleteRows, type Marks } from './marks.ts'

const KINDS = ['coffee_lots', 'batches', 'recipes', 'roasts', 'green_lots'] as const
type Kind = (typeof KINDS)[number]
type Removable = Record<Kind, string[]>

/** The note of roast days whose capacity the demo has set. */
export const DEMO_CAPACITY = 'Capacity of the demo'

/** How many lots of green coffee and batches of the demo a removal deletes. */
export async function countRoastery(db: Db): Promise<{ greenLots: number; batches: number }> {
  const marks = await db.selectFrom('demo_rows').where('kind', 'in', KINDS).selectAll().execute()
  const removable = await removableRoastery(db, (kind) =>
    marks.filter((mark) => mark.kind === kind).map(({ id }) => id),
  )
  return { greenLots: removable.green_lots.length, batches: removable.batches.length }
}

/** Deletes these rows, and gives the coffee of deleted rows back to rows that stay. Call it after orders were removed. */
export async function removeRoastery(tx: Tx, marks: Marks): Promise<{ greenLots: number; batches: number }> {
  const removable = await removableRoastery(tx, marks)
  await removeLots(tx, removable.coffee_lots)
  await removeBatches(tx, removable.batches)
  await deleteRows(tx, 'recipes', removable.recipes, 'product_id')
  await deleteRows(tx, 'roasts', removable.roasts)
  await deleteRows(tx, 'coffee_adjustments', removable.green_lots, 'green_lot_id')
  await deleteRows(tx, 'green_lots', removable.green_lots)
  await tx.deleteFrom('roast_days').where('note', '=', DEMO_CAPACITY).where('version', '=', 1).execute()
  return { greenLots: removable.green_lots.length, batches: removable.batches.length }
}

async function removableRoastery(db: Db, marks: Marks): Promise<Removable> {
  const used = await db
    .selectFrom('bag_uses')
    .innerJoin('bags', 'bags.id', 'bag_uses.bags_id')
    .where('order_id', 'not in', db.selectFrom('demo_rows').where('kind', '=', 'orders').select('id'))
    .select('coffee_lot_id as id')
    .distinct()
    .execute()
  const lots = without(marks('coffee_lots'), used)
  const inLots = await db
    .selectFrom('coffee_lot_batches')
    .select(['coffee_lot_id', 'batch_id as id'])
    .execute()
  const batches = without(
    marks('batches'),
    inLots.filter(({ coffee_lot_id: lot }) => !lots.includes(lot)),
  )
  const recipes = await unedited(db, 'recipes', marks('recipes'))
  const roastsInUse = [
    ...(await db
      .selectFrom('batches')
      .where('id', 'not in', orNone(batches))
      .select('roast_id as id')
      .execute()),
    ...(await db
      .selectFrom('recipe_roasts')
      .where('product_id', 'not in', orNone(recipes))
      .select('roast_id as id')
      .execute()),
  ]
  const roasts = without(await unedited(db, 'roasts', marks('roasts')), roastsInUse)
  const greensInUse = [
    ...(await db
      .selectFrom('batch_greens')
      .where('batch_id', 'not in', orNone(batches))
      .select('green_lot_id as id')
      .execute()),
    ...(await db
      .selectFrom('roast_greens')
      .where('roast_id', 'not in', orNone(roasts))
      .select('green_lot_id as id')
      .execute()),
  ]
  const greens = without(await unedited(db, 'green_lots', marks('green_lots')), greensInUse)
  return { coffee_lots: lots, batches, recipes, roasts, green_lots: greens }
}

/** Those of the rows that have their first version. */
async function unedited(
  db: Db,
  table: 'recipes' | 'roasts' | 'green_lots',
  ids: readonly string[],
): Promise<string[]> {
  const key = table === 'recipes' ? 'product_id' : 'id'
  const rows = await db
    .selectFrom(table as 'roasts')
    .where(key as 'id', 'in', orNone(ids))
    .where('version', '=', 1)
    .select(`${key as 'id'} as id`)
    .execute()
  return rows.map(({ id }) => id)
}

function without(ids: readonly string[], taken: readonly { id: string }[]): string[] {
  const set = new Set(taken.map(({ id }) => id))
  return ids.filter((id) => !set.has(id))
}

/** SQL has no empty list. No row has an empty id. */
function orNone(ids: readonly string[]): readonly string[] {
  return ids.length === 0 ? [''] : ids
}

async function removeLots(tx: Tx, ids: readonly string[]): Promise<void> {
  const lots = orNone(ids)
  const parts = await tx
    .selectFrom('coffee_lot_batches')
    .where('coffee_lot_id', 'in', lots)
    .selectAll()
    .execute()
  for (const { batch_id: batch, grams } of parts)
    await tx
      .updateTable('batches')
      .set((eb) => ({ grams_left: eb('grams_left', '+', grams) }))
      .where('id', '=', batch)
      .execute()
  const bags = await tx.selectFrom('bags').where('coffee_lot_id', 'in', lots).select('id').execute()
  const bagIds = bags.map(({ id }) => id)
  await deleteRows(tx, 'coffee_adjustments', bagIds, 'bags_id')
  await deleteRows(tx, 'bags', bagIds)
  await deleteRows(tx, 'coffee_adjustments', ids, 'coffee_lot_id')
  await deleteRows(tx, 'coffee_lots', ids)
}

async function removeBatches(tx: Tx, ids: readonly string[]): Promise<void> {
  const parts = await tx.selectFrom('batch_greens').where('batch_id', 'in', orNone(ids)).selectAll().execute()
  for (const { green_lot_id: lot, grams } of parts)
    await tx
      .updateTable('green_lots')
      .set((eb) => ({ grams_left: eb('grams_left', '+', grams) }))
      .where('id', '=', lot)
      .execute()
  await deleteRows(tx, 'coffee_adjustments', ids, 'batch_id')
  await deleteRows(tx, 'batches', ids)
}
