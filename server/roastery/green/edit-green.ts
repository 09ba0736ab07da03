/** The form of a lot of green coffee: added, saved, archived and deleted. */
import type { GreenLot, GreenLotEdit, WholeGreenLot } from '#shared/roastery/api/green.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import { isForeignKeyViolation, isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { GreenLotRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { findLot, getGreenLot, greenRows, recordLot, toGreenLot } from './read-green.ts'

/** Adds a lot as a contract on the way. Throws 400 if another lot has its number. */
export async function createGreenLot(shop: Shop, admin: SignedIn, edit: GreenLotEdit): Promise<GreenLot> {
  const now = isoNow(shop.clock)
  const row: GreenLotRow = {
    id: newId(shop.clock),
    ...greenRows.columnsOf(edit),
    arrived_on: null,
    grams_left: 0,
    archived_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
  }
  await withFreeCode(() =>
    transact(shop.db, async (tx) => {
      await tx.insertInto('green_lots').values(row).execute()
      await recordLot(tx, shop, admin, row, 'Created')
    }),
  )
  return toGreenLot(row)
}

/** Saves the data of a lot. Throws 404, 409 if `version` is outdated, and 400 if another lot has its number. */
export async function updateGreenLot(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: GreenLotEdit,
): Promise<GreenLot> {
  const saved = await withFreeCode(() =>
    transact(shop.db, async (tx) => {
      const before = await findLot(tx, id)
      if (edit.version !== undefined && edit.version !== before.version) return null
      const row = await tx
        .updateTable('green_lots')
        .set({
          ...greenRows.columnsOf(edit),
          version: before.version + 1,
          updated_at: isoNow(shop.clock),
        })
        .where('id', '=', id)
        .where('version', '=', before.version)
        .returningAll()
        .executeTakeFirst()
      if (!row) return null
      const changes = greenRows.changesOf(before, row)
      if (changes.length > 0) await recordLot(tx, shop, admin, row, 'Changed', changes)
      return row
    }),
  )
  if (!saved) throw conflict('This lot has changed since you opened the form')
  // The public pages of lots name the producer.
  shop.changed({ tag: 'Lots' })
  return toGreenLot(saved)
}

/** Archives a lot that is used up, or restores it. Throws 404, and 409 if coffee is left or has not arrived. */
export async function archiveGreenLot(
  shop: Shop,
  admin: SignedIn,
  id: string,
  isArchived: boolean,
): Promise<WholeGreenLot> {
  await transact(shop.db, async (tx) => {
    const row = await tx
      .updateTable('green_lots')
      .set({ archived_at: isArchived ? isoNow(shop.clock) : null })
      .where('id', '=', id)
      .where('archived_at', isArchived ? 'is' : 'is not', null)
      .$if(isArchived, (query) => query.where('grams_left', '=', 0).where('arrived_on', 'is not', null))
      .returningAll()
      .executeTakeFirst()
    if (row) return recordLot(tx, shop, admin, row, isArchived ? 'Archived' : 'Restored')
    const lot = await findLot(tx, id)
    if ((lot.archived_at !== null) === isArchived) return
    if (lot.arrived_on === null) throw conflict('This lot has not arrived. Delete it instead')
    throw conflict(`${bothWeights(lot.grams_left, 'kg')} are left of this lot. Correct the weight first`)
  })
  return getGreenLot(shop, id)
}

/** Deletes a contract without any use. Throws 404, and 409 if the coffee has arrived or a roast contains it. */
export async function removeGreenLot(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  try {
    await transact(shop.db, async (tx) => {
      const lot = await findLot(tx, id)
      const roasts = await roastsWith(tx, id)
      if (roasts.length > 0)
        throw conflict(`These roasts contain the lot: ${roasts.join(', ')}. Take it out of them first`)
      const row = await tx
        .deleteFrom('green_lots')
        .where('id', '=', id)
        .where('arrived_on', 'is', null)
        .where('grams_left', '=', 0)
        .returning('id')
        .executeTakeFirst()
      if (!row) throw conflict(ARRIVED)
      await recordLot(tx, shop, admin, lot, 'Deleted')
    })
  } catch (error) {
    // A deleted roast, or a correction before the arrival was undone.
    throw isForeignKeyViolation(error) ? conflict('This lot was used, and stays for the history') : error
  }
}

const ARRIVED = 'This lot has arrived. Archive it when it is used up, so that its history stays'

async function roastsWith(tx: Tx, lotId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('roast_greens')
    .innerJoin('roasts', 'roasts.id', 'roast_greens.roast_id')
    .where('green_lot_id', '=', lotId)
    .where('deleted_at', 'is', null)
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

async function withFreeCode<T>(save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    const problem = 'Another lot has this number'
    throw new Refusal(400, problem, { fields: { code: problem } })
  }
}
