import { beforeEach, expect, it } from 'vitest'
import type { AppliedCode } from '#shared/checkout/api/discounts.ts'
import { address, coffee, quote, store } from './cart.testing.ts'

const cart = await import('./cart.ts')
const { cartSubtotal, codeDiscount, discountIn, linePrice, missingCents } = await import('./code.ts')
const { keepCodeOf, takeCodeOfLink } = await import('./code-link.ts')

const TEN: AppliedCode = {
  code: 'TEN',
  label: 'TEN (10% off)',
  kind: 'percent',
  value: 10,
  products: ['guji'],
  minimum: null,
}

beforeEach(() => store.clear())

it('subtracts the discount of a code from the goods that the code is for, and computes the tax after the discount', () => {
  cart.addToCart(coffee, 2)
  cart.addToCart({ ...coffee, _id: 'mug', sizes: [{ ...coffee.sizes[0]!, id: 'mug', price: 22 }] }, 1)
  cart.saveShippingAddress({ ...address, state: 'VA' })
  cart.setCode(TEN)
  expect(cart.getCart()).toMatchObject({ itemsPrice: '57.98', discount: '4.00', taxPrice: '0.58' })
  cart.setCode(null)
  expect(cart.getCart()).toMatchObject({ itemsPrice: '61.98', discount: '0.00', taxPrice: '0.62' })
})

it('shows the subscriber’s price in the line and in the subtotal, and only the rest as the saving of a code', () => {
  const subscribe = { weeks: 2, percent: 10 } as const
  const line = cart.addToCart(coffee, 2, { sizeId: coffee.sizes[0]!.id, grind: '', subscribe })
  cart.addToCart({ ...coffee, _id: 'mug', sizes: [{ ...coffee.sizes[0]!, id: 'mug', price: 22 }] }, 1)
  cart.setCode({ ...TEN, products: ['mug'] })
  const now = cart.getCart()
  const item = now.cartItems.find((one) => cart.keyOf(one) === line)!
  // Twice $19.99 less 10%, and a mug for $22.00.
  expect([linePrice(item), linePrice({ ...item, qty: 1 }), cartSubtotal(now)]).toEqual([3598, 1799, 57.98])
  expect(codeDiscount(now)).toBe(220)
  expect(Number(now.itemsPrice)).toBe(55.78)
})

it('keeps a code whose minimum is not reached, and applies it as soon as the cart reaches the minimum', () => {
  cart.addToCart(coffee, 1)
  cart.setCode({ ...TEN, minimum: 30 })
  expect([cart.getCart().discount, missingCents(cart.getCart())]).toEqual(['0.00', 1001])
  expect(discountIn(cart.getCart())).toEqual({ discount: 0, discountLabel: '' })
  cart.addToCart(coffee, 2)
  expect(discountIn(cart.getCart())).toEqual({ discount: 4, discountLabel: 'TEN (10% off)' })
})

it('makes shipping free, and charges for it again if a discount lowers the items below the minimum for free shipping', () => {
  cart.addToCart(coffee, 2)
  cart.saveShippingAddress(address)
  cart.saveShippingQuote(quote)
  cart.updateTax(8.4)
  cart.setCode({ ...TEN, kind: 'shipping', value: 0 })
  expect(cart.getCart()).toMatchObject({ shippingPrice: 8.4, shippingDue: 0, itemsPrice: '39.98' })
  cart.saveShippingQuote({ ...quote, shippingRate: 0, carrierRate: 8.4, freeFrom: 39 })
  cart.updateTax(0)
  cart.setCode(TEN)
  expect(cart.getCart()).toMatchObject({ itemsPrice: '35.98', shippingDue: 8.4 })
  cart.setCode(null)
  expect(cart.getCart()).toMatchObject({ shippingDue: 0 })
})

it('reads a cart that an earlier release stored without a code, and removes an invalid code', () => {
  store.set('cart', JSON.stringify({ cartItems: [], shippingPrice: 8.4, totalPrice: '8.40' }))
  expect(cart.getCart()).toMatchObject({ code: null, discount: '0.00', shippingDue: 8.4 })
  store.set('cart', JSON.stringify({ cartItems: [], code: { code: 'TEN', products: 'all' } }))
  expect(cart.getCart().code).toBeNull()
})

it('removes the code when the items of a placed order are removed', () => {
  cart.addToCart(coffee, 1)
  cart.setCode(TEN)
  cart.clearItems()
  expect(cart.getCart().code).toBeNull()
})

it('keeps the code of a link once, and ignores a page without one', () => {
  keepCodeOf('?sort=price')
  expect(takeCodeOfLink()).toBeNull()
  keepCodeOf('?code=%20welcome10%20&sort=price')
  keepCodeOf('')
  expect([takeCodeOfLink(), takeCodeOfLink()]).toEqual(['welcome10', null])
})
