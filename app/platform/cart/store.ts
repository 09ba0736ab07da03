/**
 * The stored cart: local storage under `cart`, shared by all tabs. This file only reads and writes it, so that the
 * header can show the number of pieces without loading the pricing code. The changes are in cart.ts.
 */
import { useSyncExternalStore } from 'react'
import type { Address } from '#shared/platform/address.ts'
import type { AppliedCode } from '#shared/checkout/api/discounts.ts'
import type { Product } from '#shared/catalog/api/products.ts'
import type { ShippingQuote } from '#shared/checkout/api/shipping-quotes.ts'
import { defaultGrind } from '#shared/platform/grinds.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { PictureFacts } from '#shared/kernel/picture.ts'
import { TASTES, WEEKS, type Taste, type Weeks } from '#shared/platform/subscriptions.ts'
import { localText } from '../session/local-text.ts'
import { addressIn, objectOf, parseObject, textOf } from '../session/stored-json.ts'

/**
 * A product in the cart, without its creator, rating and reviews. `price`, `size` and `countInStock` are those of the
 * chosen size.
 */
export type CartItem = Omit<Product, 'user' | 'rating' | 'numReviews' | 'sizes' | 'grinds'> & {
  qty: number
  sizeId: string
  sizeLabel: string
  /** Empty for goods other than coffee. */
  grind: string
  /** Set if the line is delivered by subscription. */
  subscribe?: CartSubscription
  /** Set for a work of art that is not shipped. */
  isPickupOnly?: boolean
}

/**
 * How often the line is delivered, and the discount. With a taste it is roaster’s choice, and the product is that of
 * the first box.
 */
export type CartSubscription = {
  weeks: Weeks
  taste?: Taste
  percent: number
  /** The maximum price of a piece, in dollars; for roaster’s choice. */
  limit?: number
}

/** Identifies a line of the cart: lines with the same product, size, grind and subscription are one line. */
export function keyOf(line: Pick<CartItem, '_id' | 'sizeId' | 'grind' | 'subscribe'>): string {
  const { _id, sizeId, grind, subscribe } = line
  return [_id, sizeId, grind, ...(subscribe ? [subscribe.weeks, subscribe.taste ?? ''] : [])].join(' ')
}

export type Cart = {
  cartItems: CartItem[]
  /** `{}` until the shipping step; see `addressOf`. */
  shippingAddress: Partial<Address>
  /** Whether the buyer picks up the order at the bar. Address and quote are then not used. */
  isPickup: boolean
  paymentMethod: string
  /** `{}` before the quote, and after the cart or the address changed; see `quoteOf`. */
  shippingQuote: Partial<ShippingQuote> & {
    /** The account for which it is; a guest's quote is for everyone. */ buyer?: string
  }
  /** The discount code; null if there is none. */
  code: AppliedCode | null
  /** The discount of the code on the items. `itemsPrice` is the price after it. */
  discount: string
  itemsPrice: string
  /** The price of the quote; `shippingDue` is what the buyer pays with the discount code. */
  shippingPrice: number
  shippingDue: number
  taxPrice: string
  totalPrice: string
}

const stored = localText('cart')

export const EMPTY_CART: Cart = {
  cartItems: [],
  shippingAddress: {},
  isPickup: false,
  paymentMethod: 'PayPal',
  shippingQuote: {},
  code: null,
  discount: '0.00',
  itemsPrice: '0.00',
  shippingPrice: 0,
  shippingDue: 0,
  taxPrice: '0.00',
  totalPrice: '0.00',
}

let current: { text: string | null; cart: Cart } = { text: null, cart: EMPTY_CART }

/** The cart, updated by changes in other tabs. Empty on the server and in the first render: see `useCartIsRead`. */
export function useCart(): Cart {
  return useSyncExternalStore(stored.subscribe, getCart, () => EMPTY_CART)
}

/** False on the server and in the first render, when the cart has not been read yet and is therefore empty. */
export function useCartIsRead(): boolean {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}

/** The number of pieces in the cart, for the header. */
export function useCartCount(): number {
  return useSyncExternalStore(
    stored.subscribe,
    () => countOf(getCart()),
    () => 0,
  )
}

/** The sum of the quantities. */
export function countOf(cart: Cart): number {
  return cart.cartItems.reduce((sum, { qty }) => sum + qty, 0)
}

/** The stored cart. Returns the same object until it changes. */
export function getCart(): Cart {
  const text = stored.read()
  if (current.text !== text) current = { text, cart: parseCart(text) }
  return current.cart
}

/** Stores a cart and updates all components that show it. */
export function writeCart(cart: Cart): void {
  const text = JSON.stringify(cart)
  current = { text, cart }
  stored.write(text)
}

/** Parses the stored text. Invalid lines are left out, and invalid values get defaults. Never throws. */
function parseCart(text: string | null): Cart {
  const found = parseObject(text)
  if (!found) return EMPTY_CART
  return {
    cartItems: Array.isArray(found.cartItems) ? found.cartItems.flatMap(itemOf) : [],
    shippingAddress: addressIn(found.shippingAddress),
    isPickup: found.isPickup === true,
    paymentMethod: textOf(found.paymentMethod) || EMPTY_CART.paymentMethod,
    shippingQuote: objectOf(found.shippingQuote) ?? {},
    code: codeOf(found.code),
    discount: amountOf(found.discount),
    itemsPrice: amountOf(found.itemsPrice),
    shippingPrice: Number(amountOf(found.shippingPrice)),
    // A cart of an older version, without discount codes, has only the price of the quote.
    shippingDue: Number(amountOf(found.shippingDue ?? found.shippingPrice)),
    taxPrice: amountOf(found.taxPrice),
    totalPrice: amountOf(found.totalPrice),
  }
}

function itemOf(value: unknown): CartItem[] {
  const item = objectOf(value)
  if (!item || !textOf(item._id) || !isCount(item.qty) || item.qty < 1) return []
  if (typeof item.price !== 'number' || !(item.price >= 0)) return []
  const pictures = objectOf(item.pictures)
  const category = textOf(item.category)
  const size = isCount(item.size) ? item.size : null
  const { subscribe: found, ...rest } = item as CartItem
  const subscribe = subscriptionOf(found)
  return [
    {
      ...rest,
      ...(subscribe ? { subscribe } : {}),
      name: textOf(item.name),
      category,
      brand: textOf(item.brand),
      material: textOf(item.material),
      size,
      // A cart of an older version has no sizes. The size that a product had then has the id of the product.
      sizeId: textOf(item.sizeId) || textOf(item._id),
      sizeLabel: textOf(item.sizeLabel) || labelOf({ label: '', grams: size }),
      grind: textOf(item.grind) || defaultGrind(category),
      cuppingNote: textOf(item.cuppingNote),
      origin: textOf(item.origin),
      countInStock: isCount(item.countInStock) ? item.countInStock : item.qty,
      pictures: { image: pictureOf(pictures?.image), secondImage: pictureOf(pictures?.secondImage) },
    },
  ]
}

function subscriptionOf(value: unknown): CartSubscription | null {
  const found = objectOf(value)
  const weeks = WEEKS.find((each) => each === found?.weeks)
  if (!found || weeks === undefined || !isCount(found.percent)) return null
  const taste = TASTES.find((each) => each === found.taste)
  const limit = typeof found.limit === 'number' ? { limit: found.limit } : {}
  return { weeks, percent: found.percent, ...(taste ? { taste } : {}), ...limit }
}

function codeOf(value: unknown): AppliedCode | null {
  const found = objectOf(value)
  const isCode =
    found && textOf(found.code) && Array.isArray(found.products) && typeof found.value === 'number'
  return isCode ? (found as AppliedCode) : null
}

function pictureOf(value: unknown): PictureFacts | null {
  const facts = objectOf(value)
  const isComplete =
    facts && textOf(facts.src) && isCount(facts.width) && isCount(facts.height) && Array.isArray(facts.widths)
  return isComplete ? { ...(facts as PictureFacts), alt: textOf(facts.alt), blur: textOf(facts.blur) } : null
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function amountOf(value: unknown): string {
  const amount = Number(value ?? 0)
  return amount >= 0 && Number.isFinite(amount) ? amount.toFixed(2) : '0.00'
}
