/** An order for staff who pack it: its goods, its recipient, the box that holds the goods, and its subscriptions. */
import type { Order } from '#shared/checkout/api/orders.ts'
import { deliveryText } from '#shared/platform/subscriptions.ts'
import type { PackedOrder } from '#shared/checkout/api/fulfillment.ts'
import type { Box } from '#shared/platform/parcel.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { orderForStaff } from './order.ts'
import { boxesOf, boxOf, packOrders, type PackedParcel } from './packing.ts'

/** Throws 404, and 409 for an order that buys a gift card: nothing is packed. */
export async function packedOrder(
  shop: Shop,
  id: string,
): Promise<Order & Pick<PackedOrder, 'box' | 'boxes' | 'deliveryOf'>> {
  const order = await orderForStaff(shop, id)
  if (order.isGiftCard) throw conflict('A gift card is mailed or printed, so there is nothing to pack')
  const { boxes } = await currentSettings(shop, PARCELS)
  const parcels = order.vanOn === null ? (await packOrders(shop, [id])).get(id)! : []
  return {
    ...order,
    box: boxesOf(parcels, boxes).box,
    boxes: parcels.length > 1 ? parcels.map((parcel) => toBox(parcel, boxes)) : [],
    deliveryOf: await deliveryOf(shop.db, id),
  }
}

function toBox({ number, items }: PackedParcel, boxes: readonly Box[]) {
  const goods = items.map(({ line, qty }) => ({ line, qty }))
  return { number, box: boxOf(items, boxes).box, goods }
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
