/** The delivery method of an order: shipping to an address, or pickup at the bar. */
import type { Address } from '#shared/platform/address.ts'
import type { PickupNotice } from '#shared/roastery/api/delivery.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import type { RoastNeed, RoastShare } from '#shared/platform/delivery.ts'
import type { PickupPromise } from '#shared/platform/pickup.ts'
import { shippingPrice, toCents, type CartTotals } from '#shared/kernel/pricing.ts'
import type { OrderRow, QuoteRow } from '#server/kernel/db/schema.ts'
import { needOfGoods, type Need } from '#server/roastery/delivery/capacity.ts'
import { hasCoffee, pickupPromiseOf, promiseColumns, promiseOf } from '#server/roastery/delivery/delivery.ts'
import { scheduleOf, type Schedule } from '#server/roastery/delivery/schedule.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { Goods } from '../../quotes/goods.ts'
import { requireShippable, isAddressedTo, recipientOf, type Recipient } from '../../quotes/parcel.ts'
import { requireQuote, requireSameCart } from '../../quotes/quotes.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { businessOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'

/** `address` determines the tax. For pickup, it is the address of the bar. */
export type DeliveryMethod = {
  address: Address
  settings: Schedule
  /** What its coffees roasted to order take of the roast days; missing if there are none, or if the day is chosen already. */
  need?: Need | null
} & (
  | { quote: QuoteRow; recipient: Recipient; buyer: { name: string } }
  | { pickup: NonNullable<PickupNotice['promise']>; roastDays: RoastShare[] }
  | { taken: true }
  // An account gets it by the van of the shop, or picks it up, on a day that is agreed.
  | { handed: DeliveryColumns; roastDays: RoastShare[] }
)

/** The `shipping_service` of an order for pickup. */
export const PICKUP_SERVICE = 'Pickup at the bar'
/** That of an order whose goods the buyer takes along. */
const TAKEN_SERVICE = 'Taken along'

/** The address of an order that is being placed. Throws 400 for an address that the shop does not ship to. */
export async function addressOf(
  shop: Shop,
  body: Pick<PlaceOrder, 'pickup' | 'shippingAddress'>,
): Promise<Address> {
  // The contract requires an address, unless the order is for pickup.
  return body.pickup ? addressOfBar(shop) : requireShippable(shop, body.shippingAddress!)
}

/**
 * The delivery method of an order that is being placed. Throws 404 for an unknown quote, and 409 if the quote is for
 * another cart, or if pickup is not offered, has no day, or has another day than the one that the buyer saw.
 * @param address from `addressOf`
 * @param exceptOrder an order whose capacity is free
 */
export async function deliveryMethodOf(
  shop: Shop,
  user: Pick<Buyer, '_id' | 'name'>,
  body: Pick<PlaceOrder, 'pickup' | 'shippingAddress' | 'shippingQuote'>,
  address: Address,
  goods: Goods[],
  exceptOrder = '',
): Promise<DeliveryMethod> {
  const settings = await scheduleOf(shop)
  const need = await needOfGoods(shop, settings, goods, exceptOrder)
  if (body.pickup)
    return { address, settings, need, ...requirePickup(shop, settings, body.pickup, { goods, need }) }
  const quote = await requireQuote(shop, user, body.shippingQuote!.quoteId, goods, address)
  return { address, settings, need, quote, recipient: recipientOf(body.shippingAddress!, user), buyer: user }
}

function requirePickup(
  shop: Shop,
  settings: Schedule,
  { readyOn }: NonNullable<PlaceOrder['pickup']>,
  { goods, need }: { goods: Goods[]; need: Need | null },
) {
  if (!settings.pickup) throw noPickup('Pickup is no longer offered. Please choose shipping')
  const { notice, roastDays } = pickupPromiseOf(shop, settings, { hasCoffee: hasCoffee(goods), need })
  const { promise, text } = notice
  if (!promise) throw noPickup(text.replace(/\.$/, ''))
  if (readyOn !== undefined && readyOn !== promise.readyOn)
    throw noPickup(`The day of pickup has changed. ${text} Please check it and place the order again`)
  return { pickup: promise, roastDays }
}

function noPickup(message: string) {
  return conflict(message, { code: 'pickup' })
}

/** The address of the bar, which an order for pickup has. */
export async function addressOfBar(shop: Shop): Promise<Address> {
  const { street, city, state, postalCode, country } = (await businessOf(shop)).place
  return { address: street, address2: '', city, state, postalCode, country }
}

/**
 * What the buyer pays for shipping, in cents. Shipping that was free in the quote is no longer free if a discount
 * lowers the items below the amount from which it is free.
 */
export function shippingCentsOf(method: Pricing, totals: Pick<CartTotals, 'itemsCents' | 'discountCents'>) {
  if (!('quote' in method)) return 0
  const { itemsCents, discountCents } = totals
  const { quote, settings } = method
  const price = quote.price_cents ?? quote.cents
  if (discountCents === 0 || price > 0 || settings.freeFrom === null) return price
  return shippingPrice(itemsCents, quote.cents, toCents(settings.freeFrom))
}

/** What prices need of a delivery method. The state determines the tax; null before the address is known. */
export type Pricing = {
  address: { state: string | null }
  settings: Pick<Schedule, 'freeFrom'>
} & ({ quote: Pick<QuoteRow, 'cents' | 'price_cents'> } | object)

/** Throws 409 if the quote is for other goods. An order for pickup has no quote. */
export function requireSameGoods(method: DeliveryMethod, goods: Goods[]): void {
  if ('quote' in method) requireSameCart(method.quote, goods)
}

/**
 * The columns of an order that depend on its delivery method, and what it takes of the roast days. An order for pickup
 * has no rate, so it cannot get a label.
 */
export function deliveryColumns(shop: Shop, method: DeliveryMethod, goods: Goods[]) {
  const { columns, roastDays } = handoverColumns(shop, method, goods)
  return { columns: { ...addressColumns(method), ...columns }, roastDays }
}

function handoverColumns(shop: Shop, method: DeliveryMethod, goods: Goods[]) {
  if ('quote' in method) return shippingColumns(shop, method, goods)
  if ('handed' in method) return { columns: method.handed, roastDays: method.roastDays }
  if ('taken' in method) return { columns: TAKEN_COLUMNS, roastDays: [] }
  return { columns: pickupColumns(method), roastDays: method.roastDays }
}

function addressColumns({ address }: DeliveryMethod) {
  return {
    address: address.address,
    address2: address.address2,
    city: address.city,
    ship_state: address.state,
    postal_code: address.postalCode,
    country: address.country,
  }
}

/** The columns of an order that depend on its delivery. */
export type DeliveryColumns = Pick<
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

function shippingColumns(
  shop: Shop,
  method: Extract<DeliveryMethod, { quote: QuoteRow }>,
  goods: Goods[],
): { columns: DeliveryColumns; roastDays: RoastShare[] } {
  const { quote, settings, recipient, buyer, need = null } = method
  const { notice, roastDays } = promiseOf(shop, settings, {
    hasCoffee: hasCoffee(goods),
    carrierDays: quote.estimated_days,
    need,
  })
  const columns = {
    shipment_id: quote.shipment_id,
    rate_id: isAddressedTo(quote, recipient, buyer) ? quote.rate_id : '',
    shipping_service: `${quote.provider} ${quote.service}`,
    recipient: recipient.name === buyer.name ? null : recipient.name,
    phone: recipient.phone,
    quoted_cents: quote.cents,
    ...promiseColumns(notice),
    is_pickup: 0 as const,
    pickup_from: null,
    pickup_to: null,
  }
  return { columns, roastDays }
}

/** The columns of an order for pickup that depend on the promised day and its hours. */
export function pickupColumns({ pickup }: { pickup: PickupPromise }): DeliveryColumns {
  return {
    shipment_id: '',
    rate_id: '',
    shipping_service: PICKUP_SERVICE,
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

const TAKEN_COLUMNS: DeliveryColumns = {
  shipment_id: '',
  rate_id: '',
  shipping_service: TAKEN_SERVICE,
  recipient: null,
  phone: '',
  quoted_cents: 0,
  roasts_on: null,
  ships_on: null,
  arrives_from: null,
  arrives_to: null,
  is_pickup: 1,
  pickup_from: null,
  pickup_to: null,
}

/**
 * The columns with the promised days of an order that is placed without a quote, or gets new dates, and what it takes of
 * the roast days. It keeps the delivery method of `order`.
 */
export function promisedColumns(
  shop: Shop,
  settings: Schedule,
  order: Pick<OrderRow, 'is_pickup'>,
  of: { hasCoffee: boolean; need?: RoastNeed | null },
) {
  if (!order.is_pickup) {
    const { notice, roastDays } = promiseOf(shop, settings, of)
    return { columns: promiseColumns(notice), roastDays }
  }
  const { notice, roastDays } = pickupPromiseOf(shop, settings, of)
  const { promise } = notice
  const columns = {
    roasts_on: promise?.roastsOn ?? null,
    ships_on: promise?.readyOn ?? null,
    pickup_from: promise?.from ?? null,
    pickup_to: promise?.to ?? null,
  }
  return { columns, roastDays }
}
