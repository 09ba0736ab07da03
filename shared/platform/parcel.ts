/** Parcels: the sizes of our boxes, which box an order needs, and the state of a parcel as text. */
import type { ParcelState } from '#shared/kernel/order-states.ts'

/** A box: its outer sizes in inches, and the weight of the empty box with its filling in grams. */
export type Box = { name: string; lengthIn: number; widthIn: number; heightIn: number; grams: number }

/** The boxes of a shop that has saved none, from the smallest to the largest. */
export const BOXES: readonly Box[] = [
  { name: 'Small', lengthIn: 7, widthIn: 7, heightIn: 7, grams: 150 },
  { name: 'Medium', lengthIn: 10, widthIn: 8, heightIn: 8, grams: 240 },
  { name: 'Large', lengthIn: 14, widthIn: 12, heightIn: 10, grams: 420 },
  { name: 'Extra large', lengthIn: 18, widthIn: 16, heightIn: 14, grams: 800 },
  { name: 'Carton', lengthIn: 24, widthIn: 18, heightIn: 16, grams: 1100 },
]

/** The share of a box's volume that goods can use. The rest is filling. */
const USABLE = 0.85

/** The volume of a gram of coffee in its bag, in cubic inches: a 340 g bag measures about 7 by 4 by 2.5 inches. */
const ROOM_PER_GRAM = 0.2

/**
 * The assumed weight (grams) and volume (cubic inches) of goods without a weight: a mug, a kettle, a framed print. The
 * form of the product, the import and the page of the label tell staff when the shop assumes it.
 */
export const WITHOUT_WEIGHT = { grams: 700, room: 72 }

/** The limit of USPS is 70 lb. */
export const MAX_GRAMS = 31_751

/**
 * An item of an order: its size in grams (null for goods without a size) and quantity. Goods and works of art can have a
 * weight with packing, and works of art have the name of their box, which they fill completely.
 */
export type Item = { sizeGrams: number | null; qty: number; box?: string; packedGrams?: number | null }

type Packed = { box: Box; grams: number }

/** The most parcels of an order. Each of them needs a label. */
export const MOST_PARCELS = 20

/**
 * The fewest boxes that hold all items as they come, the heaviest pieces first: the pieces of each item in each parcel. One
 * parcel if a box holds everything. Null if a piece fits in no box, or if they need more than MOST_PARCELS.
 * @param boxes from the smallest to the largest
 */
export function packInParcels<I extends Item>(
  items: readonly I[],
  boxes: readonly Box[] = BOXES,
): I[][] | null {
  if (pack(items, boxes)) return [[...items]]
  const parcels: I[][] = []
  for (const item of items.toSorted((one, other) => weightOf(other) - weightOf(one))) {
    let left = item.qty
    for (let at = 0; left > 0; at++) {
      if (at === MOST_PARCELS) return null
      const parcel = (parcels[at] ??= [])
      const fitting = most(left, (qty) => pack([...parcel, { ...item, qty }], boxes) !== null)
      if (fitting > 0) parcel.push({ ...item, qty: fitting })
      else if (parcel.length === 0) return null
      left -= fitting
    }
  }
  return parcels
}

/** The largest number up to `highest` that fits. All smaller numbers fit, too. */
function most(highest: number, fits: (count: number) => boolean): number {
  let low = 0
  let high = highest
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/**
 * The smallest box that holds all items, and the weight of the parcel in grams. Null if no box holds them, or if the
 * parcel would be too heavy.
 * @param boxes from the smallest to the largest
 */
export function pack(items: readonly Item[], boxes: readonly Box[] = BOXES): Packed | null {
  let goods = 0
  let room = 0
  for (const item of items) {
    goods += weightOf(item) * item.qty
    room += roomOfItem(item, boxes) * item.qty
  }
  const box = boxes.find((each) => room <= roomOf(each) * USABLE)
  const grams = goods + (box?.grams ?? 0)
  return box && grams <= MAX_GRAMS ? { box, grams } : null
}

/** Whether the weight of an item is assumed, because nobody has entered it. */
export function isWeightAssumed({ sizeGrams, packedGrams }: Item): boolean {
  return !packedGrams && sizeGrams === null
}

function weightOf({ sizeGrams, packedGrams }: Item): number {
  return packedGrams ?? sizeGrams ?? WITHOUT_WEIGHT.grams
}

/** The box as text: `Medium (10 × 8 × 8 in)`. */
export function formatBox({ name, lengthIn, widthIn, heightIn }: Box): string {
  return `${name} (${lengthIn} × ${widthIn} × ${heightIn} in)`
}

/** In cubic inches. A work of art fits in no box if the shop no longer has its box. */
function roomOfItem({ sizeGrams, box: name }: Item, boxes: readonly Box[]): number {
  if (name) {
    const box = boxes.find((each) => each.name === name)
    return box ? roomOf(box) * USABLE : Infinity
  }
  return sizeGrams === null ? WITHOUT_WEIGHT.room : sizeGrams * ROOM_PER_GRAM
}

/** The volume of a box, in cubic inches. */
export function roomOf({ lengthIn, widthIn, heightIn }: Box): number {
  return lengthIn * widthIn * heightIn
}

/** Short texts, for a list of facts. */
export const PARCEL_TEXTS: Record<ParcelState, string> = {
  unknown: 'The carrier has no news of the parcel yet',
  announced: 'Packed; the carrier has not picked it up yet',
  transit: 'On its way',
  delivered: 'Delivered',
  returned: 'On its way back to us',
  failure: 'The carrier could not deliver it',
}

/** Sentences about the order, for the buyer. */
export const PARCEL_SENTENCES: Record<ParcelState, string> = {
  unknown: 'Your order has left us. The carrier has no news of it yet.',
  announced: 'Your order is packed and waiting for the carrier.',
  transit: 'Your order is on its way.',
  delivered: 'Your order has arrived. Enjoy.',
  returned: 'Your order is coming back to us. We will write to you.',
  failure: 'The carrier could not deliver your order. We will write to you.',
}
