/** The form of a lot of green coffee: added, saved, archived and deleted. */
import type { GreenLot, GreenLotEdit, WholeGreenLot } from '#shared/roastery/api/green.ts'
import { isForeignKeyViolation } from '#server/kernel/db/failures.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { weightsOf } from '../roast-day/texts.ts'
import { getGreenLot, greenLots, greenRows, toGreenLot } from './read-green.ts'

/** Adds a lot as a contract on the way. Throws 400 if another lot has its number. */
export async function createGreenLot(shop: Shop, admin: SignedIn, edit: GreenLotEdit): Promise<GreenLot> {
  const onTheWay = { arrived_on: null, grams_left: 0, archived_at: null }
  return toGreenLot(
    await greenLots.create(shop, admin, () => ({ ...greenRows.columnsOf(edit), ...onTheWay })),
  )
}

/** Saves the data of a lot. Throws 404, 409 if `version` is outdated, and 400 if another lot has its number. */
export async function updateGreenLot(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: GreenLotEdit,
): Promise<GreenLot> {
  const columns = () => greenRows.columnsOf(edit)
  const saved = await greenLots.update(shop, admin, id, { version: edit.version, columns })
  // The public pages of lots and coffees name the producer.
  shop.changed({ tag: 'Lots' })
  shop.changed({ tag: 'Product' })
  return toGreenLot(saved)
}

/** Archives a lot that is used up, or restores it. Throws 404, and 409 if coffee is left or has not arrived. */
export async function archiveGreenLot(
  shop: Shop,
  admin: SignedIn,
  id: string,
  isArchived: boolean,
): Promise<WholeGreenLot> {
  const weigh = await weightsOf(shop)
  await transact(shop.db, async (tx) => {
    const row = await tx
      .updateTable('green_lots')
      .set({ archived_at: isArchived ? isoNow(shop.clock) : null })
      .where('id', '=', id)
      .where('archived_at', isArchived ? 'is' : 'is not', null)
      .$if(isArchived, (query) => query.where('grams_left', '=', 0).where('arrived_on', 'is not', null))
      .returningAll()
      .executeTakeFirst()
    if (row) return greenLots.log(tx, shop, admin, row, isArchived ? 'Archived' : 'Restored')
    const lot = await greenLots.find(tx, id)
    if ((lot.archived_at !== null) === isArchived) return
    if (lot.arrived_on === null) throw conflict('This lot has not arrived. Delete it instead')
    throw conflict(`${weigh(lot.grams_left)} are left of this lot. Correct the weight first`)
  })
  return getGreenLot(shop, id)
}

/** Deletes a contract without any use. Throws 404, and 409 if the coffee has arrived or a roast contains it. */
export async function removeGreenLot(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  try {
    await greenLots.remove(shop, admin, id, async (tx, lot) => {
      const roasts = await roastsWith(tx, id)
      if (roasts.length > 0)
        throw conflict(`These roasts contain the lot: ${roasts.join(', ')}. Take it out of them first`)
      if (lot.arrived_on !== null || lot.grams_left > 0) throw conflict(ARRIVED)
    })
  } catch (error) {
    // A deleted roast, a correction before the arrival was undone, or an arrival at this moment.
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
