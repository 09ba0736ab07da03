/** What a cart costs at a place, for express buttons: the same rules and prices as those of an order. */
import type { express } from '#shared/checkout/api/express.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import {
  checkAddress,
  normalPostalCode,
  normalState,
  stateOfZip,
  type Address,
} from '#shared/platform/address.ts'
import { toDollars, type CartTotals } from '#shared/kernel/pricing.ts'
import { excludedOf, taxRuleOf } from '#shared/platform/settings/selling.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import { networkOf } from '#server/kernel/limits/networks.ts'
import { discountFor, findCode, type Person } from '#server/checkout/discounts/find-discount.ts'
import { requireWithinHoldLimits } from '#server/checkout/orders/place/hold-limits.ts'
import { priceGoods } from '#server/checkout/orders/place/price-order.ts'
import { requireStock } from '#server/checkout/orders/stock.ts'
import { findGoods, totalsOfSizes, type Goods } from '#server/checkout/quotes/goods.ts'
import { priceOf, rateOfPlace } from '#server/checkout/quotes/quotes.ts'
import { requireOrdersAccepted, scheduleOf } from '#server/roastery/delivery/schedule.ts'
import { findFullSession } from '#server/platform/sessions/sessions.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'

export type Wanted = Body<typeof express.open>
export type Place = Pick<Address, 'city' | 'state' | 'postalCode' | 'country'>
/** Who asks. `person` is null without a session; the code's rules about persons are then checked when the order is placed. */
export type Asking = { person: Person | null; ip: string }

/** The prices of a cart at a place. Throws 400 with the code `address`, 409, 429 and 503. */
export async function readPrice(
  shop: Shop,
  { city, state, postalCode, country, ...wanted }: Body<typeof express.price>,
  { device, token }: Pick<HttpContext, 'device' | 'token'>,
) {
  const place = await requirePlace(shop, { city, state, postalCode, country })
  const user = await findFullSession(shop, token)
  const person = user && { userId: user._id, email: user.email }
  return toPrices((await priceExpress(shop, wanted, { person, ip: device.ip }, place)).totals)
}

/**
 * Prices a cart. Throws 409 if it cannot be bought with an express button or now, 429 for a network that tried too many
 * codes, and 503.
 * @param place null before it is known: then the price is that of the goods
 */
export async function priceExpress(
  shop: Shop,
  { orderItems, discountCode }: Wanted,
  { person, ip }: Asking,
  place: Place | null,
): Promise<{ goods: Goods[]; totals: CartTotals }> {
  await requireOrdersAccepted(shop)
  if (orderItems.some(({ subscribe }) => subscribe))
    throw conflict('Subscriptions are ordered in the checkout', { code: 'express' })
  const goods = await findGoods(shop, orderItems)
  requireShipped(goods)
  const sizes = totalsOfSizes(goods)
  requireStock(sizes)
  // A guest's mailbox is not known yet.
  const holder = { userId: person?.userId ?? null, mailbox: null, network: networkOf(ip) }
  await requireWithinHoldLimits(shop, holder, sizes)
  const found = discountCode
    ? await discountFor(shop, await findCode(shop, discountCode, ip), goods, person)
    : null
  const settings = await scheduleOf(shop)
  const cents = place ? (await rateOfPlace(shop, goods, place)).cents : 0
  const quote = { cents, price_cents: place ? priceOf(goods, cents, settings.freeFrom) : 0 }
  const method = { address: { state: place?.state ?? null }, settings, quote }
  const { totals } = priceGoods(goods, method, taxRuleOf(await sellingOf(shop)), found)
  return { goods, totals }
}

export function toPrices(totals: CartTotals) {
  return {
    itemsPrice: toDollars(totals.itemsCents),
    discountPrice: toDollars(totals.discountCents),
    shippingPrice: toDollars(totals.shippingCents),
    taxPrice: toDollars(totals.taxCents),
    totalPrice: toDollars(totals.totalCents),
  }
}

/** Throws 409 for goods that are only picked up. */
function requireShipped(goods: readonly Goods[]): void {
  const unshipped = goods.find(({ box }) => box === '')
  if (unshipped)
    throw conflict(`${unshipped.name} is picked up at the bar. Please order it in the checkout`, {
      code: 'express',
    })
}

/**
 * The normalized place. Throws 400 with the code `address` and the field, for a place to which the shop does not ship. Wallets
 * may leave out the city and the state.
 */
export async function requirePlace(shop: Shop, raw: Place): Promise<Place> {
  const excluded = excludedOf(await sellingOf(shop))
  const zip = normalPostalCode(raw.postalCode)
  const state = normalState(raw.state) ?? (zip && stateOfZip(zip)) ?? ''
  // The street does not matter for the price; the shop checks it once the wallet tells it.
  const typed = { ...raw, state, city: raw.city.trim() || 'City', address: '1', address2: '' }
  const checked = checkAddress(typed, excluded)
  if ('address' in checked) {
    const { city, state: code, postalCode, country } = checked.address
    return { city, state: code, postalCode, country }
  }
  const [field, problem] = Object.entries(checked.problems)[0] ?? ['address', 'Choose another address']
  throw new Refusal(400, problem, { code: 'address', field })
}
