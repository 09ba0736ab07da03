/**
 * Shipping and delivery of orders; pickup.ts has the steps of orders for pickup, and parcels.ts the steps of orders in several
 * parcels. Only `ship` sets an order to shipped, only `deliver` sets it to delivered, and only `revertToPaid` undoes `ship`, if a
 * label is returned. They are used for changes by admins, by bought labels and by the carrier's scans. `ship` and `deliver` run in the caller's transaction
 * and queue an email to the buyer; after the commit, the caller must call `shop.mailSignal.raise()`.
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { ShipmentRow, Tx } from '#server/kernel/db/schema.ts'
import { keepsMoney } from '#server/roastery/open-lines/money-back.ts'
import { forgetMail, orderMail } from '#server/platform/outbox/order-mail.ts'
import { differences } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import { note, recordOrder, type Admin } from '../history.ts'
import { webhookEvent } from '#server/platform/webhooks/events.ts'

export type Tracking = Omit<Body<typeof orderAdmin.ship>, 'parcel'>

/**
 * Who reports that a parcel was sent or delivered: an admin, or the carrier. Only changes by admins are written to the
 * record.
 */
export type Actor = Admin | 'USPS'

/**
 * Sets an order from paid to shipped. Returns false if the order is in any other state. If all its money is on its way back
 * to the buyer, staff cannot ship it (false); what the carrier has is shipped in any case.
 * @param tx the caller's transaction
 * @param tracking the parcel's number and link; if missing, the stored ones stay
 */
export async function ship(tx: Tx, shop: Shop, id: string, by: Actor, tracking?: Tracking): Promise<boolean> {
  const shipped = await tx
    .updateTable('orders')
    .set({ state: 'shipped', shipped_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('state', '=', 'paid')
    .where('is_pickup', '=', 0)
    .$if(by !== 'USPS', (query) => query.where(keepsMoney('orders.id')))
    .returning('id')
    .executeTakeFirst()
  if (!shipped) return false
  await tx
    .updateTable('parcels')
    .set({ left_at: isoNow(shop.clock) })
    .where('order_id', '=', id)
    .where('left_at', 'is', null)
    .execute()
  const changes = tracking ? await saveTracking(tx, id, tracking) : []
  await reportTracking(tx, shop, id)
  await note(tx, shop, id, nameOf(by), 'Shipped').execute()
  await orderMail(tx, shop, 'order-shipped', id).execute()
  await webhookEvent(tx, shop, 'order.shipped', { order: id }).execute()
  if (by !== 'USPS') await recordOrder(tx, shop, by, id, 'Marked shipped', changes)
  return true
}

/**
 * Sets an order from shipped back to paid, for a parcel that was never sent. Returns false if the order is in any other
 * state. Cancels the buyer's mail and the report to PayPal if they are still waiting. If they were sent, the next
 * parcel gets a new email and a new report.
 */
export async function revertToPaid(tx: Tx, shop: Shop, id: string, by: Admin): Promise<boolean> {
  const reverted = await tx
    .updateTable('orders')
    .set({ state: 'paid', shipped_at: null })
    .where('id', '=', id)
    .where('state', '=', 'shipped')
    .returning('id')
    .executeTakeFirst()
  if (!reverted) return false
  await tx.deleteFrom('tracking_reports').where('order_id', '=', id).where('state', '=', 'waiting').execute()
  await forgetMail(tx, 'order-shipped', id)
  await note(tx, shop, id, by.name, 'Changed back to paid').execute()
  await recordOrder(tx, shop, by, id, 'Changed from shipped back to paid')
  return true
}

/**
 * Sets an order from paid or shipped to delivered. Returns false if the order is in any other state. If all the money of a
 * paid order is on its way back to the buyer, staff cannot mark it as delivered (false).
 * @param isLogged whether the change log gets a line; a bulk change has one for all its orders
 */
export async function deliver(
  tx: Tx,
  shop: Shop,
  id: string,
  by: Actor,
  { isLogged = true } = {},
): Promise<boolean> {
  const delivered = await tx
    .updateTable('orders')
    .set({ state: 'delivered', delivered_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('state', 'in', ['paid', 'shipped'])
    .$if(by !== 'USPS', (query) =>
      query.where((eb) => eb.or([eb('state', '=', 'shipped'), keepsMoney('orders.id')])),
    )
    .returning('id')
    .executeTakeFirst()
  if (!delivered) return false
  await note(tx, shop, id, nameOf(by), 'Delivered').execute()
  await orderMail(tx, shop, 'order-delivered', id).execute()
  if (isLogged && by !== 'USPS') await recordOrder(tx, shop, by, id, 'Marked delivered')
  return true
}

function nameOf(by: Actor): string {
  return by === 'USPS' ? by : by.name
}

/** Stores the tracking number and link of a parcel. Returns what changed. */
export async function saveTracking(
  tx: Tx,
  id: string,
  { trackingNumber, trackingUrl }: Tracking,
): Promise<Change[]> {
  const stored = await tx.selectFrom('shipments').selectAll().where('order_id', '=', id).executeTakeFirst()
  const before: ShipmentRow = stored ?? { order_id: id, tracking_number: '', tracking_url: '' }
  const after: ShipmentRow = {
    order_id: id,
    tracking_number: trackingNumber ?? before.tracking_number,
    tracking_url: trackingUrl ?? before.tracking_url,
  }
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

/**
 * Queues the tracking number of an order's parcel for PayPal; server/payments/events/tracking.ts sends it after the commit.
 * Call it in the transaction that marks the order as shipped or changes the number. Does nothing without a number, and for
 * a replacement, which has no payment.
 */
export async function reportTracking(tx: Tx, shop: Shop, orderId: string): Promise<void> {
  const parcel = await tx
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .select('tracking_number')
    .where('order_id', '=', orderId)
    .where('replaces_order_id', 'is', null)
    .executeTakeFirst()
  const number = parcel?.tracking_number ?? ''
  if (number === '') return
  const now = isoNow(shop.clock)
  const report = { tracking_number: number, state: 'waiting' as const, attempts: 0, next_at: now }
  const fresh = { ...report, problem: null, updated_at: now }
  await tx
    .insertInto('tracking_reports')
    .values({ order_id: orderId, ...fresh })
    .onConflict((before) => before.column('order_id').doUpdateSet(fresh))
    .execute()
}
