/** A purchase with an express button: the cart that it buys, and the shop's calls for it. */
import { express } from '#shared/checkout/api/express.ts'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { CallError, call } from '../api/call.ts'
import { getCart, orderItemsOf, type CartItem } from '../cart/cart.ts'
import { AlreadyBought, closePlaced } from '../cart/close-placed.ts'
import { missingCents } from '../cart/code.ts'
import { openPlaced } from '../cart/placed.ts'
import { finishExpress } from './unfinished.ts'

/** A place as wallets tell it before the buyer confirms. */
export type Place = { city: string; state: string; postalCode: string; country: string }

export type Prices = Reply<typeof express.price>

/** The goods and the code of the cart, as it was when the button was pressed. */
export type Wanted = { ordered: readonly CartItem[]; body: ReturnType<typeof wantedOf> }

/**
 * What the cart wants now. First finishes what the buyer has approved before, and cancels an unpaid order of the checkout,
 * which holds the same goods and could be paid too. Throws AlreadyBought if one of them is bought, and CallError.
 */
export async function wantedNow(): Promise<Wanted> {
  const bought = await finishExpress()
  if (bought) throw new AlreadyBought(bought._id)
  const placed = openPlaced()
  if (placed) await closePlaced(placed.id)
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

/** Milliseconds between attempts. */
const PAUSE = 3000
const ATTEMPTS = 10

/** Repeats a call until the shop answers. Only for calls that do nothing twice. Throws CallError. */
export async function untilAnswered<T>(send: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await send()
    } catch (error) {
      if (count === ATTEMPTS || !hasNoAnswer(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE))
    }
  }
}

/** A response with a code, such as `confirming`, is an answer: the shop itself asks PayPal for the result. */
export function hasNoAnswer(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  if (typeof error.failure === 'string') return true
  return error.failure >= 500 && error.data.code === undefined
}

/** Captures the payment of a placed order. Throws CallError. */
export function payFor(id: string, providerOrderId: string): Promise<Order> {
  return untilAnswered(() => call(orders.pay, { params: { id }, body: { id: providerOrderId } }))
}
