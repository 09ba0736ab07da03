// On SQLite only: wrong orders, refused by the same code on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { orderBody } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let buyer: SignedInVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  bean = await shop.sell({ priceCents: 1850, stock: 6 })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const FORM = { name: 'Test Beans', image: '', category: 'Coffee Beans', countInStock: 6, size: 340 }

test('a price from the browser is not used, and a total based on it is refused with the current totals', async () => {
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  const cheap = { ...body, orderItems: [{ _id: bean, qty: 1, price: 0.01 }] }
  const changed = await changedBy(shop.db, async () => {
    const answer = await buyer.post('/api/orders', { ...cheap, itemsPrice: '0.01', totalPrice: '7.26' })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'prices', itemsPrice: 18.5, taxPrice: 0.19 })
    const { itemsPrice, shippingPrice, taxPrice, totalPrice } = answer.body
    expect(totalPrice).toBe(Math.round((itemsPrice + shippingPrice + taxPrice) * 100) / 100)
  })
  expect(changed).toEqual([])
  expect((await buyer.post('/api/orders', cheap)).body.itemsPrice).toBe(18.5)
})

test.each([0, -1, 1.5, '2', true, null, 1e6, 1001, [1], {}, undefined])(
  'an invalid quantity is refused with 400, in the quote and in the order: %j',
  async (qty) => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    const orderItems = [{ _id: bean, qty }]
    const changed = await changedBy(shop.db, async () => {
      expect((await buyer.post('/api/orders', { ...body, orderItems })).status).toBe(400)
      expect((await buyer.post('/api/shippo/calcship', { ...body, orderItems })).status).toBe(400)
    })
    expect(changed).toEqual([])
  },
)

test('a quantity of 1e309, which JSON parses as infinity, is refused with 400', async () => {
  const body = JSON.stringify(await orderBody(buyer, [{ _id: bean, qty: 1 }]))
  expect((await buyer.post('/api/orders', body.replace('"qty":1', '"qty":1e309'))).status).toBe(400)
})

describe('one product on two lines', () => {
  test('is added up: five and five of six are refused with 409', async () => {
    const orderItems = [
      { _id: bean, qty: 5 },
      { _id: bean, qty: 5 },
    ]
    const body = await orderBody(buyer, orderItems)
    const changed = await changedBy(shop.db, async () => {
      const answer = await buyer.post('/api/orders', body)
      expect([answer.status, answer.body.code, answer.body.countInStock]).toEqual([409, 'stock', 6])
    })
    expect(changed).toEqual([])
  })

  test('becomes one line, and the quote for it is the same', async () => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 5 }])
    const orderItems = [
      { _id: bean, qty: 2 },
      { _id: bean, qty: 3 },
    ]
    const answer = await buyer.post('/api/orders', { ...body, orderItems })
    expect(answer.status).toBe(201)
    expect(answer.body.orderItems).toHaveLength(1)
    expect(answer.body.orderItems[0].qty).toBe(5)
  })
})

test.each([
  ['empty', []],
  ['missing', undefined],
  ['null', null],
  ['an object', { 0: { _id: 'x', qty: 1 }, length: 1 }],
  ['a text', 'x'],
  ['a thousand lines', Array.from({ length: 1000 }, (_, n) => ({ _id: `x${n}`, qty: 1 }))],
  ['without an id', [{ qty: 1 }]],
  ['with an invalid id', [{ _id: '../x', qty: 1 }]],
  ['with an object for an id', [{ _id: { $gt: '' }, qty: 1 }]],
  ['with null as a line', [null]],
])('a list of lines that is %s is refused with 400', async (_, orderItems) => {
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  const changed = await changedBy(shop.db, async () => {
    expect((await buyer.post('/api/orders', { ...body, orderItems })).status).toBe(400)
    expect((await buyer.post('/api/shippo/calcship', { ...body, orderItems })).status).toBe(400)
  })
  expect(changed).toEqual([])
})

test('name, picture, category and price of a line come from the shop', async () => {
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  const forged = {
    _id: bean,
    qty: 1,
    name: 'Free',
    image: 'javascript:1',
    price: 0,
    price_cents: 0,
    category: 'x',
  }
  const answer = await buyer.post('/api/orders', { ...body, orderItems: [{ ...forged, product: 'other' }] })
  expect(answer.status).toBe(201)
  expect(answer.body.orderItems[0]).toMatchObject({ product: bean, name: 'Test Beans', price: 18.5, qty: 1 })
  expect(answer.body.orderItems[0].image).not.toContain('javascript')
})

test('shipping, tax and total from the browser are not used', async () => {
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  const changed = await changedBy(shop.db, async () => {
    for (const forged of [{ shippingPrice: 0 }, { taxPrice: 0 }, { totalPrice: 0.01 }, { totalPrice: '-1' }])
      expect((await buyer.post('/api/orders', { ...body, ...forged })).body.code).toBe('prices')
    for (const forged of [{ totalPrice: 'NaN' }, { totalPrice: '' }, { itemsPrice: '1e2' }])
      expect((await buyer.post('/api/orders', { ...body, ...forged })).status).toBe(409)
    for (const forged of [{ totalPrice: [] }, { totalPrice: {} }, { itemsPrice: true }])
      expect((await buyer.post('/api/orders', { ...body, ...forged })).status).toBe(400)
  })
  expect(changed).toEqual([])
  const { shippingQuote } = body
  const dearer = { ...body, shippingQuote: { ...shippingQuote, shippingRate: 0, cents: 0 } }
  const answer = await buyer.post('/api/orders', dearer)
  expect(answer.status).toBe(201)
  expect(answer.body.shippingPrice).toBeGreaterThan(0)
})

test('fields that a buyer may not set are ignored', async () => {
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  const other = await signedIn(shop)
  const forged = {
    _id: 'chosen',
    id: 'chosen',
    user: other.id,
    user_id: other.id,
    state: 'paid',
    isPaid: true,
    paidAt: '2026-01-01',
    paid_at: '2026-01-01',
    isDelivered: true,
    total_cents: 1,
    reserved_until: '2999-01-01',
    paymentResult: { id: 'X', status: 'COMPLETED' },
  }
  const answer = await buyer.post('/api/orders', { ...forged, ...body })
  expect(answer.status).toBe(201)
  expect(answer.body).toMatchObject({
    state: 'pending',
    isPaid: false,
    isDelivered: false,
    paymentResult: null,
  })
  expect(answer.body._id).not.toBe('chosen')
  expect(answer.body.user._id).toBe(buyer.id)
})

test.each(['Stripe', 'paypal', '', null, 7, ['PayPal']])(
  'an unknown payment method is refused with 400: %j',
  async (paymentMethod) => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    expect((await buyer.post('/api/orders', { ...body, paymentMethod })).status).toBe(400)
  },
)

test('an unpaid order names the method that the buyer chose', async () => {
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  const { status, body: order } = await buyer.post('/api/orders', { ...body, paymentMethod: 'Apple Pay' })
  expect([status, order.paymentMethod, order.paidWith]).toEqual([201, 'Apple Pay', null])
})

test('a price that changes between quote and order is shown before it is charged', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  await admin.put(`/api/products/${bean}`, { ...FORM, price: 21 })
  const seen = await buyer.post('/api/orders', { ...body, itemsPrice: '18.50' })
  expect([seen.status, seen.body.code, seen.body.itemsPrice]).toEqual([409, 'prices', 21])
  const accepted = await buyer.post('/api/orders', { ...body, itemsPrice: '21.00' })
  expect([accepted.status, accepted.body.itemsPrice, accepted.body.taxPrice]).toEqual([201, 21, 0.21])
})

test('a cart of free products is accepted, since its total includes the shipping', async () => {
  const gift = await shop.sell({ priceCents: 0 })
  const answer = await buyer.post('/api/orders', await orderBody(buyer, [{ _id: gift, qty: 1 }]))
  // Shipping is never free, so the total is not zero.
  expect([answer.status, answer.body.itemsPrice]).toEqual([201, 0])
})
