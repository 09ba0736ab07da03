/**
 * The parcels of an order that has several. An order without rows in `parcels` is one parcel. The order is shipped when all of
 * its parcels have left.
 */
import { isoNow } from '#server/kernel/time/clock.ts'
import type { ParcelRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { note } from '../history.ts'
import { parcelsOf } from '../read/parcels.ts'
import { saveTracking, ship, type Actor, type Tracking } from './fulfill.ts'

/**
 * Locks the order, so that no other request changes its parcels until the end of the transaction. Returns how many it has.
 * A transaction that changes a label as well locks the label first.
 */
export async function lockParcels(tx: Tx, order: string): Promise<number> {
  await tx
    .updateTable('orders')
    .set((eb) => ({ split_version: eb.ref('split_version') }))
    .where('id', '=', order)
    .execute()
  return ((await parcelsOf(tx, [order])).get(order) ?? []).length || 1
}

/**
 * Records that a parcel of an order has left, and ships the order with its last one. Returns whether this shipped the order.
 * Throws 409 if the order has no such parcel.
 * @param tracking its number and link; if missing, the stored ones stay
 */
export async function parcelLeft(
  tx: Tx,
  shop: Shop,
  { order, number }: { order: string; number: number },
  by: Actor,
  tracking?: Tracking,
): Promise<boolean> {
  if ((await lockParcels(tx, order)) === 1) return ship(tx, shop, order, by, tracking)
  if (tracking) await saveParcelTracking(tx, order, number, tracking)
  const parcels = (await parcelsOf(tx, [order])).get(order)!
  const parcel = parcels.find((each) => each.number === number)
  if (!parcel) throw conflict('The parcels of this order have changed. Please look again')
  if (parcel.left_at === null) {
    await markLeft(tx, order, number, isoNow(shop.clock))
    const name = by === 'USPS' ? by : by.name
    await note(tx, shop, order, name, `Parcel ${number} of ${parcels.length} has left`).execute()
  }
  const waits = parcels.some((each) => each.number !== number && each.left_at === null)
  return waits ? false : ship(tx, shop, order, by)
}

/** Stores when a parcel of an order that has several left; null if it did not leave after all. */
export async function markLeft(tx: Tx, order: string, number: number, at: string | null): Promise<void> {
  await tx
    .updateTable('parcels')
    .set({ left_at: at })
    .where('order_id', '=', order)
    .where('number', '=', number)
    .execute()
}

/**
 * Stores the tracking of one parcel, and the numbers of all as the tracking of the order. Of an order in one parcel, it is the
 * tracking of the order. Returns whether something changed. The caller has locked the order.
 */
export async function saveParcelTracking(
  tx: Tx,
  order: string,
  number: number,
  { trackingNumber, trackingUrl }: Tracking,
): Promise<boolean> {
  const stored = (await parcelsOf(tx, [order])).get(order)
  if (!stored) return (await saveTracking(tx, order, { trackingNumber, trackingUrl })).length > 0
  const after = stored.map((parcel) => {
    if (parcel.number !== number) return parcel
    const { tracking_number: beforeNumber, tracking_url: beforeUrl } = parcel
    return {
      ...parcel,
      tracking_number: trackingNumber ?? beforeNumber,
      tracking_url: trackingUrl ?? beforeUrl,
    }
  })
  const changed = after.find((parcel) => parcel.number === number)
  if (!changed) throw conflict('The parcels of this order have changed. Please look again')
  await tx
    .updateTable('parcels')
    .set({ tracking_number: changed.tracking_number, tracking_url: changed.tracking_url })
    .where('order_id', '=', order)
    .where('number', '=', number)
    .execute()
  await saveTracking(tx, order, { trackingNumber: numbersOf(after), trackingUrl: '' })
  const before = stored.find((parcel) => parcel.number === number)!
  return before.tracking_number !== changed.tracking_number || before.tracking_url !== changed.tracking_url
}

/** The tracking numbers of parcels as one text, which `shipments` has. */
function numbersOf(parcels: readonly ParcelRow[]): string {
  return parcels
    .map(({ tracking_number: each }) => each)
    .filter(Boolean)
    .join(NUMBERS_APART)
}

/** Between the tracking numbers of the parcels of an order. */
export const NUMBERS_APART = ', '
