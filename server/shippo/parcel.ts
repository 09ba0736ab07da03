/** How a cart is packed: which box, and what it weighs. */
import { badRequest } from '../errors.ts'
import type { Parcel } from '../providers/providers.ts'

/** Outer inches and empty grams; the first that holds the pieces is taken. */
const BOXES = [
  { pieces: 4, lengthIn: 7, widthIn: 7, heightIn: 7, grams: 150 },
  { pieces: 8, lengthIn: 10, widthIn: 8, heightIn: 8, grams: 240 },
  { pieces: 20, lengthIn: 14, widthIn: 12, heightIn: 10, grams: 420 },
  { pieces: 1000, lengthIn: 18, widthIn: 16, heightIn: 14, grams: 800 },
] as const

/** What a mug, a kettle or a framed print is taken to weigh. */
const GRAMS_WITHOUT_SIZE = 700

/** USPS takes 70 lb at most. */
const MAX_GRAMS = 31_751

/** @param items size in grams (null for goods without one) and quantity of each line */
export function packParcel(items: { sizeGrams: number | null; qty: number }[]): Parcel {
  const pieces = items.reduce((sum, { qty }) => sum + qty, 0)
  const goods = items.reduce((sum, { sizeGrams, qty }) => sum + (sizeGrams ?? GRAMS_WITHOUT_SIZE) * qty, 0)
  const box = BOXES.find((candidate) => pieces <= candidate.pieces)
  const grams = goods + (box?.grams ?? 0)
  if (!box || grams > MAX_GRAMS) {
    throw badRequest(
      'This is more than one parcel can carry. Order less at a time, or write to us about wholesale',
    )
  }
  const { lengthIn, widthIn, heightIn } = box
  return { lengthIn, widthIn, heightIn, grams }
}
