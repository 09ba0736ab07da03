/** An order for staff who pack it: its goods, its recipient, and the box that holds the goods. */
import type { Order } from '#shared/api/orders.ts'
import { formatBox, pack } from '#shared/parcel.ts'
import { itemOf, packedLines } from '../quotes/parcel.ts'
import { currentSettings } from '../settings/current.ts'
import { PARCELS } from '../settings/groups.ts'
import type { Shop } from '../shop.ts'
import { orderForStaff } from './orders.ts'

/** Throws 404. */
export async function packedOrder(shop: Shop, id: string): Promise<Order & { box: string }> {
  const order = await orderForStaff(shop, id)
  const { boxes } = await currentSettings(shop, PARCELS)
  const packed = pack((await packedLines(shop.db, [id]).execute()).map(itemOf), boxes)
  return { ...order, box: packed ? formatBox(packed.box) : '' }
}
