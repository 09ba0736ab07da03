/** The parcel of a cart, as sent to the carrier. */
import { pack } from '#shared/parcel.ts'
import { badRequest } from '../errors.ts'
import type { Parcel } from '../providers/providers.ts'
import { currentSettings } from '../settings/current.ts'
import { PARCELS } from '../settings/groups.ts'
import type { Shop } from '../shop.ts'

/**
 * Packs a cart into one parcel (inches, grams). Throws 400 if the cart does not fit into one parcel.
 * @param items size in grams (null for goods without a size) and quantity of each line
 */
export async function packParcel(
  shop: Shop,
  items: { sizeGrams: number | null; qty: number }[],
): Promise<Parcel> {
  const { boxes } = await currentSettings(shop, PARCELS)
  const packed = pack(items, boxes)
  if (!packed) {
    throw badRequest(
      'This is more than one parcel can carry. Order less at a time, or write to us about wholesale',
    )
  }
  const { lengthIn, widthIn, heightIn } = packed.box
  return { lengthIn, widthIn, heightIn, grams: packed.grams }
}
