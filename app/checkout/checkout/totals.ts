import { addressOf, type Cart } from '#app/platform/cart/cart.ts'
import { discountIn } from '#app/platform/cart/code.ts'
import { currentQuote } from './quote.ts'

/**
 * The cart's totals in dollars. The shipping price is null until there is an address with a quote, or pickup is chosen.
 */
export function totalsOf(cart: Cart) {
  const isQuoted = cart.isPickup || (addressOf(cart) !== null && currentQuote(cart) !== null)
  return {
    itemsPrice: Number(cart.itemsPrice),
    ...discountIn(cart),
    shippingPrice: isQuoted ? cart.shippingDue : null,
    taxPrice: Number(cart.taxPrice),
    isPickup: cart.isPickup,
    totalPrice: isQuoted ? Number(cart.totalPrice) : Number(cart.itemsPrice),
  }
}
