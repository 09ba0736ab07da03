/** What a carrier needs for an order: the parcel, its sender, its recipient and an address that the shop ships to. */
import { pack, type Item } from '#shared/platform/parcel.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { badRequest, Refusal } from '#server/kernel/errors.ts'
import type { Parcel, Sender } from '#server/providers/providers.ts'
import { currentSettings, businessOf, sellingOf } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { normalPhone } from '#shared/kernel/phone.ts'
import { checkAddress, shippingRefusal, type Address } from '#shared/platform/address.ts'
import { excludedOf } from '#shared/platform/settings/selling.ts'

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

/** `name` for label and packing slip; `phone` for the carrier, empty if there is none. */
export type Recipient = { name: string; phone: string }

/** The recipient of a request. Without a name it is the buyer. */
export function recipientOf(
  { recipient, phone }: { recipient?: string | undefined; phone?: string | undefined },
  buyer: { name: string },
): Recipient {
  return { name: recipient?.trim() || buyer.name, phone: normalPhone(phone ?? '') ?? '' }
}

/** The recipient of a placed order. */
export function recipientOfOrder(order: {
  recipient: string | null
  buyer_name: string
  phone: string
}): Recipient {
  return { name: order.recipient ?? order.buyer_name, phone: order.phone }
}

/** Whether the quote's shipment has this recipient, so that its rate can be used for the label. */
export function isAddressedTo(
  quote: { recipient: string | null; phone: string },
  { name, phone }: Recipient,
  buyer: { name: string },
): boolean {
  return (quote.recipient ?? buyer.name) === name && quote.phone === phone
}

export async function senderOf(shop: Shop): Promise<Sender> {
  const { senderName, street, city, state, postalCode, phone } = await currentSettings(shop, PARCELS)
  const { contactEmail } = await businessOf(shop)
  return {
    name: senderName,
    street1: street,
    street2: '',
    city,
    state,
    zip: postalCode,
    country: 'US',
    phone,
    email: shop.config.fixed.MAIL_FROM ?? contactEmail,
  }
}

/** Returns the normalized address. Throws 400 if the address is invalid or the shop does not ship to it. */
export async function requireShippable(shop: Shop, raw: Address): Promise<Address> {
  const excluded = excludedOf(await sellingOf(shop))
  const refusal = shippingRefusal(raw, excluded)
  if (refusal) throw badRequest(refusal)
  const checked = checkAddress(raw, excluded)
  if ('problems' in checked) {
    const [field, problem] = Object.entries(checked.problems)[0] ?? ['', 'Enter an address']
    throw new Refusal(400, problem, { field })
  }
  return checked.address
}
