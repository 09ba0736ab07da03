/** Computes the discounts of a cart by the same rules as the server. */
import { subtotalOf } from '#shared/platform/discount-text.ts'
import { coveredPriceOf, type CartLine, type Discount } from '#shared/kernel/discounts.ts'
import { shippingPrice, subscriptionDiscount, toCents, toDollars } from '#shared/kernel/pricing.ts'
import type { Cart, CartItem } from './store.ts'

type PricedItem = Pick<CartItem, 'price' | 'qty' | 'subscribe'>

/** The lines of a cart for shared/kernel/pricing.ts. */
export function linesOf({ cartItems, code }: Pick<Cart, 'cartItems' | 'code'>): CartLine[] {
  return cartItems.map(({ _id, price, qty, subscribe }: CartItem) => ({
    priceCents: toCents(price),
    qty,
    isCovered: code ? code.products.includes(_id) : true,
    discountCents: ownDiscount({ price, qty, subscribe }),
  }))
}

/** The subscription discount of a line, in cents; 0 if it is not subscribed. */
function ownDiscount({ price, qty, subscribe }: PricedItem): number {
  if (!subscribe) return 0
  const priceCents = toCents(price)
  const agreed = subscribe.limit === undefined ? priceCents : toCents(subscribe.limit)
  return subscriptionDiscount({ priceCents, qty }, agreed, subscribe.percent)
}

/**
 * The amount in cents by which the items are below the minimum order value of the discount code; 0 if the code can be
 * used.
 */
export function missingCents(cart: Pick<Cart, 'cartItems' | 'code'>): number {
  const minimum = cart.code?.minimum ?? null
  if (minimum === null) return 0
  return Math.max(0, toCents(minimum) - coveredPriceOf(linesOf(cart)))
}

/** The discount of the cart; null if there is no code, or if the items are below the minimum order value of the code. */
export function discountOf(cart: Pick<Cart, 'cartItems' | 'code'>): Discount | null {
  const { code } = cart
  if (!code || missingCents(cart) > 0) return null
  if (code.kind === 'percent') return { kind: 'percent', percent: code.value }
  return code.kind === 'amount' ? { kind: 'amount', cents: toCents(code.value) } : { kind: 'shipping' }
}

/**
 * The shipping price in cents, before a discount code for free shipping. If shipping was free in the quote, but a
 * discount lowers the subtotal below the minimum for free shipping, this is the regular price again.
 */
export function shippingCentsOf(
  { isPickup, shippingPrice: price, shippingQuote }: Cart,
  { itemsCents, discountCents }: { itemsCents: number; discountCents: number },
): number {
  const { carrierRate, freeFrom } = shippingQuote
  const isRaised = !isPickup && price === 0 && discountCents > 0 && typeof freeFrom === 'number'
  return isRaised && carrierRate !== undefined
    ? shippingPrice(itemsCents, toCents(carrierRate), toCents(freeFrom))
    : toCents(price)
}

/** Whether the code makes the shipping of this cart free. */
export function isShippingFree(cart: Cart): boolean {
  return discountOf(cart)?.kind === 'shipping'
}

/**
 * The items of the cart in dollars: subscribed ones at the subscriber's price, and before the discount of a code.
 */
export function cartSubtotal(cart: Cart): number {
  const list = subtotalOf({ itemsPrice: Number(cart.itemsPrice), discount: Number(cart.discount) })
  return toDollars(toCents(list) - ownDiscounts(cart))
}

/** What the code of the cart saves in cents, besides the subscription discounts. */
export function codeDiscount(cart: Cart): number {
  return toCents(Number(cart.discount)) - ownDiscounts(cart)
}

/** The price of a line in cents: the subscriber's price if it is subscribed. */
export function linePrice(item: PricedItem): number {
  return toCents(item.price) * item.qty - ownDiscount(item)
}

function ownDiscounts({ cartItems }: Pick<Cart, 'cartItems'>): number {
  return cartItems.reduce((sum, item) => sum + ownDiscount(item), 0)
}

/** The discount of the cart for `Totals`, in dollars. The label is empty while the code gives no discount. */
export function discountIn(cart: Cart): { discount: number; discountLabel: string } {
  const discount = Number(cart.discount)
  const isUsed = discount > 0 || (isShippingFree(cart) && cart.shippingPrice > 0)
  const percent = cart.cartItems.find(({ subscribe }) => subscribe)?.subscribe?.percent
  const labels = [percent ? `Subscription (${percent}% off)` : '', isUsed ? (cart.code?.label ?? '') : '']
  return { discount, discountLabel: labels.filter(Boolean).join(', ') }
}
