import { beforeEach, expect, it, vi } from 'vitest'
import type { Product } from '#shared/catalog/api/products.ts'
import { store, BAG, coffee, address, quote, GUJI, storage } from './cart.testing.ts'

const cart = await import('./cart.ts')
const { compare } = await import('./check.ts')

/** An id and the product that the shop has now under this id. */
const nowOf = (id: string, change: Partial<typeof BAG>): [string, Product] => [
  id,
  { ...coffee, _id: id, name: id, sizes: [{ ...BAG, id, ...change }] },
]

beforeEach(() => store.clear())

it('stores a product under the key `cart`, without its creator, rating and reviews', () => {
  cart.addToCart(coffee, 2)
  const stored = JSON.parse(store.get('cart')!)
  expect(stored.cartItems[0]).toMatchObject({ _id: 'guji', price: 19.99, qty: 2, sizeId: 'guji' })
  for (const field of ['user', 'rating', 'numReviews', 'reviews', 'sizes', 'grinds'])
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
  cart.setQty(GUJI, 4)
  expect(cart.getCart().itemsPrice).toBe('79.96')
  cart.removeFromCart(GUJI)
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
  cart.setQty(GUJI, 2)
  expect(quoted()).toBe(false)
  cart.saveShippingQuote({ ...quote, expiresAt: '2020-01-01T00:00:00Z' })
  expect(quoted()).toBe(false)
})

it('removes all items without recomputing the totals', () => {
  cart.addToCart(coffee, 1)
  cart.clearItems()
  expect(cart.getCart()).toMatchObject({ cartItems: [], totalPrice: '19.99' })
})

it('reads the stored cart before each change, so that a line that another tab has added is not lost', () => {
  cart.addToCart(coffee, 1)
  const other = JSON.parse(store.get('cart')!)
  other.cartItems.push({ ...other.cartItems[0], _id: 'huila' })
  store.set('cart', JSON.stringify(other))
  cart.setQty(GUJI, 2)
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
])('is empty if storage contains the invalid text %s', (text) => {
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
  cart.removeFromCart(GUJI)
  expect(store.has('cart')).toBe(true)
})

it('reports changed products and updates the lines', () => {
  const line = cart.itemOf(coffee, 3)
  const items = ['same', 'raised', 'few', 'none', 'gone', 'unknown'].map((_id) => ({
    ...line,
    _id,
    sizeId: _id,
    name: _id,
  }))
  const { items: updated, notices } = compare(
    items,
    new Map<string, Product | null>([
      nowOf('same', {}),
      nowOf('raised', { price: 21 }),
      nowOf('few', { countInStock: 1 }),
      nowOf('none', { countInStock: 0 }),
      ['gone', null],
    ]),
  )
  expect(notices.map(({ name, text }) => `${name}: ${text}`)).toEqual([
    'raised: now $21.00, was $19.99',
    'few: only 1 left',
    'none: sold out. Remove it to continue',
    'gone: no longer sold, so it was removed from your cart',
  ])
  expect(updated.map(({ _id, qty, price }) => [_id, qty, price])).toEqual([
    ['same', 3, 19.99],
    ['raised', 3, 21],
    ['few', 1, 19.99],
    ['none', 3, 19.99],
    ['unknown', 3, 19.99],
  ])
})

it('has a line for each size and grind, and merges only identical lines', () => {
  cart.addToCart(coffee, 1)
  cart.addToCart(coffee, 1, { grind: 'Espresso' })
  cart.addToCart(coffee, 2, { sizeId: 'guji-1', grind: 'Espresso' })
  cart.addToCart(coffee, 3, { sizeId: 'guji', grind: 'Whole bean' })
  const { cartItems, itemsPrice } = cart.getCart()
  expect(cartItems.map(({ sizeLabel, grind, qty, price }) => [sizeLabel, grind, qty, price])).toEqual([
    ['12 oz', 'Whole bean', 3, 19.99],
    ['12 oz', 'Espresso', 1, 19.99],
    ['2 lb', 'Espresso', 2, 45.5],
  ])
  expect(itemsPrice).toBe('170.96')
  expect(cart.orderItemsOf(cart.getCart())[2]).toEqual({
    _id: 'guji',
    sizeId: 'guji-1',
    grind: 'Espresso',
    qty: 2,
  })
})

it('upgrades a cart that an earlier release stored without sizes: each line gets the size that the product had then', () => {
  const line = { _id: 'guji', name: 'Guji', category: 'Coffee Beans', price: 19.99, size: 340, qty: 2 }
  const mug = { _id: 'mug', name: 'Mug', category: 'Goods', price: 22, size: null, qty: 1 }
  store.set('cart', JSON.stringify({ cartItems: [line, mug] }))
  expect(cart.getCart().cartItems.map(cart.keyOf)).toEqual([GUJI, 'mug mug '])
  cart.addToCart(coffee, 3)
  expect(cart.countOf(cart.getCart())).toBe(4)
  expect(cart.orderItemsOf(cart.getCart())).toEqual([
    { _id: 'guji', sizeId: 'guji', grind: 'Whole bean', qty: 3 },
    { _id: 'mug', sizeId: 'mug', qty: 1 },
  ])
})

it('marks a line as sold out if its size is no longer sold, and changes a grind that is no longer offered to whole bean', () => {
  const items = [
    cart.itemOf(coffee, 1, { sizeId: 'guji-1' }),
    cart.itemOf(coffee, 2, { grind: 'Espresso' }),
    cart.itemOf(coffee, 3),
  ]
  const now = { ...coffee, sizes: [BAG], grinds: [] }
  const { items: updated, notices } = compare(items, new Map([['guji', now]]))
  expect(notices.map(({ id, text }) => [id, text])).toEqual([
    ['guji guji-1 Whole bean', 'no longer sold in 2 lb. Remove it to continue'],
    [GUJI, 'Espresso is no longer offered: now Whole bean'],
  ])
  expect(
    updated.map(({ sizeLabel, grind, qty, countInStock }) => [sizeLabel, grind, qty, countInStock]),
  ).toEqual([
    ['2 lb', 'Whole bean', 1, 0],
    ['12 oz', 'Whole bean', 5, 9],
  ])
})

it('makes subscribed lines single purchases while the shop takes no new subscriptions, and keeps all goods', () => {
  const items = [
    cart.itemOf(coffee, 1, { subscribe: { weeks: 2, percent: 10 } }),
    cart.itemOf(coffee, 2),
    cart.itemOf(coffee, 1, { sizeId: 'guji-1' }),
  ]
  const current = new Map([['guji', coffee]])
  const { items: updated, notices } = compare(items, current, false)
  expect(notices.map(({ id, text }) => [id, text])).toEqual([
    [GUJI, 'we take no new subscriptions, so this is a single purchase now'],
  ])
  expect(updated.map((item) => [cart.keyOf(item), item.qty, item.subscribe])).toEqual([
    [GUJI, 3, undefined],
    ['guji guji-1 Whole bean', 1, undefined],
  ])
  expect(compare(items, current).notices).toEqual([])
})

it('returns to the lines that were stored when the page was loaded, but never brings back what was ordered', () => {
  cart.addToCart(coffee, 2)
  expect(cart.isChangedSinceLoad(cart.getCart())).toBe(true)
  cart.resetCart()
  expect(cart.getCart().cartItems).toEqual([])
  expect(cart.isChangedSinceLoad(cart.getCart())).toBe(false)
  cart.addToCart(coffee, 2)
  const ordered = cart.getCart().cartItems
  cart.addToCart({ ...coffee, _id: 'kenya' }, 1)
  cart.removeOrdered(ordered)
  cart.addToCart(coffee, 5)
  cart.resetCart()
  expect(cart.getCart().cartItems.map(({ _id }) => _id)).toEqual(['kenya'])
})

it('shares the stock of a size among the lines with different grinds', () => {
  const few = { ...coffee, sizes: [{ ...BAG, countInStock: 3 }] }
  const lines = (first: number) => [cart.itemOf(few, first), cart.itemOf(few, 2, { grind: 'Espresso' })]
  const some = compare(lines(2), new Map([['guji', few]]))
  expect(some.items.map(({ grind, qty }) => [grind, qty])).toEqual([
    ['Whole bean', 2],
    ['Espresso', 1],
  ])
  expect(some.notices.map(({ text }) => text)).toEqual(['only 1 more left'])
  const none = compare(lines(3), new Map([['guji', few]]))
  expect(none.items.map(({ grind, qty }) => [grind, qty])).toEqual([['Whole bean', 3]])
  expect(none.notices.map(({ text }) => text)).toEqual([
    'only 3 left, and all of them are in your cart already, so this line was removed',
  ])
})
