/**
 * Places the order of the cart, once: a press for an order that is placed and not paid yet finds that order, and a press
 * after a change replaces it, in one step at the shop: its goods, its discount code and its gift cards go to the new order.
 */
import type { QueryClient } from '@tanstack/react-query'
import { orders, type Order } from '#shared/checkout/api/orders.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { keepGuestLink } from '#app/platform/api/guest-links.ts'
import { CallError, call } from '#app/platform/api/call.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { addressOf, getCart, orderItemsOf, type Cart } from '#app/platform/cart/cart.ts'
import { AlreadyBought, closePlaced, STILL_PAYING } from '#app/platform/cart/close-placed.ts'
import { missingCents } from '#app/platform/cart/code.ts'
import { detailsOfOrder, shipTo } from '#app/platform/cart/delivery-details.ts'
import { changesOf, getPlaced, keepPlaced, openPlaced, termsOf } from '#app/platform/cart/placed.ts'
import { guestOfRequest } from '#app/platform/session/guest.ts'
import { forgetKey, keyFor, lostAttempt } from './attempt.ts'
import { chosenCards, paidByCards } from './gift-cards.ts'
import { currentQuote } from './quote.ts'

/** What the buyer has chosen that is not stored with the cart. */
export type Choices = {
  /** The day of pickup that the buyer sees; the order is refused if the shop can no longer promise it. */
  readyOn: string | undefined
  /** The terms to which the buyer agreed, if the cart has a subscription. */
  consent: string | undefined
}

export type PlacedNow = {
  id: string
  /** Null if the order was placed by an earlier press. */ order: Order | null
}

/**
 * Places the order of the cart, or finds the one that is placed already. Throws CallError, and AlreadyBought if an earlier
 * order of this checkout is paid.
 */
export async function placeOnce(client: QueryClient, choices: Choices): Promise<PlacedNow> {
  const body = orderFromCart(choices)
  const before = openPlaced()
  if (before?.terms === termsOf(body)) return { id: before.id, order: null }
  const ordered = getCart().cartItems
  const order = await replace(body, before?.id ?? null)
  keepPlaced(order, body, ordered)
  client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, order)
  void refresh(client, 'products', 'addresses')
  return { id: order._id, order }
}

/**
 * Places the order instead of the placed one. If that cannot be opened any more, because the session has ended, it expires by
 * itself. Throws AlreadyBought if it is paid.
 */
async function replace(body: PlaceOrder, before: string | null): Promise<Reply<typeof orders.place>> {
  const lost = await lostOrder(changing(body, before))
  try {
    return await send(changing(body, lost ?? before))
  } catch (error) {
    // This browser keeps no order that it has not seen, so it must not go on holding goods.
    if (lost && isRefused(error)) await closePlaced(lost).catch(() => undefined)
    const { code, order } = error instanceof CallError ? error.data : {}
    if (code === 'bought' && typeof order === 'string') throw new AlreadyBought(order)
    if (code !== 'changed-order') throw error
    if (getPlaced()?.approved) throw new CallError(401, STILL_PAYING)
    return send(body)
  }
}

function changing(body: PlaceOrder, order: string | null): PlaceOrder {
  return order === null ? body : { ...body, changes: changesOf(order) }
}

/**
 * The id of the unpaid order of an attempt that the server has not answered, if it was for something else; null if there is
 * none. Sends it again to learn whether it was placed: the same key never places it twice.
 */
async function lostOrder(body: PlaceOrder): Promise<string | null> {
  const lost = lostAttempt(body)
  if (!lost) return null
  let order: Reply<typeof orders.place>
  try {
    order = await call(orders.place, { body: lost.body }, { idempotencyKey: lost.key })
  } catch (error) {
    if (!isRefused(error)) throw error
    forgetKey()
    return null
  }
  if (order.guestLink) keepGuestLink(order._id, order.guestLink)
  forgetKey()
  return order.isPaid ? null : order._id
}

async function send(body: PlaceOrder): Promise<Reply<typeof orders.place>> {
  try {
    const order = await call(orders.place, { body }, { idempotencyKey: keyFor(body) })
    forgetKey()
    if (order.guestLink) keepGuestLink(order._id, order.guestLink)
    return order
  } catch (error) {
    // If the server refuses the order, the next attempt gets a new key. Without a response the order may exist, and a
    // retry with the same key finds it.
    if (isRefused(error)) forgetKey()
    throw error
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof CallError && typeof error.failure === 'number' && error.failure < 500
}

/**
 * The body of the request for the cart. It contains the totals, so that the server can refuse the order if they have
 * changed.
 */
function orderFromCart({ readyOn, consent }: Choices): PlaceOrder {
  const cart = getCart()
  const { code, itemsPrice, discount, shippingDue, taxPrice, totalPrice } = cart
  return {
    ...guestOfRequest(),
    ...detailsOfOrder(),
    orderItems: orderItemsOf(cart),
    ...(cart.isPickup ? { pickup: readyOn ? { readyOn } : {} } : byCarrier(cart)),
    ...byGiftCard(Number(totalPrice)),
    paymentMethod: 'PayPal',
    ...(code && missingCents(cart) === 0 ? { discountCode: code.code } : {}),
    itemsPrice,
    discountPrice: discount,
    shippingPrice: shippingDue,
    taxPrice,
    totalPrice,
    ...(consent === undefined ? {} : { consent }),
  }
}

/** The codes of the chosen gift cards, and the amount that they pay, as the buyer saw it. */
function byGiftCard(total: number): Pick<PlaceOrder, 'giftCards' | 'giftCardPrice'> {
  const cards = chosenCards()
  if (cards.length === 0) return {}
  return { giftCards: cards.map(({ code }) => code), giftCardPrice: paidByCards(cards, total) }
}

function byCarrier(cart: Cart): Pick<PlaceOrder, 'shippingAddress' | 'shippingQuote'> {
  const shippingAddress = addressOf(cart)
  const quote = currentQuote(cart)
  if (!shippingAddress || !quote)
    throw new CallError(409, 'The shipping price has expired', { code: 'quote' })
  return { shippingAddress: shipTo(shippingAddress), shippingQuote: { quoteId: quote.quoteId } }
}
