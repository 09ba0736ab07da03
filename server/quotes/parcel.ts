/** The parcel of a cart, as sent to the carrier. */
import { pack } from '#shared/parcel.ts'
import { badRequest } from '../errors.ts'
import type { Parcel } from '../providers/providers.ts'

/**
 * Packs a cart into one parcel (inches, grams). Throws 400 if the cart does not fit into one parcel.
 * @param items size in grams (null for goods without a size) and quantity of each line
 */
export function packParcel(items: { sizeGrams: number | null; qty: number }[]): Parcel {
  const packed = pack(items)
  if (!packed) {
    throw badRequest(
      'This is more than one parcel can carry. Order less at a time, or write to us about wholesale',
    )
  }
  const { lengthIn, widthIn, heightIn } = packed.box
  return { lengthIn, widthIn, heightIn, grams: packed.grams }
}
