import type { Address } from '#shared/platform/address.ts'
import { shippingQuotes, type ShippingQuote } from '#shared/checkout/api/shipping-quotes.ts'
import { call } from '#app/platform/api/call.ts'
import { shipTo } from '#app/platform/cart/delivery-details.ts'
import { guestOfRequest } from '#app/platform/session/guest.ts'
import {
  addressOf,
  choosePickup,
  getCart,
  orderItemsOf,
  quoteOf,
  saveShippingAddress,
  saveShippingQuote,
  updateTax,
  type Cart,
} from '#app/platform/cart/cart.ts'

/** The number of requests for a quote on this page. */
let requests = 0

/**
 * Gets the price for shipping the cart to an address, and stores the address, the quote and the totals. Stores nothing if a
 * newer quote was requested before this one arrived, or if `isWanted` is then false. Returns whether it stored them. Throws
 * CallError.
 * @param isWanted called when the quote has arrived: whether the buyer has not changed the address or chosen pickup
 */
export async function quoteTo(address: Address, isWanted: () => boolean): Promise<boolean> {
  const request = ++requests
  const orderItems = orderItemsOf(getCart())
  const quote = await call(shippingQuotes.calcship, {
    body: { ...guestOfRequest(), orderItems, shippingAddress: shipTo(address) },
  })
  if (request !== requests || !isWanted()) return false
  latest = quote.quoteId
  choosePickup(false)
  saveShippingAddress(address)
  saveShippingQuote(quote)
  updateTax(quote.shippingRate)
  return true
}

/** Like `quoteTo`, for the address in the cart. A quote is valid for one hour and for one parcel. */
export async function requote(): Promise<void> {
  const address = addressOf(getCart())
  if (!address) return
  const text = JSON.stringify(address)
  await quoteTo(address, () => !getCart().isPickup && JSON.stringify(addressOf(getCart())) === text)
}

let latest: string | null = null

/**
 * The quote with which the cart can be ordered; null if there is none. A quote that was requested on this page is
 * accepted even if it has expired by the clock of this computer, because only the server's clock counts.
 */
export function currentQuote(cart: Cart): ShippingQuote | null {
  return quoteOf(cart) ?? (cart.shippingQuote.quoteId === latest ? quoteOf(cart, 0) : null)
}
