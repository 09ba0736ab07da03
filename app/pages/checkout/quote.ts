import type { Address } from '#shared/address.ts'
import { shippo, type ShippingQuote } from '#shared/api/shippo.ts'
import { call } from '../../api/call.ts'
import {
  addressOf,
  getCart,
  quoteOf,
  saveShippingAddress,
  saveShippingQuote,
  updateTax,
  type Cart,
} from '../../cart/cart.ts'

/** Asks what shipping the cart to an address costs, and keeps address, quote and the new totals together. */
export async function quoteTo(address: Address): Promise<void> {
  const orderItems = getCart().cartItems.map(({ _id, qty }) => ({ _id, qty }))
  const quote = await call(shippo.calcship, { body: { orderItems, shippingAddress: address } })
  latest = quote.quoteId
  saveShippingAddress(address)
  saveShippingQuote(quote)
  updateTax(quote.shippingRate)
}

/** The same for the address the cart has: a quote lasts an hour, and for one parcel only. */
export async function quoteAgain(): Promise<void> {
  const address = addressOf(getCart())
  if (address) await quoteTo(address)
}

let latest: string | null = null

/**
 * The quote that the cart can be ordered with. One that this page asked for itself counts even when this
 * machine's clock calls it old: the shop's clock decides, and says so.
 */
export function currentQuote(cart: Cart): ShippingQuote | null {
  return quoteOf(cart) ?? (cart.shippingQuote.quoteId === latest ? quoteOf(cart, 0) : null)
}
