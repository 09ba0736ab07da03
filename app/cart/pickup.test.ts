import { expect, it, vi } from 'vitest'
import type { Product } from '#shared/api/products.ts'

const store = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
})

const cart = await import('./cart.ts')

const coffee = {
  _id: 'guji',
  name: 'Ethiopia Guji Highlands',
  category: 'Coffee Beans',
  sizes: [{ id: 'guji', grams: 340, label: '12 oz', price: 19.99, countInStock: 9, sku: '' }],
  grinds: ['Whole bean'],
  pictures: { image: null, secondImage: null },
} as unknown as Product
const address = {
  address: '12 Light Street',
  address2: '',
  city: 'Baltimore',
  state: 'MD',
  postalCode: '21202',
  country: 'US',
}
const quote = {
  shipment: 's',
  shippingRate: 8.4,
  quoteId: 'q1',
  expiresAt: '2999-01-01T00:00:00Z',
  service: 'USPS Ground Advantage',
  estimatedDays: 3,
}

it('a cart has no shipping and the tax of the bar for a pickup, and gets the shipping price back for shipping', () => {
  cart.addToCart(coffee, 2)
  cart.saveShippingAddress(address)
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
