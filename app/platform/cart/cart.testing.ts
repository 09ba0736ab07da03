/** A local storage, and the goods, address and quote of the cart's tests. Import it before the cart. */
import { vi } from 'vitest'
import type { Product } from '#shared/catalog/api/products.ts'

export const store = new Map<string, string>()
export const storage = {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
}
vi.stubGlobal('localStorage', storage)

export const BAG = {
  id: 'guji',
  grams: 340,
  shippingGrams: null,
  forAccounts: false,
  pack: null,
  label: '12 oz',
  price: 19.99,
  countInStock: 9,
  sku: '',
}
export const LARGE_BAG = { ...BAG, id: 'guji-1', grams: 907, label: '2 lb', price: 45.5, countInStock: 4 }

export const coffee = {
  _id: 'guji',
  user: 'owner',
  name: 'Ethiopia Guji Highlands',
  price: 19.99,
  category: 'Coffee Beans',
  countInStock: 9,
  size: 340,
  sizes: [BAG, LARGE_BAG],
  grinds: ['Whole bean', 'Espresso'],
  rating: 5,
  numReviews: 2,
  reviews: [{ comment: 'Good' }],
  isDraft: false,
  pictures: { image: null, secondImage: null },
} as unknown as Product

export const address = {
  address: '1 Main St',
  address2: '',
  city: 'Vienna',
  state: 'Virginia',
  postalCode: '22180',
  country: 'US',
}
export const quote = {
  shipment: 's',
  shippingRate: 8.4,
  quoteId: 'q1',
  expiresAt: '2999-01-01T00:00:00Z',
  service: 'USPS Ground Advantage',
  estimatedDays: 3,
}

/** The key of the line that `addToCart(coffee, …)` adds. */
export const GUJI = 'guji guji Whole bean'
