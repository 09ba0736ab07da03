import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { orders, type Order, type PlaceOrder } from '#shared/api/orders.ts'
import { products } from '#shared/api/products.ts'
import { CallError, call } from '../../api/call.ts'
import { ask, refresh } from '../../api/query.ts'
import { addressOf, changeItems, clearItems, getCart } from '../../cart/cart.ts'
import { compare, type CurrentProducts } from '../../cart/check.ts'
import { toast } from '../../ui/toast.tsx'
import { forgetKey, keyFor } from './attempt.ts'
import { currentQuote, quoteAgain } from './quote.ts'

/**
 * Why there is no order yet. `stock` is changed in the cart, `unpaid` at the buyer's own orders; the others by pressing
 * again.
 */
export type Snag = { kind: 'prices' | 'stock' | 'quote' | 'unpaid' | 'other'; message: string }

const SIGN_IN_AGAIN = 'Please sign in again. Your cart is kept.'

/** Places the order of the cart, once; takes the buyer to it. */
export function usePlaceOrder(onPlaced: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [snag, setSnag] = useState<Snag | null>(null)
  const placing = useMutation({
    mutationFn: send,
    onSuccess: async (order) => {
      onPlaced()
      clearItems()
      client.setQueryData(ask(orders.one, { params: { id: order._id } }).queryKey, order)
      void refresh(client, 'products', 'orders')
      leaveCheckout()
      await navigate(`/order/${order._id}`)
    },
    onError: async (error) => {
      // The sign-in takes this page's place, and would not say why.
      if (error instanceof CallError && error.failure === 401) toast.error(SIGN_IN_AGAIN)
      setSnag(await mend(client, error))
    },
  })
  const place = () => {
    if (placing.isPending) return
    setSnag(null)
    placing.mutate()
  }
  return { place, isPlacing: placing.isPending, snag }
}

/**
 * Back from an order leads to the buyer's orders, not into the checkout of a cart that is empty now. Told to the
 * browser and not to the router, which would show that page on the way.
 */
function leaveCheckout(): void {
  window.history.replaceState(window.history.state, '', '/profile')
}

async function send(): Promise<Order> {
  const body = orderOf()
  try {
    const order = await call(orders.place, { body }, { idempotencyKey: keyFor(body) })
    forgetKey()
    return order
  } catch (error) {
    // A clear no ends the attempt. After silence the order may exist: the same key will find it.
    if (error instanceof CallError && typeof error.failure === 'number' && error.failure < 500) forgetKey()
    throw error
  }
}

/** The cart as an order; the totals go along so that the shop can say when they have changed. */
function orderOf(): PlaceOrder {
  const cart = getCart()
  const shippingAddress = addressOf(cart)
  const quote = currentQuote(cart)
  if (!shippingAddress || !quote)
    throw new CallError(409, 'The shipping price has run out', { code: 'quote' })
  const { itemsPrice, shippingPrice, taxPrice, totalPrice } = cart
  return {
    orderItems: cart.cartItems.map(({ _id, qty }) => ({ _id, qty })),
    shippingAddress,
    paymentMethod: 'PayPal',
    shippingQuote: { quoteId: quote.quoteId },
    itemsPrice,
    shippingPrice,
    taxPrice,
    totalPrice,
  }
}

/** Brings the cart up to date with what the shop said, so that the next press can succeed. */
async function mend(client: QueryClient, error: Error): Promise<Snag> {
  const { message } = error
  const { failure, data } = error instanceof CallError ? error : { failure: null, data: { code: undefined } }
  try {
    if (data.code === 'prices') {
      await readPricesAnew(client)
      return {
        kind: 'prices',
        message: 'Prices have changed. Please look at the new total, and place the order if it suits you.',
      }
    }
    if (data.code === 'quote' || failure === 404) {
      await quoteAgain()
      return {
        kind: 'quote',
        message:
          'The shipping price had run out, so we asked for it again. Please look at the total once more.',
      }
    }
  } catch (again) {
    return { kind: 'other', message: again instanceof Error ? again.message : message }
  }
  if (data.code === 'stock') {
    void refresh(client, 'products')
    return { kind: 'stock', message }
  }
  // The buyer holds too many unpaid goods or has too many unpaid orders.
  if (data.code === 'share') return { kind: 'stock', message }
  if (data.code === 'unpaid') return { kind: 'unpaid', message }
  if (typeof failure === 'string') {
    return { kind: 'other', message: `${message}. Nothing is lost, and pressing again cannot order twice.` }
  }
  return { kind: 'other', message }
}

async function readPricesAnew(client: QueryClient): Promise<void> {
  const current: CurrentProducts = new Map()
  await Promise.all(
    getCart().cartItems.map(async ({ _id: id }) => {
      current.set(id, await client.fetchQuery({ ...ask(products.one, { params: { id } }), staleTime: 0 }))
    }),
  )
  changeItems((items) => compare(items, current).items)
}
