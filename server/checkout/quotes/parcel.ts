/** The parcel of a cart, as sent to the carrier, and the items of orders for `pack`. */
import { pack, type Item } from '#shared/platform/parcel.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { badRequest } from '#server/kernel/errors.ts'
import type { Parcel } from '#server/providers/shipping.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'

/** A line of an order with its weight in the parcel, and the box of a work of art, which is null for other goods. */
export type PackedLine = {
  name: string
  size_grams: number | null
  qty: number
  box: string | null
  packed_grams: number | null
}

/** The query of the lines of orders with the columns that their parcels need. */
export function packedLines(db: Db, orderIds: readonly string[]) {
  return db
    .selectFrom('order_lines')
    .leftJoin('works', 'works.product_id', 'order_lines.product_id')
    .leftJoin('product_sizes as size', 'size.id', 'order_lines.size_id')
    .select(['order_id', 'name', 'size_grams', 'qty', 'works.box'])
    .select((eb) => eb.fn.coalesce('works.packed_grams', 'size.shipping_grams').as('packed_grams'))
    .where('order_id', 'in', orderIds)
}

/** Converts a line of an order to an item of `pack`. */
export function itemOf({ name, size_grams: sizeGrams, qty, box, packed_grams: packedGrams }: PackedLine) {
  return { name, sizeGrams, qty, packedGrams, ...(box === null ? {} : { box }) }
}

/**
 * Packs a cart into one parcel (inches, grams). Throws 400 if the cart does not fit into one parcel, or has
 * a work of art that is not shipped.
 */
export async function packParcel(shop: Shop, items: (Item & { name: string })[]): Promise<Parcel> {
  const unshipped = items.find(({ box }) => box === '')
  if (unshipped) throw badRequest(`${unshipped.name} is too large to ship. Please pick it up at the bar`)
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
