/**
 * Sending orders. There is one way to become shipped (`ship`) and one to become delivered (`deliver`): the desk, a label
 * that is bought, and the carrier's scans all go through them, each within the transaction of its own cause, and the
 * buyer's mail is written there. Ring `shop.mailSignal` after the commit. A label that is given back takes its order the
 * one way back (`setBack`).
 */
import type { Body } from '#shared/api/endpoint.ts'
import type { Order } from '#shared/api/orders.ts'
import type { orderAdmin } from '#shared/api/order-admin.ts'
import type { Change } from '#shared/api/record.ts'
import { isoNow } from '../time/clock.ts'
import type { ShipmentRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict } from '../errors.ts'
import { forgetMail, orderMail } from '../outbox/order-mail.ts'
import { reportTracking } from './tracking.ts'
import { differences } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { findOrder, getOrder, note, recordOrder } from './orders.ts'

type Tracking = Body<typeof orderAdmin.ship>

type Somebody = { _id: string | null; name: string }

/** Who says that a parcel went or arrived: somebody at the desk, or its carrier, who leaves no line in the record. */
type Teller = Somebody | 'USPS'

/**
 * Marks a paid order shipped. Of one that is shipped or delivered it changes the tracking; a second time the same
 * changes nothing. Throws 409 for an order in any other state.
 */
export async function markShipped(
  shop: Shop,
  admin: SignedIn,
  id: string,
  tracking: Tracking,
): Promise<Order> {
  await findOrder(shop, admin, id)
  await transact(shop.db, async (tx) => {
    if (await ship(tx, shop, id, admin, tracking)) return
    if (!(await lockSent(tx, id))) throw conflict('Only a paid order can be marked shipped')
    const changes = await saveTracking(tx, id, tracking)
    if (changes.length === 0) return
    await reportTracking(tx, shop, id)
    await note(tx, shop, id, admin.name, 'Tracking changed').execute()
    await recordOrder(tx, shop, admin, id, 'Changed the tracking', changes)
  })
  shop.mailSignal.raise()
  return getOrder(shop, admin, id)
}

/** Marks a paid order delivered. A second time changes nothing. */
export async function markDelivered(shop: Shop, admin: SignedIn, id: string): Promise<Order> {
  await transact(shop.db, (tx) => deliver(tx, shop, id, admin))
  shop.mailSignal.raise()
  const order = await getOrder(shop, admin, id)
  if (order.state !== 'delivered') throw conflict('Only a paid order can be marked delivered')
  return order
}

/**
 * From paid to shipped, once; false when the order is in any other state. Hand in the transaction of the cause.
 * @param tracking what is known of the parcel; without it, what was known before stays
 */
export async function ship(
  tx: Tx,
  shop: Shop,
  id: string,
  by: Teller,
  tracking?: Tracking,
): Promise<boolean> {
  const shipped = await tx
    .updateTable('orders')
    .set({ state: 'shipped', shipped_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('state', '=', 'paid')
    .returning('id')
    .executeTakeFirst()
  if (!shipped) return false
  const changes = tracking ? await saveTracking(tx, id, tracking) : []
  await reportTracking(tx, shop, id)
  await note(tx, shop, id, nameOf(by), 'Shipped').execute()
  await orderMail(tx, shop, 'order-shipped', id).execute()
  if (by !== 'USPS') await recordOrder(tx, shop, by, id, 'Marked shipped', changes)
  return true
}

/**
 * From shipped back to paid, for a parcel that never left; false when the order is in any other state. What the buyer
 * and PayPal have not been told yet they are not told, and what they were told does not stand for the next parcel.
 */
export async function setBack(tx: Tx, shop: Shop, id: string, by: Somebody): Promise<boolean> {
  const waits = await tx
    .updateTable('orders')
    .set({ state: 'paid', shipped_at: null })
    .where('id', '=', id)
    .where('state', '=', 'shipped')
    .returning('id')
    .executeTakeFirst()
  if (!waits) return false
  await tx.deleteFrom('tracking_reports').where('order_id', '=', id).where('state', '=', 'waiting').execute()
  await forgetMail(tx, 'order-shipped', id)
  await note(tx, shop, id, by.name, 'Waits to be shipped again').execute()
  await recordOrder(tx, shop, by, id, 'Set back to be shipped')
  return true
}

/** From paid or shipped to delivered, once; false when the order is in any other state. */
export async function deliver(tx: Tx, shop: Shop, id: string, by: Teller): Promise<boolean> {
  const delivered = await tx
    .updateTable('orders')
    .set({ state: 'delivered', delivered_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('state', 'in', ['paid', 'shipped'])
    .returning('id')
    .executeTakeFirst()
  if (!delivered) return false
  await note(tx, shop, id, nameOf(by), 'Delivered').execute()
  await orderMail(tx, shop, 'order-delivered', id).execute()
  if (by !== 'USPS') await recordOrder(tx, shop, by, id, 'Marked delivered')
  return true
}

function nameOf(by: Teller): string {
  return by === 'USPS' ? by : by.name
}

/** Whether the order is on its way or there; nobody else changes its tracking until the transaction ends. */
async function lockSent(tx: Tx, id: string): Promise<boolean> {
  const sent = await tx
    .updateTable('orders')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .where('state', 'in', ['shipped', 'delivered'])
    .returning('id')
    .executeTakeFirst()
  return sent !== undefined
}

/** Keeps how a parcel is followed. Answers what differs from before. */
export async function saveTracking(
  tx: Tx,
  id: string,
  { trackingNumber, trackingUrl }: Tracking,
): Promise<Change[]> {
  const known = await tx.selectFrom('shipments').selectAll().where('order_id', '=', id).executeTakeFirst()
  const before: ShipmentRow = known ?? { order_id: id, tracking_number: '', tracking_url: '' }
  const after: ShipmentRow = { order_id: id, tracking_number: trackingNumber, tracking_url: trackingUrl }
  const changes = differences(before, after, {
    tracking_number: 'Tracking number',
    tracking_url: 'Tracking link',
  })
  if (changes.length > 0) {
    await tx
      .insertInto('shipments')
      .values(after)
      .onConflict((taken) => taken.column('order_id').doUpdateSet(after))
      .execute()
  }
  return changes
}
