import { SelectQueryNode, TableNode, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BALTIMORE, orderBody, pay, place, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import type { ProductRow, SizeRow } from '#server/kernel/db/schema.ts'
import { expireOrders } from '../close.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('an order is priced from the shop’s products, with 1% tax in Virginia', async () => {
  const buyer = await shop.customer()
  const bean = await shop.sell({ priceCents: 1850 })
  const body = await orderBody(buyer, [{ _id: bean, qty: 2 }])
  const tampered = { ...body, orderItems: [{ _id: bean, qty: 2, price: 0.01, name: 'Free' }] }
  const { status, body: order } = await buyer.post('/api/orders', tampered)
  expect(status).toBe(201)
  expect(order.itemsPrice).toBe(37)
  expect(order.taxPrice).toBe(0.37)
  expect(order.totalPrice).toBeCloseTo(37 + 0.37 + order.shippingPrice, 10)
  expect(order.orderItems[0]).toMatchObject({ name: 'Test Beans', price: 18.5, qty: 2 })
  expect(order.holdSecondsLeft).toBe(30 * 60)
})

test('no tax is charged outside Virginia', async () => {
  const buyer = await shop.customer()
  const answer = await place(buyer, [{ _id: await shop.sell(), qty: 1 }], BALTIMORE)
  expect(answer.body.taxPrice).toBe(0)
})

test('a line has what the shop says about its coffee today, and nothing for other goods and deleted coffee', async () => {
  const buyer = await shop.customer()
  const [bean, mug] = [await shop.sell(), await shop.sell({ name: 'Mug', sizeGrams: null })]
  const recipe = { brew_method: 'Pour over', brew_dose: 20, brew_water: 320, brew_seconds: null }
  const change = (values: Partial<ProductRow>) =>
    shop.db.updateTable('products').set(values).where('id', '=', bean).execute()
  await change({ ...recipe, roasting_level: 4, best_filter: '6-20', best_for: '["Filter"]' })
  const id = await placed(buyer, [
    { _id: bean, qty: 1 },
    { _id: mug, qty: 1 },
  ])
  const read = async () => {
    const { orderItems } = (await buyer.get(`/api/orders/${id}`)).body
    return orderItems.map(({ coffee }: { coffee: unknown }) => coffee)
  }
  const coffee = {
    roastingLevel: 4,
    bestFilter: '6-20',
    bestEspresso: '',
    bestFor: ['Filter'],
    brewMethod: 'Pour over',
    brewDose: 20,
    brewWater: 320,
    brewSeconds: null,
  }
  expect(await read()).toEqual([{ isOnSale: true, ...coffee }, null])
  await change({ is_draft: 1 })
  expect(await read()).toEqual([{ isOnSale: false, ...coffee }, null])
  await change({ deleted_at: '2026-01-01T00:00:00.000Z' })
  expect(await read()).toEqual([null, null])
})

test('a line of goods has their material today, and a line of art its artist', async () => {
  const buyer = await shop.customer()
  const [bean, mug, print] = [
    await shop.sell(),
    await shop.sell({ name: 'Mug', sizeGrams: null }),
    await shop.sell({ name: 'Print', sizeGrams: null }),
  ]
  const change = (id: string, values: Partial<ProductRow>) =>
    shop.db.updateTable('products').set(values).where('id', '=', id).execute()
  const material = 'Stoneware'
  for (const id of [bean, mug, print]) await change(id, { brand: 'Ada Quill', material })
  await change(print, { category: 'Art Show' })
  const id = await placed(
    buyer,
    [bean, mug, print].map((_id) => ({ _id, qty: 1 })),
  )
  const read = async () => {
    const { orderItems } = (await buyer.get(`/api/orders/${id}`)).body
    return orderItems.map(({ note }: { note: string }) => note)
  }
  expect(await read()).toEqual(['', material, 'Ada Quill'])
  await change(print, { brand: '' })
  expect(await read()).toEqual(['', material, material])
  await change(mug, { deleted_at: '2026-01-01T00:00:00.000Z' })
  expect(await read()).toEqual(['', '', material])
})

test('totals that differ from the server’s are refused with the current totals, and nothing is ordered', async () => {
  const buyer = await shop.customer()
  const bean = await shop.sell({ priceCents: 1800, stock: 3 })
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  const answer = await buyer.post('/api/orders', { ...body, itemsPrice: '17.00' })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ code: 'prices', itemsPrice: 18 })
  expect((await shop.visitor().get(`/api/products/${bean}`)).body.countInStock).toBe(3)
})

test('an unpaid order expires after its hold and returns its stock once', async () => {
  const buyer = await shop.customer()
  const bean = await shop.sell({ stock: 5 })
  const id = await placed(buyer, [{ _id: bean, qty: 3 }])
  shop.clock.advance(31 * MINUTE)
  await Promise.all([expireOrders(shop.shop), expireOrders(shop.shop)])
  expect((await buyer.get(`/api/orders/${id}`)).body.state).toBe('expired')
  expect((await shop.visitor().get(`/api/products/${bean}`)).body.countInStock).toBe(5)
  const late = await buyer.post(`/api/orders/${id}/paypal`)
  expect(late.status).toBe(409)
})

test('a paid order shows the time of the payment and the payer, and cannot be removed', async () => {
  const buyer = await shop.customer()
  const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  const paid = await pay(shop, buyer, id)
  expect(paid.status).toBe(200)
  expect(paid.body).toMatchObject({ isPaid: true, state: 'paid', paymentState: 'completed' })
  expect(paid.body.paymentResult.status).toBe('COMPLETED')
  expect((await buyer.delete(`/api/orders/${id}`)).status).toBe(409)
})

/** Runs `something` after each read of the products, before the order is written. */
async function afterEachRead<T>(something: () => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  const { db } = shop.shop
  const looks = new WeakSet<object>()
  const gap: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const from = SelectQueryNode.is(node) ? node.from?.froms[0] : undefined
      if (from && TableNode.is(from) && from.table.identifier.name === 'products') looks.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (looks.has(queryId)) await something()
      return result
    },
  }
  shop.shop.db = db.withPlugin(gap)
  try {
    return await work()
  } finally {
    shop.shop.db = db
  }
}

describe('when products change while an order is placed', () => {
  let buyer: Visitor
  let bean: string
  let body: object
  beforeEach(async () => {
    buyer = await shop.customer()
    bean = await shop.sell({ priceCents: 1800, stock: 3 })
    body = await orderBody(buyer, [{ _id: bean, qty: 2 }])
  })

  const change = (values: Partial<SizeRow>) => () =>
    shop.db.updateTable('product_sizes').set(values).where('id', '=', bean).execute()
  const changeProduct = (values: Partial<ProductRow>) => () =>
    shop.db.updateTable('products').set(values).where('id', '=', bean).execute()
  const dearer = () =>
    shop.db
      .updateTable('product_sizes')
      .set((eb) => ({ price_cents: eb('price_cents', '+', 100) }))
      .where('id', '=', bean)
      .execute()

  test('outdated totals are refused with the current totals, and nothing is ordered', async () => {
    const answer = await afterEachRead(change({ price_cents: 1950 }), () =>
      buyer.post('/api/orders', { ...body, itemsPrice: 36 }),
    )
    expect([answer.status, answer.body.code, answer.body.itemsPrice]).toEqual([409, 'prices', 39])
    expect((await shop.visitor().get(`/api/products/${bean}`)).body.countInStock).toBe(3)
  })

  test('an order without totals gets the new price', async () => {
    const answer = await afterEachRead(change({ price_cents: 1950 }), () => buyer.post('/api/orders', body))
    expect([answer.status, answer.body.itemsPrice]).toEqual([201, 39])
    expect(answer.body.orderItems[0].price).toBe(19.5)
  })

  test('the response has the remaining stock', async () => {
    const one = await afterEachRead(change({ count_in_stock: 1 }), () => buyer.post('/api/orders', body))
    expect([one.status, one.body]).toMatchObject([409, { code: 'stock', productId: bean, countInStock: 1 }])
  })

  test('products taken off sale are not sold', async () => {
    for (const values of [{ is_draft: 1 as const }, { deleted_at: '2026-01-01T00:00:00.000Z' }]) {
      await changeProduct({ is_draft: 0, deleted_at: null })()
      const answer = await afterEachRead(changeProduct(values), () => buyer.post('/api/orders', body))
      expect([answer.status, answer.body.message]).toEqual([409, 'Test Beans is no longer on sale'])
    }
  })

  test('and keep changing, the order is refused', async () => {
    const answer = await afterEachRead(dearer, () => buyer.post('/api/orders', body))
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(/being changed/)])
    expect((await buyer.get('/api/orders/mine')).body.orders).toEqual([])
  })
})
