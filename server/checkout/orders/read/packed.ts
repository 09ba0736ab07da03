/** An order for staff who pack it: its goods, its recipient, the box that holds the goods, and its subscriptions. */
import type { Order } from '#shared/checkout/api/orders.ts'
import { deliveryText } from '#shared/platform/subscriptions.ts'
import { formatBox, pack } from '#shared/platform/parcel.ts'
import { itemOf, packedLines } from '../../quotes/parcel.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { orderForStaff } from './order.ts'

/** Throws 404, and 409 for an order that buys a gift card: nothing is packed. */
export async function packedOrder(
  shop: Shop,
  id: string,
): Promise<Order & { box: string; deliveryOf: string[] }> {
  const order = await orderForStaff(shop, id)
  if (order.isGiftCard) throw conflict('A gift card is mailed or printed, so there is nothing to pack')
  const { boxes } = await currentSettings(shop, PARCELS)
  const packed = pack((await packedLines(shop.db, [id]).execute()).map(itemOf), boxes)
  return { ...order, box: packed ? formatBox(packed.box) : '', deliveryOf: await deliveryOf(shop.db, id) }
}

async function deliveryOf(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription_deliveries as delivery')
    .innerJoin('subscriptions', 'subscriptions.id', 'delivery.subscription_id')
    .select(['weeks', 'delivery.number'])
    .where('delivery.order_id', '=', orderId)
    .orderBy('weeks')
    .execute()
  return rows.map(deliveryText)
}
