/** Sending orders: shipped, delivered. A label that is bought for an order will end in `markShipped` as well. */
import type { Body } from '#shared/api/endpoint.ts'
import type { Order } from '#shared/api/orders.ts'
import type { orderDesk } from '#shared/api/order-desk.ts'
import { isoNow } from '../clock.ts'
import type { ShipmentRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict } from '../errors.ts'
import { orderMail } from '../mail/order-mail.ts'
import { differences, type Change } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../users/sessions.ts'
import { findOrder, getOrder, note, recordOrder } from './orders.ts'

export type Tracking = Body<typeof orderDesk.ship>

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
    const now = isoNow(shop.clock)
    const shipped = await tx
      .updateTable('orders')
      .set({ state: 'shipped', shipped_at: now })
      .where('id', '=', id)
      .where('state', '=', 'paid')
      .returning('id')
      .executeTakeFirst()
    if (!shipped && !(await lockSent(tx, id))) throw conflict('Only a paid order can be marked shipped')
    const changes = await saveTracking(tx, id, tracking)
    if (!shipped && changes.length === 0) return
    await note(tx, shop, id, admin.name, shipped ? 'Shipped' : 'Tracking changed').execute()
    if (shipped) await orderMail(tx, shop, 'order-shipped', id).execute()
    await recordOrder(tx, shop, admin, id, shipped ? 'Marked shipped' : 'Changed the tracking', changes)
  })
  shop.mailBell.ring()
  return getOrder(shop, admin, id)
}

/** Marks a paid order delivered. A second time changes nothing. */
export async function markDelivered(shop: Shop, admin: SignedIn, id: string): Promise<Order> {
  await transact(shop.db, async (tx) => {
    const changed = await tx
      .updateTable('orders')
      .set({ state: 'delivered', delivered_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('state', 'in', ['paid', 'shipped'])
      .returning('id')
      .executeTakeFirst()
    if (!changed) return
    await note(tx, shop, id, admin.name, 'Delivered').execute()
    await orderMail(tx, shop, 'order-delivered', id).execute()
    await recordOrder(tx, shop, admin, id, 'Marked delivered')
  })
  shop.mailBell.ring()
  const order = await getOrder(shop, admin, id)
  if (order.state !== 'delivered') throw conflict('Only a paid order can be marked delivered')
  return order
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

/** Answers what differs from before. */
async function saveTracking(
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
