/** How an order gets to its buyer: by the carrier to an address, or by pickup at the bar. */
import { brand } from '#shared/brand.ts'
import type { Address } from '#shared/address.ts'
import type { PickupNotice } from '#shared/api/delivery.ts'
import type { PlaceOrder } from '#shared/api/place-order.ts'
import type { ShippingSettings } from '#shared/resources/shipping.ts'
import type { OrderRow, QuoteRow } from '../db/schema.ts'
import { hasCoffee, noticeOf, pickupNoticeOf, promiseColumns } from '../delivery/delivery.ts'
import { conflict } from '../errors.ts'
import type { Goods } from '../quotes/goods.ts'
import { requireShippable } from '../quotes/order-input.ts'
import { requireQuote, requireSameCart } from '../quotes/quotes.ts'
import { isAddressedTo, recipientOf, type Recipient } from '../quotes/recipient.ts'
import type { Buyer } from '../sessions/guests.ts'
import { SHIPPING, readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'

/** `address` decides the tax: for a pickup, it is that of the bar. */
export type Way = { address: Address; settings: ShippingSettings } & (
  | { quote: QuoteRow; recipient: Recipient; buyer: { name: string } }
  | { pickup: NonNullable<PickupNotice['promise']> }
)

/** What `shipping_service` says for an order that is picked up. */
const AT_THE_BAR = 'Pickup at the bar'

/** The address of an order that is being placed. Throws 400 for an address that the shop does not ship to. */
export function addressOf(body: PlaceOrder): Address {
  // The contract requires an address, unless the order is picked up.
  return body.pickup ? addressOfBar() : requireShippable(body.shippingAddress!)
}

/**
 * The way of an order that is being placed. Throws 404 for an unknown quote, and 409 if the quote is for another cart,
 * or if pickup is not offered, has no day, or has another day than the one that the buyer saw.
 * @param address from `addressOf`
 */
export async function wayOf(
  shop: Shop,
  user: Buyer,
  body: PlaceOrder,
  address: Address,
  goods: Goods[],
): Promise<Way> {
  const settings = await readSettings(shop.db, SHIPPING)
  if (body.pickup) return { address, settings, pickup: requirePickup(shop, settings, body.pickup, goods) }
  const quote = await requireQuote(shop, user, body.shippingQuote!.quoteId, goods, address)
  return { address, settings, quote, recipient: recipientOf(body.shippingAddress!, user), buyer: user }
}

function requirePickup(
  shop: Shop,
  settings: ShippingSettings,
  { readyOn }: NonNullable<PlaceOrder['pickup']>,
  goods: Goods[],
) {
  if (!settings.pickup) throw noPickup('Pickup is not offered any more. Please choose shipping')
  const { promise, text } = pickupNoticeOf(shop, settings, { hasCoffee: hasCoffee(goods) })
  if (!promise) throw noPickup(text.replace(/\.$/, ''))
  if (readyOn !== undefined && readyOn !== promise.readyOn)
    throw noPickup(`The day of pickup has changed. ${text} Please check it and place the order again`)
  return promise
}

function noPickup(message: string) {
  return conflict(message, { code: 'pickup' })
}

function addressOfBar(): Address {
  const { street, city, state, postalCode, country } = brand.place
  return { address: street, address2: '', city, state, postalCode, country }
}

/** What the buyer pays for shipping, in cents. */
export function shippingCentsOf(way: Way): number {
  return 'quote' in way ? (way.quote.price_cents ?? way.quote.cents) : 0
}

/** Throws 409 if the order is shipped and its quote is for other goods. */
export function requireSameGoods(way: Way, goods: Goods[]): void {
  if ('quote' in way) requireSameCart(way.quote, goods)
}

/** The columns of an order about its way. An order that is picked up has no rate, so no label can be bought for it. */
export function wayColumns(shop: Shop, way: Way, goods: Goods[]) {
  return {
    ...addressColumns(way),
    ...('quote' in way ? shippingColumns(shop, way, goods) : pickupColumns(way)),
  }
}

function addressColumns({ address }: Way) {
  return {
    address: address.address,
    address2: address.address2,
    city: address.city,
    ship_state: address.state,
    postal_code: address.postalCode,
    country: address.country,
  }
}

type WayColumns = Pick<
  OrderRow,
  | 'shipment_id'
  | 'rate_id'
  | 'shipping_service'
  | 'recipient'
  | 'phone'
  | 'quoted_cents'
  | 'roasts_on'
  | 'ships_on'
  | 'arrives_from'
  | 'arrives_to'
  | 'is_pickup'
  | 'pickup_from'
  | 'pickup_to'
>

function shippingColumns(shop: Shop, way: Extract<Way, { quote: QuoteRow }>, goods: Goods[]): WayColumns {
  const { quote, settings, recipient, buyer } = way
  const notice = noticeOf(shop, settings, {
    hasCoffee: hasCoffee(goods),
    carrierDays: quote.estimated_days,
  })
  return {
    shipment_id: quote.shipment_id,
    rate_id: isAddressedTo(quote, recipient, buyer) ? quote.rate_id : '',
    shipping_service: `${quote.provider} ${quote.service}`,
    recipient: recipient.name === buyer.name ? null : recipient.name,
    phone: recipient.phone,
    quoted_cents: quote.cents,
    ...promiseColumns(notice),
    is_pickup: 0,
    pickup_from: null,
    pickup_to: null,
  }
}

function pickupColumns({ pickup }: Extract<Way, { pickup: unknown }>): WayColumns {
  return {
    shipment_id: '',
    rate_id: '',
    shipping_service: AT_THE_BAR,
    recipient: null,
    phone: '',
    quoted_cents: 0,
    roasts_on: pickup.roastsOn,
    ships_on: pickup.readyOn,
    arrives_from: null,
    arrives_to: null,
    is_pickup: 1,
    pickup_from: pickup.from,
    pickup_to: pickup.to,
  }
}

/** The columns with the promised days of an order without a quote, which is shipped or picked up like `order`. */
export function promisedColumns(
  shop: Shop,
  settings: ShippingSettings,
  order: Pick<OrderRow, 'is_pickup'>,
  goods: { category: string }[],
) {
  if (!order.is_pickup) return promiseColumns(noticeOf(shop, settings, { hasCoffee: hasCoffee(goods) }))
  const { promise } = pickupNoticeOf(shop, settings, { hasCoffee: hasCoffee(goods) })
  return {
    roasts_on: promise?.roastsOn ?? null,
    ships_on: promise?.readyOn ?? null,
    pickup_from: promise?.from ?? null,
    pickup_to: promise?.to ?? null,
  }
}
