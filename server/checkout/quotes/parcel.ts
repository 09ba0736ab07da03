/** What a carrier needs for an order: the parcel, its sender, its recipient and an address that the shop ships to. */
import { MOST_PARCELS, pack, packInParcels, type Item } from '#shared/platform/parcel.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { badRequest, Refusal } from '#server/kernel/errors.ts'
import {
  NoGroundRate,
  ShippingUnavailable,
  type GroundRate,
  type Parcel,
  type Sender,
  type ShipAddress,
} from '#server/providers/shipping.ts'
import { currentSettings, businessOf, sellingOf } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { normalPhone } from '#shared/kernel/phone.ts'
import { checkAddress, shippingRefusal, type Address } from '#shared/platform/address.ts'
import { excludedOf } from '#shared/platform/settings/selling.ts'

/** A line of an order with its weight in the parcel, and the box of a work of art, which is null for other goods. */
export type PackedLine = {
  position: number
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
    .select(['order_id', 'order_lines.position', 'name', 'size_grams', 'qty', 'works.box'])
    .select((eb) => eb.fn.coalesce('works.packed_grams', 'size.shipping_grams').as('packed_grams'))
    .where('order_id', 'in', orderIds)
    .orderBy('order_lines.position')
}

/** Converts a line of an order to an item of `pack`. */
export function itemOf({
  position: line,
  name,
  size_grams: sizeGrams,
  qty,
  box,
  packed_grams: packedGrams,
}: PackedLine) {
  return { line, name, sizeGrams, qty, packedGrams, ...(box === null ? {} : { box }) }
}
export type PackedItem = ReturnType<typeof itemOf>

/**
 * Packs a cart into parcels (inches, grams). Throws 400 if a piece fits in no parcel, the cart needs too many parcels, or has
 * a work of art that is not shipped.
 */
export async function packParcels(shop: Shop, items: (Item & { name: string })[]): Promise<Parcel[]> {
  const unshipped = items.find(({ box }) => box === '')
  if (unshipped) throw badRequest(`${unshipped.name} is too large to ship. Please pick it up at the bar`)
  const { boxes } = await currentSettings(shop, PARCELS)
  const parcels = packInParcels(items, boxes)
  if (!parcels) {
    throw badRequest(
      `This is more than ${MOST_PARCELS} parcels can carry. Order less at a time, or write to us about wholesale`,
    )
  }
  return parcels.map((parcel) => {
    const { box, grams } = pack(parcel, boxes)!
    return { lengthIn: box.lengthIn, widthIn: box.widthIn, heightIn: box.heightIn, grams }
  })
}

/**
 * The carrier's price of these parcels together. Shipment and rate are those of the only parcel; with several, there is no rate
 * with which a label could be bought for all. Throws 400 and 503.
 */
export async function rateOfParcels(shop: Shop, to: ShipAddress, parcels: Parcel[]): Promise<GroundRate> {
  const from = await senderOf(shop)
  // Parcels of the same size and weight cost the same.
  const alike = [...Map.groupBy(parcels, (parcel) => JSON.stringify(parcel)).values()]
  const rates = []
  for (const some of alike) {
    const rate = await refuseIfUnavailable(
      shop.providers.shipping.quoteGround({ to, parcel: some[0]!, from }),
    )
    rates.push({ ...rate, count: some.length })
  }
  const [first] = rates
  if (parcels.length === 1) return first!
  return {
    ...first!,
    rateId: '',
    cents: rates.reduce((sum, { cents, count }) => sum + cents * count, 0),
    estimatedDays: slowest(rates.map(({ estimatedDays }) => estimatedDays)),
  }
}

function slowest(days: (number | null)[]): number | null {
  return days.includes(null) ? null : Math.max(...days.map((each) => each!))
}

/**
 * Converts the carrier's errors to responses: 400 if the carrier has no ground service, 503 if the carrier does not
 * answer.
 */
export async function refuseIfUnavailable<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (error instanceof NoGroundRate)
      throw badRequest('USPS has no ground service to this address. Please check it')
    if (error instanceof ShippingUnavailable) {
      throw new Refusal(
        503,
        'Shipping prices are not available right now. Please try again in a moment',
        {},
        { 'retry-after': '10' },
      )
    }
    throw error
  }
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
