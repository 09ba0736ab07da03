/** The parcel that a cart becomes, as the carrier is told of it. */
import { pack } from '#shared/parcel.ts'
import { badRequest } from '../errors.ts'
import type { Parcel } from '../providers/providers.ts'

/** @param items size in grams (null for goods without one) and quantity of each line. Throws 400 for too much. */
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
