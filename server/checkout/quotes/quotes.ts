/** Shipping quotes: the price of the parcels of a cart to one address, stored so that an order can rely on it. */
import { createHash } from 'node:crypto'
import { normalPostalCode, shippingRefusal, stateOfZip, type Address } from '#shared/platform/address.ts'
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { shippingQuotes } from '#shared/checkout/api/shipping-quotes.ts'
import { priceCart, shippingPrice, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { excludedOf } from '#shared/platform/settings/selling.ts'
import { HOUR, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import type { QuoteRow } from '#server/kernel/db/schema.ts'
import { needOfGoods } from '#server/roastery/delivery/capacity.ts'
import { hasCoffee, noticeOf, pickupNoticeOf } from '#server/roastery/delivery/delivery.ts'
import { scheduleOf, type Schedule } from '#server/roastery/delivery/schedule.ts'
import { Refusal, conflict, notFound } from '#server/kernel/errors.ts'
import type { ShipAddress } from '#server/providers/shipping.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import { findGoods, totalsOfSizes, type Goods } from './goods.ts'
import {
  packParcels,
  rateOfParcels,
  recipientOf,
  refuseIfUnavailable,
  requireShippable,
  type Recipient,
} from './parcel.ts'
import type { delivery } from '#shared/roastery/api/delivery.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'

const QUOTE_LIFETIME = HOUR

/** Checks an address with the carrier and returns it corrected, in Shippo's format. Throws 400 and 503. */
export async function validateAddress(
  shop: Shop,
  user: Buyer,
  body: Body<typeof shippingQuotes.validate>,
): Promise<Reply<typeof shippingQuotes.validate>> {
  const checked = await refuseIfUnavailable(
    shop.providers.shipping.validateAddress(
      toShipAddress(await requireShippable(shop, body), recipientOf(body, user)),
    ),
  )
  const { objectId, isValid, messages, name: _name, ...address } = checked
  return {
    object_id: objectId,
    ...address,
    validation_results: { is_valid: isValid, messages: messages.map((text) => ({ text })) },
  }
}

/** Gets the carrier's price for the parcels of a cart to an address, and stores it for an hour. Throws 400, 409 and 503. */
export async function quoteShipping(
  shop: Shop,
  user: Buyer,
  body: Body<typeof shippingQuotes.calcship>,
): Promise<Reply<typeof shippingQuotes.calcship>> {
  const address = await requireShippable(shop, body.shippingAddress)
  const recipient = recipientOf(body.shippingAddress, user)
  const goods = await findGoods(shop, body.orderItems)
  const settings = await scheduleOf(shop)
  const quote = await quoteGoods(shop, user._id, { address, recipient, goods })
  const priceCents = quote.price_cents ?? quote.cents
  return {
    shipment: quote.shipment_id,
    shippingRate: toDollars(priceCents),
    carrierRate: toDollars(quote.cents),
    freeFrom: settings.freeFrom,
    quoteId: quote.id,
    expiresAt: quote.expires_at,
    service: `${quote.provider} ${quote.service}`,
    estimatedDays: quote.estimated_days,
    delivery: await noticeOfGoods(shop, settings, goods, quote.estimated_days),
  }
}

/** Gets the carrier's price for the parcels of these goods, and stores it for an hour. Throws 400 and 503. */
export async function quoteGoods(
  shop: Shop,
  userId: string | null,
  { address, recipient, goods }: { address: Address; recipient: Recipient; goods: Goods[] },
): Promise<QuoteRow> {
  const parcels = await packParcels(shop, goods)
  const rate = await rateOfParcels(shop, toShipAddress(address, recipient), parcels)
  const settings = await scheduleOf(shop)
  const quote: QuoteRow = {
    id: newId(shop.clock),
    user_id: userId,
    cart_hash: hashCart(goods),
    address_hash: hashAddress(address),
    cents: rate.cents,
    price_cents: priceOf(goods, rate.cents, settings.freeFrom),
    shipment_id: rate.shipmentId,
    rate_id: rate.rateId,
    provider: rate.provider,
    service: rate.service,
    service_token: rate.serviceToken,
    estimated_days: rate.estimatedDays,
    parcel_grams: parcels.reduce((sum, { grams }) => sum + grams, 0),
    recipient: recipient.name,
    phone: recipient.phone,
    created_at: isoNow(shop.clock),
    expires_at: isoIn(shop.clock, QUOTE_LIFETIME),
  }
  await shop.db.insertInto('shipping_quotes').values(quote).execute()
  return quote
}

/**
 * Gets the carrier's price for the parcels of a cart to a ZIP code, for the cart page. Nothing is stored: an order needs
 * a quote for its address. Throws 400, 409 and 503.
 */
export async function estimateShipping(
  shop: Shop,
  body: Body<typeof shippingQuotes.estimate>,
): Promise<Reply<typeof shippingQuotes.estimate>> {
  const postalCode = normalPostalCode(body.postalCode)
  const state = postalCode && stateOfZip(postalCode)
  if (!postalCode || !state) throw new Refusal(400, 'Enter a 5-digit ZIP code', { field: 'postalCode' })
  const excluded = excludedOf(await sellingOf(shop))
  const refusal = shippingRefusal({ state, postalCode, country: 'US' }, excluded)
  if (refusal) throw new Refusal(400, refusal, { field: 'postalCode' })
  const goods = await findGoods(shop, body.orderItems)
  const rate = await rateOfPlace(shop, goods, { city: '', state, postalCode })
  const settings = await scheduleOf(shop)
  return {
    postalCode,
    shippingRate: toDollars(priceOf(goods, rate.cents, settings.freeFrom)),
    service: `${rate.provider} ${rate.service}`,
    estimatedDays: rate.estimatedDays,
    delivery: await noticeOfGoods(shop, settings, goods, rate.estimatedDays),
  }
}

/**
 * The carrier's price for the parcels of these goods to a place in the United States; nothing is stored. Carriers quote
 * without a street and a city. Throws 400 and 503.
 */
export async function rateOfPlace(
  shop: Shop,
  goods: Goods[],
  { city, state, postalCode }: Pick<Address, 'city' | 'state' | 'postalCode'>,
) {
  const parcels = await packParcels(shop, goods)
  const to = { name: '', street1: '', street2: '', city, state, zip: postalCode, country: 'US' }
  return rateOfParcels(shop, to, parcels)
}

/** When these goods arrive if they are ordered now. @param carrierDays null if the carrier does not say */
async function noticeOfGoods(shop: Shop, settings: Schedule, goods: Goods[], carrierDays: number | null) {
  const need = await needOfGoods(shop, settings, goods)
  return noticeOf(shop, settings, { hasCoffee: hasCoffee(goods), carrierDays, need })
}

/** What the buyer pays for shipping without a discount, in cents, if the carrier's price is `cents`. `freeFrom` is in dollars. */
export function priceOf(goods: Goods[], cents: number, freeFrom: number | null): number {
  const { itemsCents } = priceCart(goods, cents, null)
  return shippingPrice(itemsCents, cents, freeFrom === null ? null : toCents(freeFrom))
}

/**
 * The quote for an order. Throws 404 if it is the quote of another user, 409 if it has expired or is for another cart
 * or address. Any buyer may use a guest's quote: a guest may sign in during the checkout.
 */
export async function requireQuote(
  shop: Shop,
  user: Pick<Buyer, '_id'>,
  quoteId: string,
  goods: readonly Goods[],
  address: Address,
): Promise<QuoteRow> {
  const quote = await shop.db
    .selectFrom('shipping_quotes')
    .selectAll()
    .where('id', '=', quoteId)
    .where((eb) => eb.or([eb('user_id', 'is', null), eb('user_id', '=', user._id)]))
    .executeTakeFirst()
  if (!quote) throw notFound('Shipping quote')
  if (quote.expires_at <= isoNow(shop.clock)) throw conflict('Shipping quote has expired', { code: 'quote' })
  if (quote.address_hash !== hashAddress(address)) throw forAnother()
  requireSameCart(quote, goods)
  return quote
}

/** Throws 409 if the quote is for other goods. */
export function requireSameCart(quote: QuoteRow, goods: readonly Goods[]): void {
  if (quote.cart_hash !== hashCart(goods)) throw forAnother()
}

function forAnother(): Refusal {
  return conflict('The shipping quote is for another cart or address', { code: 'quote' })
}

/** Converts an order's address to the carrier's format. */
export function toShipAddress(address: Address, { name, phone }: Recipient): ShipAddress {
  return {
    name,
    ...(phone ? { phone } : {}),
    street1: address.address,
    street2: address.address2,
    city: address.city,
    state: address.state,
    zip: address.postalCode,
    country: address.country,
  }
}

/** The parcel does not depend on the grind. */
function hashCart(goods: readonly Goods[]): string {
  return hash(totalsOfSizes(goods).map(({ sizeId, qty }) => `${sizeId} ${qty}`))
}

function hashAddress(address: Address): string {
  const { address: street, address2, city, state, postalCode, country } = address
  return hash([street, address2, city, state, postalCode, country])
}

function hash(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts).toLowerCase()).digest('base64url')
}

/**
 * When an order of a cart that is placed now arrives or can be picked up. Roast days with a capacity must have room for
 * the whole cart. Throws 409 for goods that are not on sale.
 */
export async function cartDelivery(
  shop: Shop,
  orderItems: PlaceOrder['orderItems'],
): Promise<Reply<typeof delivery.ofCart>> {
  const goods = await findGoods(shop, orderItems)
  const settings = await scheduleOf(shop)
  const of = { hasCoffee: hasCoffee(goods), need: await needOfGoods(shop, settings, goods) }
  return {
    delivery: noticeOf(shop, settings, of),
    pickup: settings.pickup ? pickupNoticeOf(shop, settings, of) : null,
  }
}
