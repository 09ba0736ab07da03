import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { discounts } from '#shared/checkout/api/discounts.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { products } from '#shared/catalog/api/products.ts'
import { businessQuery } from '#app/platform/api/business.ts'
import { CallError, call, fieldsIn } from '#app/platform/api/call.ts'
import {
  addressOf,
  type Cart,
  type CartItem,
  changeItems,
  getCart,
  orderItemsOf,
  removeOrdered,
  setCode,
  setPriceRules,
} from '#app/platform/cart/cart.ts'
import { keepGuestLink } from '#app/platform/api/guest-links.ts'
import { ask, refresh } from '#app/platform/api/query.ts'
import { missingCents } from '#app/platform/cart/code.ts'
import { compare, type CurrentProducts } from '#app/platform/cart/check.ts'
import { clearGift, detailsOfOrder, shipTo } from '#app/platform/cart/delivery-details.ts'
import { guestOfRequest } from '#app/platform/session/guest.ts'
import { toast } from '#app/platform/ui/toast.tsx'
import { forgetKey, keyFor } from './attempt.ts'
import { checkGiftCards, chosenCards, clearGiftCards, paidByCards } from './gift-cards.ts'
import { currentQuote, requote } from './quote.ts'

/**
 * Why the order was not placed. After `stock`, the buyer must change the cart. After `unpaid`, the buyer must pay or
 * cancel other orders. After `guest`, a guest must correct name or email. After `pickup`, the page shows the new day;
 * if there is none, the buyer must choose shipping. After all other kinds, the buyer can press the button again.
 */
export type OrderProblem = {
  kind: 'prices' | 'stock' | 'quote' | 'pickup' | 'gift-card' | 'unpaid' | 'guest' | 'other'
  message: string
}

const SIGN_IN_AGAIN = 'Please sign in again. Your cart is kept.'

/**
 * Places the order of the cart and opens the order's page. Further presses do nothing while the order is being placed.
 * @param consent the terms to which the buyer agreed, if the cart has a subscription
 * @param readyOn the day of pickup that the buyer sees; the order is refused if the shop can no longer promise it
 */
export function usePlaceOrder(onPlaced: () => void, readyOn: string | undefined, consent?: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<OrderProblem | null>(null)
  const placing = useMutation({
    mutationFn: () => send(readyOn, consent),
    onSuccess: async ({ order, ordered }) => {
      onPlaced()
      removeOrdered(ordered)
      clearGift()
      clearGiftCards()
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, order)
      void refresh(client, 'products', 'orders', 'addresses')
      if (order.guestLink) keepGuestLink(order._id, order.guestLink)
      leaveCheckout(order.guestLink ? '/shop' : '/profile')
      await navigate(`/order/${order._id}`)
    },
    onError: async (error) => {
      // The sign-in page replaces this one, so a toast gives the reason.
      if (error instanceof CallError && error.failure === 401) toast.error(SIGN_IN_AGAIN)
      setProblem(await updateCart(client, error))
    },
  })
  const place = () => {
    if (placing.isPending) return
    setProblem(null)
    placing.mutate()
  }
  return { place, isPlacing: placing.isPending, problem }
}

/**
 * Makes the Back button on the order page go to the buyer's orders, or for a guest to the shop, and not to the
 * checkout, whose cart is now empty. Changes the browser's history directly, because the router would render that page
 * first.
 */
function leaveCheckout(to: string): void {
  window.history.replaceState(window.history.state, '', to)
}

async function send(
  readyOn: string | undefined,
  consent: string | undefined,
): Promise<{ order: Reply<typeof orders.place>; ordered: CartItem[] }> {
  const ordered = getCart().cartItems
  const body = { ...orderFromCart(readyOn), ...(consent === undefined ? {} : { consent }) }
  try {
    const order = await call(orders.place, { body }, { idempotencyKey: keyFor(body) })
    forgetKey()
    return { order, ordered }
  } catch (error) {
    // If the server refuses the order, the next attempt gets a new key. Without a response the order may exist, and a
    // retry with the same key finds it.
    if (error instanceof CallError && typeof error.failure === 'number' && error.failure < 500) forgetKey()
    throw error
  }
}

/**
 * The body of the request for the cart. It contains the totals, so that the server can refuse the order if they have
 * changed.
 */
function orderFromCart(readyOn: string | undefined): PlaceOrder {
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

/** Updates the cart after a refusal, so that the next attempt can succeed. Returns the message for the buyer. */
async function updateCart(client: QueryClient, error: Error): Promise<OrderProblem> {
  const { message } = error
  const { failure, data } = error instanceof CallError ? error : { failure: null, data: { code: undefined } }
  try {
    if (data.code === 'prices') {
      await updatePrices(client)
      await updateCode()
      const { tax, place } = await client.fetchQuery({ ...businessQuery, staleTime: 0 })
      setPriceRules({ tax, barState: place.state })
      return {
        kind: 'prices',
        message: 'Prices have changed. Please check the new total before you place the order.',
      }
    }
    if (data.code === 'discount') {
      setCode(null)
      return { kind: 'prices', message: `${message}. The code was removed: please check the total.` }
    }
    if (data.code === 'gift-card') {
      await checkGiftCards()
      return { kind: 'gift-card', message: `${message}.` }
    }
    if (data.code === 'quote' || failure === 404) {
      await requote()
      return {
        kind: 'quote',
        message: 'The shipping price had expired, so we got a new one. Please check the total again.',
      }
    }
  } catch (secondError) {
    return { kind: 'other', message: secondError instanceof Error ? secondError.message : message }
  }
  if (data.code === 'pickup') {
    await refresh(client, 'delivery')
    return { kind: 'pickup', message: `${message}.` }
  }
  if (data.code === 'terms') {
    await client.invalidateQueries({ queryKey: ['terms'] })
    return { kind: 'other', message: `${message}.` }
  }
  // The cart page says what to remove.
  if (data.code === 'subscription') return { kind: 'stock', message }
  if (data.code === 'paused') {
    await refresh(client, 'config')
    return { kind: 'other', message }
  }
  if (data.code === 'stock') {
    void refresh(client, 'products')
    return { kind: 'stock', message }
  }
  // The cart page then shows which grinds are offered.
  if (data.code === 'grind') return { kind: 'stock', message }
  if (fieldsIn(error)['guest.name'] || fieldsIn(error)['guest.email']) return { kind: 'guest', message }
  // The buyer has too many unpaid items or too many unpaid orders.
  if (data.code === 'share') return { kind: 'stock', message }
  if (data.code === 'unpaid') return { kind: 'unpaid', message }
  if (typeof failure === 'string') {
    return { kind: 'other', message: `${message}. Nothing is lost, and pressing again cannot order twice.` }
  }
  return { kind: 'other', message }
}

/** Fetches the discount code and the amount for free shipping again, because the owner may have changed them. */
async function updateCode(): Promise<void> {
  const cart = getCart()
  if (!cart.code) return
  setCode(await call(discounts.check, { body: { code: cart.code.code, orderItems: orderItemsOf(cart) } }))
  if (!cart.isPickup) await requote()
}

async function updatePrices(client: QueryClient): Promise<void> {
  const current: CurrentProducts = new Map()
  await Promise.all(
    getCart().cartItems.map(async ({ _id: id }) => {
      current.set(id, await client.fetchQuery({ ...ask(products.one, { params: { id } }), staleTime: 0 }))
    }),
  )
  changeItems((items) => compare(items, current).items)
}
