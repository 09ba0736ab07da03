import { beforeEach, expect, it } from 'vitest'
import type { Order } from '#shared/checkout/api/orders.ts'
import type { PlaceOrder } from '#shared/checkout/api/place-order.ts'
import { store, coffee, GUJI } from './cart.testing.ts'

const cart = await import('./cart.ts')
const placed = await import('./placed.ts')
const { settlePlaced } = await import('./placed-order.ts')
const { compare, withOwnPieces } = await import('./check.ts')

const order = { _id: 'o1', state: 'pending', isPaid: false, holdSecondsLeft: 1800 } as Order
const body = {
  orderItems: [],
  totalPrice: '20.00',
  shippingQuote: { quoteId: 'q1' },
} as unknown as PlaceOrder

/** Places an order of the cart. */
const place = () => placed.keepPlaced(order, body, cart.getCart().cartItems)

beforeEach(() => store.clear())

it('compares what was ordered, without quote, day of pickup and the way to pay', () => {
  const terms = placed.termsOf(body)
  expect(placed.termsOf({ ...body, shippingQuote: { quoteId: 'q2' }, paymentMethod: 'Venmo' })).toBe(terms)
  expect(placed.termsOf({ ...body, totalPrice: '21.00' })).not.toBe(terms)
  expect(placed.termsOf({ ...body, gift: { note: '' } })).not.toBe(terms)
  const pickedUp = placed.termsOf({ ...body, pickup: { readyOn: '2026-12-01' } })
  expect(pickedUp).not.toBe(terms)
  expect(placed.termsOf({ ...body, pickup: {} })).toBe(pickedUp)
})

it('counts the pieces that the shop holds for the own order as stock, until the hold ends', () => {
  cart.addToCart(coffee, 2)
  place()
  expect(placed.heldPieces('guji')).toBe(2)
  const soldOut = { ...coffee, sizes: coffee.sizes.map((size) => ({ ...size, countInStock: 0 })) }
  const current = new Map([['guji', withOwnPieces(soldOut)]])
  expect(compare(cart.getCart().cartItems, current).notices).toEqual([])
  placed.updatePlaced({ ...order, state: 'expired', holdSecondsLeft: null })
  expect(placed.heldPieces('guji')).toBe(0)
  expect(placed.openPlaced()).toBeNull()
  const [notice] = compare(cart.getCart().cartItems, new Map([['guji', withOwnPieces(soldOut)]])).notices
  expect(notice).toMatchObject({ id: GUJI, text: expect.stringContaining('sold out') })
})

it('takes the goods of a paid order out of the cart once, and keeps what was added since', () => {
  cart.addToCart(coffee, 2)
  place()
  cart.setQty(GUJI, 3)
  settlePlaced(order._id)
  expect(cart.getCart().cartItems.map(({ qty }) => qty)).toEqual([1])
  settlePlaced(order._id)
  expect(cart.getCart().cartItems.map(({ qty }) => qty)).toEqual([1])
  expect(placed.getPlaced()).toBeNull()
})

it('keeps a newer order if an older one is settled or forgotten', () => {
  cart.addToCart(coffee, 1)
  place()
  settlePlaced('o0')
  placed.dropPlaced('o0')
  expect(placed.getPlaced()?.id).toBe('o1')
  expect(cart.countOf(cart.getCart())).toBe(1)
})

it.each(['{', '[]', '{"id":1}', '{"id":""}'])('reads %s as no order', (text) => {
  store.set('placedOrder', text)
  expect(placed.getPlaced()).toBeNull()
})
