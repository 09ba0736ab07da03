import { beforeEach, expect, it } from 'vitest'
import { store, LARGE_BAG, coffee, address, quote } from './cart.testing.ts'

const cart = await import('./cart.ts')

beforeEach(() => store.clear())

it('adds pieces to those of the same size and grind in the cart, up to the stock of the size', () => {
  expect(cart.addPieces(coffee, 2, 9, { grind: 'Espresso' })).toBe(2)
  expect(cart.addPieces(coffee, 3, 9, { grind: 'Espresso' })).toBe(3)
  expect(cart.addPieces(coffee, 1, 4, { sizeId: LARGE_BAG.id })).toBe(1)
  // Five pieces of this size are in the cart as espresso.
  expect(cart.addPieces(coffee, 6, 9, {})).toBe(4)
  expect(cart.addPieces(coffee, 1, 9, {})).toBe(0)
  expect(cart.getCart().cartItems.map(({ sizeId, grind, qty }) => [sizeId, grind, qty])).toEqual([
    ['guji', 'Espresso', 5],
    ['guji-1', 'Whole bean', 1],
    ['guji', 'Whole bean', 4],
  ])
})

it('for pickup, has no shipping and the tax at the bar, and for shipping, has the quoted price again', () => {
  cart.addToCart(coffee, 2)
  cart.saveShippingAddress({ ...address, city: 'Baltimore', state: 'MD', postalCode: '21202' })
  cart.saveShippingQuote(quote)
  cart.updateTax(quote.shippingRate)
  expect(cart.getCart()).toMatchObject({ isPickup: false, taxPrice: '0.00', totalPrice: '48.38' })
  cart.choosePickup(true)
  expect(cart.getCart()).toMatchObject({
    isPickup: true,
    shippingPrice: 0,
    taxPrice: '0.40',
    totalPrice: '40.38',
  })
  expect(JSON.parse(store.get('cart')!).isPickup).toBe(true)
  cart.choosePickup(false)
  expect(cart.getCart()).toMatchObject({ isPickup: false, shippingPrice: 8.4, totalPrice: '48.38' })
})

it('after an order, keeps what was added since, and removes the rest with the discount code', () => {
  cart.addToCart(coffee, 2)
  cart.addToCart(coffee, 1, { sizeId: LARGE_BAG.id })
  const ordered = cart.getCart().cartItems
  cart.addToCart(coffee, 3)
  cart.removeOrdered(ordered)
  expect(cart.getCart().cartItems.map(({ sizeId, qty }) => [sizeId, qty])).toEqual([['guji', 1]])
  expect(cart.getCart()).toMatchObject({ code: null, itemsPrice: '19.99', shippingQuote: {} })
  cart.removeOrdered(cart.getCart().cartItems)
  expect(cart.getCart().cartItems).toEqual([])
})
