/** Roasts: green coffee in percent, a profile, the expected loss of weight, and limits of a batch. */
import type { ListedRoast, Roast, RoastEdit } from '#shared/roastery/api/recipes.ts'
import type { Part } from '#shared/platform/resources/parts.ts'
import { roastColumns } from '#shared/roastery/resources/roast.ts'
import { greenStateOf } from '#shared/roastery/roastery.ts'
import { weighIn } from '#shared/kernel/weights.ts'
import { acquireLock, transact } from '#server/kernel/db/transact.ts'
import type { Db, RoastRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { lossOfRoasts } from './measured-loss.ts'
import {
  partOf,
  partsOf,
  problem,
  readGreens,
  RECIPES_LOCK,
  requireLots,
  writeGreens,
} from './roast-greens.ts'

type Edited = Omit<RoastRow, 'id' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'>
const roastRows = describedRows<Edited>()(roastColumns)
const roasts = new SavedRow('roasts', {
  rows: roastRows,
  subject: 'recipe',
  label: 'Roast',
  nameOf: ({ name }) => name,
  isDeleted: ({ deleted_at: at }) => at !== null,
  lock: (tx) => acquireLock(tx, RECIPES_LOCK),
})

/** All roasts by name, with what plans use of them. */
export async function listRoasts({ db }: Pick<Shop, 'db'>): Promise<ListedRoast[]> {
  const rows = await db
    .selectFrom('roasts')
    .selectAll()
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const [greens, losses, coffees] = await Promise.all([
    readGreens(db, rows),
    lossOfRoasts(
      db,
      rows.map(({ id }) => id),
    ),
    readCoffees(db),
  ])
  return rows.map((row) => {
    const lots = greens.filter(({ roast_id: id }) => id === row.id)
    const loss = losses.get(row.id)!
    return {
      ...toRoast(row, lots.map(partOf)),
      usedLoss: loss.thousandths / 10,
      batches: loss.measured,
      lots: lots.map((lot) => ({
        _id: lot.id,
        code: lot.code,
        name: lot.name,
        state: greenStateOf(lot),
        gramsLeft: lot.grams_left,
        percent: lot.percent,
      })),
      coffees: coffees.filter(({ roast_id: id }) => id === row.id).map(({ _id, name }) => ({ _id, name })),
    }
  })
}

/** One roast. Throws 404. */
export async function getRoast({ db }: Pick<Shop, 'db'>, id: string): Promise<Roast> {
  const row = await roasts.find(db, id)
  return toRoast(row, await partsOf(db, id))
}

/** Adds a roast. Throws 400 for unknown or archived lots, and for a smallest batch above the largest one. */
export async function createRoast(shop: Shop, admin: SignedIn, edit: RoastEdit): Promise<Roast> {
  await requireLimits(shop, edit)
  const columns = async (tx: Tx) => {
    await requireLots(tx, edit.greens, [])
    return { ...roastRows.columnsOf(edit), deleted_at: null }
  }
  const row = await roasts.create(shop, admin, columns, async (tx, added) => {
    await writeGreens(tx, added, edit.greens)
  })
  return toRoast(row, edit.greens)
}

/** Saves a roast. Throws 404, 409 if `version` is outdated, and 400 as `createRoast` does. */
export async function updateRoast(shop: Shop, admin: SignedIn, id: string, edit: RoastEdit): Promise<Roast> {
  await requireLimits(shop, edit)
  const row = await roasts.update(shop, admin, id, {
    version: edit.version,
    columns: async (tx) => {
      await requireLots(tx, edit.greens, await partsOf(tx, id))
      return roastRows.columnsOf(edit)
    },
    after: (tx, saved) => writeGreens(tx, saved, edit.greens),
  })
  // The green coffee that an order needs decides on which day it fits.
  shop.changed({ tag: 'RoastDays' })
  shop.changed({ tag: 'Product' })
  return toRoast(row, edit.greens)
}

/** Deletes a roast. Throws 404, and 409 if a recipe contains it or a batch of it is not roasted yet. */
export async function removeRoast(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    await acquireLock(tx, RECIPES_LOCK)
    const row = await roasts.find(tx, id)
    const coffees = (await readCoffees(tx)).filter(({ roast_id: roast }) => roast === id)
    if (coffees.length > 0) {
      const names = coffees.map(({ name }) => name).join(', ')
      throw conflict(`The recipes of these coffees contain ${row.name}: ${names}. Change them first`)
    }
    const batch = await tx
      .selectFrom('batches')
      .select('code')
      .where('roast_id', '=', id)
      .where('state', '<>', 'roasted')
      .executeTakeFirst()
    if (batch) throw conflict(`Batch ${batch.code} of ${row.name} is planned. Roast or remove it first`)
    await tx
      .updateTable('roasts')
      .set({ deleted_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .execute()
    await roasts.log(tx, shop, admin, row, 'Deleted')
  })
}

/** The coffees whose recipes contain roasts. */
function readCoffees(db: Db) {
  return db
    .selectFrom('recipe_roasts')
    .innerJoin('products', 'products.id', 'recipe_roasts.product_id')
    .where('deleted_at', 'is', null)
    .select(['roast_id', 'products.id as _id', 'products.name'])
    .orderBy('name')
    .execute()
}

/** Throws 400 if no batch can be between the limits of the roast, or those of the machine. */
async function requireLimits(shop: Shop, { smallest, largest }: RoastEdit): Promise<void> {
  const machine = await currentSettings(shop, ROASTING)
  const [least, most] = [smallest ?? machine.smallest, largest ?? machine.largest]
  if (least <= most) return
  const weigh = weighIn(machine.inPounds)
  if (largest === null)
    throw problem('smallest', `This is more than the largest batch of the machine, ${weigh(most)}`)
  throw problem('largest', `This is less than the smallest batch, ${weigh(least)}`)
}

function toRoast(row: RoastRow, greens: Part[]): Roast {
  return { _id: row.id, ...roastRows.editOf(row), greens, version: row.version }
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
      const replaced = replaceIn(await partsOf(tx, row.id), lotId, replacementId)
      await roasts.saveIn(tx, shop, row, {})
      await roasts.log(tx, shop, admin, row, 'Changed', await writeGreens(tx, row, replaced))
    }
    return { roasts: rows.length }
  })
}

function replaceIn(greens: readonly Part[], lotId: string, replacementId: string): Part[] {
  const renamed = greens.map((part) => (part.id === lotId ? { ...part, id: replacementId } : part))
  return [...Map.groupBy(renamed, ({ id }) => id)].map(([id, same]) => ({
    id,
    percent: same.reduce((sum, { percent }) => sum + percent, 0),
  }))
}
