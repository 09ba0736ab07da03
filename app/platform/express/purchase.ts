/** A purchase with an express button: the cart that it buys, and the shop's calls for it. */
import { express } from '#shared/checkout/api/express.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { call } from '../api/call.ts'
import { getCart, orderItemsOf, type CartItem } from '../cart/cart.ts'
import { missingCents } from '../cart/code.ts'

/** A place as wallets tell it before the buyer confirms. */
export type Place = { city: string; state: string; postalCode: string; country: string }

export type Prices = Reply<typeof express.price>

/** The goods and the code of the cart, as it was when the button was pressed. */
export type Wanted = { ordered: readonly CartItem[]; body: ReturnType<typeof wantedOf> }

export function wantedNow(): Wanted {
  return { ordered: getCart().cartItems, body: wantedOf() }
}

function wantedOf() {
  const cart = getCart()
  const code = cart.code && missingCents(cart) === 0 ? { discountCode: cart.code.code } : {}
  return { orderItems: orderItemsOf(cart), ...code }
}

/** What the cart costs at a place. Throws CallError. */
export function priceAt({ body }: Wanted, place: Place): Promise<Prices> {
  return call(express.price, { body: { ...body, ...place } })
}
