/** What staff do with orders to ship: mark them, or one of their parcels, as shipped, and as delivered. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import type { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { requireMoney } from '#server/roastery/open-lines/money-back.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { orderForStaff, orderRow, lockOrder } from '../read/order.ts'
import { note, recordOrder } from '../history.ts'
import { deliver, reportTracking, saveTracking, ship, type Tracking } from './fulfill.ts'
import { lockParcels, parcelLeft, saveParcelTracking } from './parcels.ts'
import { handOver } from './pickup.ts'

/**
 * Marks a paid order as shipped. If the order is already shipped or delivered, updates its tracking. A repeated call
 * changes nothing. Throws 409 for an order in any other state, and for a paid order if all its money is on its way back to
 * the buyer.
 */
export async function markShipped(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { parcel, ...tracking }: Body<typeof orderAdmin.ship>,
): Promise<Order> {
  const { is_pickup: isPickup, handover } = await orderRow(shop, id)
  if (isPickup) throw conflict('This order is picked up at the bar. Hand it over instead')
  if (handover === 'van') throw conflict('This order is delivered by van. Hand it over at the door instead')
  await transact(shop.db, async (tx) => {
    if ((await lockParcels(tx, id)) > 1) return markParcels(tx, shop, admin, { id, parcel, tracking })
    if (await ship(tx, shop, id, admin, tracking)) return
    if (!(await lockOrder(tx, id, ['shipped', 'delivered']))) {
      await requireMoney(tx, id)
      throw conflict('Only a paid order can be marked shipped')
    }
    const changes = await saveTracking(tx, id, tracking)
    if (changes.length === 0) return
    await reportTracking(tx, shop, id)
    await note(tx, shop, id, admin.name, 'Tracking changed').execute()
    await recordOrder(tx, shop, admin, id, 'Changed the tracking', changes)
  })
  shop.mailSignal.raise()
  return orderForStaff(shop, id)
}

type Marked = { id: string; parcel: number | undefined; tracking: Tracking }

/** The same for one parcel of an order that has several, or for all of them. */
async function markParcels(tx: Tx, shop: Shop, admin: SignedIn, { id, parcel, tracking }: Marked) {
  if (parcel === undefined && (tracking.trackingNumber || tracking.trackingUrl))
    throw conflict('This order has several parcels. Enter the tracking of each')
  if (await lockOrder(tx, id, ['paid'])) {
    await requireMoney(tx, id)
    if (parcel === undefined) await ship(tx, shop, id, admin)
    else await parcelLeft(tx, shop, { order: id, number: parcel }, admin, tracking)
    return
  }
  if (!(await lockOrder(tx, id, ['shipped', 'delivered'])))
    throw conflict('Only a paid order can be marked shipped')
  if (parcel === undefined || !(await saveParcelTracking(tx, id, parcel, tracking))) return
  await reportTracking(tx, shop, id)
  await note(tx, shop, id, admin.name, `Tracking of parcel ${parcel} changed`).execute()
  await recordOrder(tx, shop, admin, id, `Changed the tracking of parcel ${parcel}`)
}

/**
 * Marks an order as delivered; an order for pickup, as handed over. A second call changes nothing. Throws 409 for
 * an order in any other state, and for a paid order if all its money is on its way back to the buyer.
 */
export async function markDelivered(shop: Shop, admin: SignedIn, id: string): Promise<Order> {
  const { is_pickup: isPickup } = await orderRow(shop, id)
  await transact(shop.db, (tx) => (isPickup ? handOver : deliver)(tx, shop, id, admin))
  shop.mailSignal.raise()
  const order = await orderForStaff(shop, id)
  if (order.state === 'delivered') return order
  await requireMoney(shop.db, id)
  throw conflict('Only a paid order can be marked delivered')
}
