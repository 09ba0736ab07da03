/** Changes of the cart. Each change starts from the stored cart, so that two tabs do not undo each other's changes. */
import { normalState, type Address } from '#shared/address.ts'
import type { Product } from '#shared/api/products.ts'
import type { ShippingQuote } from '#shared/api/shippo.ts'
import { priceCart, toCents, toDollars } from '#shared/pricing.ts'
import { EMPTY_CART, getCart, writeCart, type Cart, type CartItem } from './store.ts'

export { countOf, getCart, useCart, useCartCount, useCartIsRead } from './store.ts'
export type { Cart, CartItem } from './store.ts'

/** Adds a product to the cart, or replaces its line if the product is already in the cart. */
export function addToCart(product: Product, qty: number): void {
  const item = itemOf(product, qty)
  changeItems((items) =>
    items.some(({ _id }) => _id === item._id)
      ? items.map((old) => (old._id === item._id ? item : old))
      : [...items, item],
  )
}

/** Removes the line of a product. */
export function removeFromCart(id: string): void {
  changeItems((items) => items.filter(({ _id }) => _id !== id))
}

/** Sets the quantity of a product in the cart. */
export function setQty(id: string, qty: number): void {
  changeItems((items) => items.map((item) => (item._id === id ? { ...item, qty: boundedQty(qty) } : item)))
}

/** Applies `change` to the stored lines and recomputes the totals. Removes the quote if the parcel has changed. */
export function changeItems(change: (items: CartItem[]) => CartItem[]): void {
  const cart = getCart()
  const cartItems = change(cart.cartItems)
  const isSameParcel = parcelOf(cartItems) === parcelOf(cart.cartItems)
  writeCart(priced({ ...cart, cartItems, ...(isSameParcel ? {} : NOT_QUOTED) }))
}

/** Stores the address. Removes a quote for another address; `updateTax` recomputes the totals after a new quote. */
export function saveShippingAddress(address: Address): void {
  const cart = getCart()
  const same = JSON.stringify(fieldsOf(address)) === JSON.stringify(fieldsOf(cart.shippingAddress))
  writeCart({ ...cart, shippingAddress: address, ...(same ? {} : { shippingQuote: {} }) })
}

/** Stores the payment method. */
export function savePaymentMethod(paymentMethod: string): void {
  writeCart({ ...getCart(), paymentMethod })
}

/** Stores a quote. `updateTax(quote.shippingRate)` adds its price to the totals. */
export function saveShippingQuote(shippingQuote: ShippingQuote): void {
  writeCart({ ...getCart(), shippingQuote })
}

/** Sets the shipping price in dollars and recomputes tax and total. */
export function updateTax(shippingPrice: number): void {
  writeCart(priced({ ...getCart(), shippingPrice: toDollars(toCents(shippingPrice)) }))
}

/** Removes all items and does not change the prices (test/SPEC.md, Shop, cart, order). */
export function clearItems(): void {
  writeCart({ ...getCart(), cartItems: [], shippingQuote: {} })
}

/** Resets the cart to its state when this page was loaded. */
export function resetCart(): void {
  writeCart(cartAtLoad)
}

/** The shipping address in the cart; null before the shipping step. */
export function addressOf(cart: Cart): Address | null {
  const { address, city, state, postalCode, country } = cart.shippingAddress
  return address && city && state && postalCode && country
    ? (fieldsOf(cart.shippingAddress) as Address)
    : null
}

/** The quote for the current cart and address; null if there is none, or its price or its dates have expired. `now` is in milliseconds. */
export function quoteOf(cart: Cart, now = Date.now()): ShippingQuote | null {
  const { quoteId, shippingRate, expiresAt } = cart.shippingQuote
  if (!quoteId || typeof shippingRate !== 'number' || !expiresAt) return null
  // After the cut-off, the quote's price is still right, but its delivery dates are not.
  const until = cart.shippingQuote.delivery?.until ?? expiresAt
  const isValid = Date.parse(expiresAt) > now && Date.parse(until) > now
  return isValid ? (cart.shippingQuote as ShippingQuote) : null
}

const NOT_QUOTED = { shippingQuote: {}, shippingPrice: 0 }

let cartAtLoad: Cart = EMPTY_CART
if (typeof window !== 'undefined') {
  cartAtLoad = getCart()
  // Signing out clears storage. After that, `resetCart` must not restore the earlier cart.
  window.addEventListener('storage', ({ key }) => {
    if (key === null) cartAtLoad = EMPTY_CART
  })
}

function priced(cart: Cart): Cart {
  const lines = cart.cartItems.map(({ price, qty }) => ({ priceCents: toCents(price), qty }))
  const state = normalState(cart.shippingAddress.state ?? '')
  const { itemsCents, taxCents, totalCents } = priceCart(lines, toCents(cart.shippingPrice), state)
  return {
    ...cart,
    itemsPrice: amount(itemsCents),
    taxPrice: amount(taxCents),
    totalPrice: amount(totalCents),
  }
}

function amount(cents: number): string {
  return toDollars(cents).toFixed(2)
}

/** The cart line of a product, without its creator, rating and reviews. */
export function itemOf(product: Product, qty: number): CartItem {
  const { user: _user, rating: _rating, numReviews: _count, ...rest } = product
  const { reviews: _reviews, ...item } = rest as typeof rest & { reviews?: unknown }
  return { ...item, qty: boundedQty(qty) }
}

function boundedQty(qty: number): number {
  return Math.max(1, Math.trunc(qty) || 1)
}

/** The properties that the shipping price depends on, as a comparable text. */
function parcelOf(items: CartItem[]): string {
  return JSON.stringify(items.map(({ _id, qty, size }) => [_id, qty, size]))
}

function fieldsOf({
  address,
  address2 = '',
  city,
  state,
  postalCode,
  country,
}: Partial<Address>): Partial<Address> {
  return { address, address2, city, state, postalCode, country }
}
