/** Changes of the cart. Each change starts from the stored cart, so that two tabs do not undo each other's changes. */
import { normalState, type Address } from '#shared/platform/address.ts'
import { brand } from '#shared/kernel/brand.ts'
import type { AppliedCode } from '#shared/checkout/api/discounts.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import type { Product, ProductWithReviews } from '#shared/catalog/api/products.ts'
import type { ShippingQuote } from '#shared/checkout/api/shipping-quotes.ts'
import { defaultGrind } from '#shared/platform/grinds.ts'
import { DEFAULT_TAX, priceCart, toCents, toDollars, type TaxRule } from '#shared/kernel/pricing.ts'
import { signedInUserId } from '../session/session.ts'
import { discountOf, linesOf, shippingCentsOf } from './code.ts'
import type { OrderedLine } from './placed.ts'
import {
  EMPTY_CART,
  getCart,
  keyOf,
  writeCart,
  type Cart,
  type CartItem,
  type CartSubscription,
} from './store.ts'

export { countOf, getCart, keyOf, useCart, useCartCount, useCartIsRead } from './store.ts'
export type { Cart, CartItem, CartSubscription } from './store.ts'

/**
 * Adds a product to the cart, or replaces its line if the product is in the cart with the same size, grind and
 * subscription. Returns the key of the line.
 */
export function addToCart(product: Product, qty: number, choice: Choice = {}): string {
  const item = itemOf(product, qty, choice)
  const key = keyOf(item)
  changeItems((items) =>
    items.some((old) => keyOf(old) === key)
      ? items.map((old) => (keyOf(old) === key ? item : old))
      : [...items, item],
  )
  return key
}

/**
 * Adds pieces to those of the same size and grind in the cart. The cart then has at most `left` pieces of the size, in
 * all grinds. Returns the number of added pieces.
 */
export function addPieces(product: Product, qty: number, left: number, choice: Choice): number {
  const item = itemOf(product, qty, choice)
  const { cartItems } = getCart()
  const same = cartItems.filter((line) => keyOf(line) === keyOf(item))
  const ofSize = cartItems.filter((line) => line._id === item._id && line.sizeId === item.sizeId)
  const added = Math.min(qty, left - piecesOf(ofSize))
  if (added <= 0) return 0
  addToCart(product, piecesOf(same) + added, choice)
  return added
}

function piecesOf(lines: readonly CartItem[]): number {
  return lines.reduce((sum, { qty }) => sum + qty, 0)
}

/** Removes the line with this key (`keyOf`). */
export function removeFromCart(key: string): void {
  changeItems((items) => items.filter((item) => keyOf(item) !== key))
}

/** Sets the quantity of the line with this key (`keyOf`). */
export function setQty(key: string, qty: number): void {
  changeItems((items) =>
    items.map((item) => (keyOf(item) === key ? { ...item, qty: boundedQty(qty) } : item)),
  )
}

/** The lines of the cart for a shipping quote or an order. */
export function orderItemsOf({ cartItems }: Cart): PlaceOrder['orderItems'] {
  return cartItems.map(({ _id, sizeId, grind, qty, subscribe }) => ({
    _id,
    sizeId,
    ...(grind ? { grind } : {}),
    qty,
    ...(subscribe ? { subscribe: subscriptionChoiceOf(subscribe) } : {}),
  }))
}

function subscriptionChoiceOf({ weeks, taste }: CartSubscription) {
  return taste ? { weeks, taste } : { weeks }
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

/** Chooses pickup at the bar or shipping, and computes the totals again. The address and its quote are kept. */
export function choosePickup(isPickup: boolean): void {
  const cart = getCart()
  const shippingPrice = isPickup ? 0 : (cart.shippingQuote.shippingRate ?? 0)
  writeCart(priced({ ...cart, isPickup, shippingPrice }))
}

/** Stores a quote of the signed-in buyer or a guest. `updateTax(quote.shippingRate)` adds its price to the totals. */
export function saveShippingQuote(quote: ShippingQuote): void {
  const buyer = signedInUserId()
  writeCart({ ...getCart(), shippingQuote: buyer ? { ...quote, buyer } : quote })
}

/** Sets the shipping price in dollars and recomputes tax and total. */
export function updateTax(shippingPrice: number): void {
  writeCart(priced({ ...getCart(), shippingPrice: toDollars(toCents(shippingPrice)) }))
}

/** Removes all items and the discount code, but does not change the prices (test/SPEC.md, Shop, cart, order). */
export function clearItems(): void {
  writeCart({ ...getCart(), cartItems: [], code: null, shippingQuote: {} })
}

/** Removes what was ordered. What another tab has added since then stays in the cart. */
export function removeOrdered(ordered: readonly OrderedLine[]): void {
  const ofKey = new Map(ordered.map((item) => [keyOf(item), item.qty]))
  const left = getCart().cartItems.flatMap((item) => {
    const qty = item.qty - (ofKey.get(keyOf(item)) ?? 0)
    return qty > 0 ? [{ ...item, qty }] : []
  })
  clearItems()
  if (left.length > 0) changeItems(() => left)
  // What was ordered must not come back.
  cartAtLoad = getCart()
}

/** Sets or removes the discount code of the cart. */
export function setCode(code: AppliedCode | null): void {
  writeCart(priced({ ...getCart(), code }))
}

/** Whether the lines or the code of a cart differ from those when this page was loaded. */
export function isChangedSinceLoad({ cartItems, code }: Cart): boolean {
  const before = cartAtLoad
  return code?.code !== before.code?.code || keysOf(cartItems) !== keysOf(before.cartItems)
}

function keysOf(items: readonly CartItem[]): string {
  return JSON.stringify(items.map((item) => [keyOf(item), item.qty]))
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

/**
 * The quote for the current cart and address; null if there is none, if its price or its dates have expired, or if it is
 * for another account. `now` is in milliseconds.
 */
export function quoteOf(cart: Cart, now = Date.now()): ShippingQuote | null {
  const { quoteId, shippingRate, expiresAt, buyer } = cart.shippingQuote
  if (buyer !== undefined && buyer !== signedInUserId()) return null
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

/** The tax rule, and the state in which the bar is, which determines the tax of a pickup. */
type PriceRules = { tax: TaxRule; barState: string }

let rules: PriceRules = { tax: DEFAULT_TAX, barState: brand.place.state }

/** Uses the shop's current rules from now on. If they have changed, the totals of the cart are computed again. */
export function setPriceRules(next: PriceRules): void {
  if (JSON.stringify(next) === JSON.stringify(rules)) return
  rules = next
  const cart = getCart()
  if (cart.cartItems.length > 0) writeCart(priced(cart))
}

function priced(cart: Cart): Cart {
  const lines = linesOf(cart)
  const discount = discountOf(cart)
  const state = cart.isPickup ? rules.barState : normalState(cart.shippingAddress.state ?? '')
  const before = priceCart(lines, 0, null, rules.tax, discount)
  const totals = priceCart(lines, shippingCentsOf(cart, before), state, rules.tax, discount)
  return {
    ...cart,
    itemsPrice: amount(totals.itemsCents),
    discount: amount(totals.discountCents),
    shippingDue: toDollars(totals.shippingCents),
    taxPrice: amount(totals.taxCents),
    totalPrice: amount(totals.totalCents),
  }
}

function amount(cents: number): string {
  return toDollars(cents).toFixed(2)
}

/** The default choice: the first size of a product, whole bean, one purchase. */
export type Choice = { sizeId?: string; grind?: string; subscribe?: CartSubscription | undefined }

/** The cart line of a product, without its creator, rating and reviews. Its sizes are replaced by the chosen one. */
export function itemOf(product: Product, qty: number, { sizeId, grind, subscribe }: Choice = {}): CartItem {
  const { user: _user, rating: _rating, numReviews: _count, sizes, grinds: _grinds, ...rest } = product
  const { reviews: _reviews, work, ...item } = rest as typeof rest & Partial<ProductWithReviews>
  const size = sizes.find(({ id }) => id === sizeId) ?? sizes[0]!
  return {
    ...item,
    price: size.price,
    size: size.grams,
    countInStock: size.countInStock,
    sizeId: size.id,
    sizeLabel: size.label,
    grind: grind || defaultGrind(product.category),
    ...(subscribe ? { subscribe } : {}),
    ...(work?.isPickupOnly ? { isPickupOnly: true } : {}),
    qty: boundedQty(qty),
  }
}

function boundedQty(qty: number): number {
  return Math.max(1, Math.trunc(qty) || 1)
}

/** The properties that the shipping price depends on, as a comparable text. */
function parcelOf(items: CartItem[]): string {
  return JSON.stringify(items.map(({ sizeId, qty, size }) => [sizeId, qty, size]))
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
