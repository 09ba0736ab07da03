import { beforeEach, expect, it, vi } from 'vitest'
import type { Product } from '#shared/api/products.ts'

const store = new Map<string, string>()
const storage = {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
}
vi.stubGlobal('localStorage', storage)

const cart = await import('./cart.ts')
const { compare } = await import('./check.ts')

const coffee = {
  _id: 'guji',
  user: 'owner',
  name: 'Ethiopia Guji Highlands',
  price: 19.99,
  category: 'Coffee Beans',
  countInStock: 9,
  size: 340,
  rating: 5,
  numReviews: 2,
  reviews: [{ comment: 'Good' }],
  isDraft: false,
  pictures: { image: null, secondImage: null },
} as unknown as Product

const address = {
  address: '1 Main St',
  address2: '',
  city: 'Vienna',
  state: 'Virginia',
  postalCode: '22180',
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

beforeEach(() => store.clear())

it('stores a product under the key `cart`, without its creator, rating and reviews', () => {
  cart.addToCart(coffee, 2)
  const stored = JSON.parse(store.get('cart')!)
  expect(stored.cartItems[0]).toMatchObject({ _id: 'guji', price: 19.99, qty: 2 })
  for (const field of ['user', 'rating', 'numReviews', 'reviews'])
    expect(stored.cartItems[0]).not.toHaveProperty(field)
  expect(stored).toMatchObject({
    paymentMethod: 'PayPal',
    shippingAddress: {},
    itemsPrice: '39.98',
    shippingPrice: 0,
    taxPrice: '0.00',
    totalPrice: '39.98',
  })
})

it('replaces the line of a product that is already in the cart', () => {
  cart.addToCart(coffee, 2)
  cart.addToCart(coffee, 3)
  expect(cart.countOf(cart.getCart())).toBe(3)
  cart.setQty('guji', 4)
  expect(cart.getCart().itemsPrice).toBe('79.96')
  cart.removeFromCart('guji')
  expect(cart.getCart()).toMatchObject({ cartItems: [], totalPrice: '0.00' })
})

it('computes Virginia tax once the shipping price is known, and only stores the address before that', () => {
  cart.addToCart(coffee, 1)
  cart.saveShippingAddress(address)
  expect(cart.getCart().taxPrice).toBe('0.00')
  cart.saveShippingQuote(quote)
  cart.updateTax(quote.shippingRate)
  expect(cart.getCart()).toMatchObject({
    itemsPrice: '19.99',
    shippingPrice: 8.4,
    taxPrice: '0.20',
    totalPrice: '28.59',
  })
  expect(cart.quoteOf(cart.getCart())).toEqual(quote)
  expect(cart.addressOf(cart.getCart())).toEqual(address)
})

it('drops a quote for another parcel or another address, and an expired one', () => {
  const quoted = () => cart.quoteOf(cart.getCart()) !== null
  cart.addToCart(coffee, 1)
  cart.saveShippingAddress(address)
  cart.saveShippingQuote(quote)
  cart.saveShippingAddress({ ...address })
  expect(quoted()).toBe(true)
  cart.saveShippingAddress({ ...address, postalCode: '22182' })
  expect(quoted()).toBe(false)
  cart.saveShippingQuote(quote)
  cart.setQty('guji', 2)
  expect(quoted()).toBe(false)
  cart.saveShippingQuote({ ...quote, expiresAt: '2020-01-01T00:00:00Z' })
  expect(quoted()).toBe(false)
})

it('removes all items without recomputing the totals', () => {
  cart.addToCart(coffee, 1)
  cart.clearItems()
  expect(cart.getCart()).toMatchObject({ cartItems: [], totalPrice: '19.99' })
})

it('starts from storage at each change, so that another tab’s line is not lost', () => {
  cart.addToCart(coffee, 1)
  const other = JSON.parse(store.get('cart')!)
  other.cartItems.push({ ...other.cartItems[0], _id: 'huila' })
  store.set('cart', JSON.stringify(other))
  cart.setQty('guji', 2)
  expect(cart.getCart().cartItems.map(({ _id, qty }) => [_id, qty])).toEqual([
    ['guji', 2],
    ['huila', 1],
  ])
})

it.each([
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '{"cartItems":{}}',
  '{"cartItems":[null,1,{"_id":7},{"_id":"a","qty":-1,"price":1}],"shippingAddress":[]}',
])('is empty if storage holds the invalid text %s', (text) => {
  store.set('cart', text)
  expect(cart.getCart()).toMatchObject({ cartItems: [], shippingAddress: {}, itemsPrice: '0.00' })
})

it('leaves out fields of the stored address that are not text', () => {
  const shippingAddress = { ...address, city: { name: 'Vienna' }, state: 22, postalCode: null, other: 'x' }
  store.set('cart', JSON.stringify({ cartItems: [], shippingAddress }))
  expect(cart.getCart().shippingAddress).toEqual({ address: '1 Main St', address2: '', country: 'US' })
  expect(cart.addressOf(cart.getCart())).toBeNull()
  cart.addToCart(coffee, 1)
  expect(cart.getCart().taxPrice).toBe('0.00')
})

it('keeps the cart in memory when storage is full', () => {
  vi.spyOn(storage, 'setItem').mockImplementationOnce(() => {
    throw new Error('full')
  })
  cart.addToCart(coffee, 1)
  expect(cart.countOf(cart.getCart())).toBe(1)
  cart.removeFromCart('guji')
  expect(store.has('cart')).toBe(true)
})

it('reports changed products and updates the lines', () => {
  const line = cart.itemOf(coffee, 3)
  const items = ['same', 'dearer', 'few', 'none', 'gone', 'unknown'].map((_id) => ({
    ...line,
    _id,
    name: _id,
  }))
  const now = (id: string, change: Partial<Product>) =>
    [id, { ...coffee, _id: id, name: id, ...change }] as const
  const { items: updated, notices } = compare(
    items,
    new Map<string, Product | null>([
      now('same', {}),
      now('dearer', { price: 21 }),
      now('few', { countInStock: 1 }),
      now('none', { countInStock: 0 }),
      ['gone', null],
    ]),
  )
  expect(notices.map(({ id, text }) => `${id}: ${text}`)).toEqual([
    'dearer: now $21.00, was $19.99',
    'few: only 1 left',
    'none: sold out. Remove it to continue',
    'gone: no longer sold, so it was removed from your cart',
  ])
  expect(updated.map(({ _id, qty, price }) => [_id, qty, price])).toEqual([
    ['same', 3, 19.99],
    ['dearer', 3, 21],
    ['few', 1, 19.99],
    ['none', 3, 19.99],
    ['unknown', 3, 19.99],
  ])
})
