import { afterAll, beforeAll, expect, test } from 'vitest'
import { BALTIMORE, orderBody, pay, place, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { MINUTE } from '../clock.ts'
import { expireOrders } from './orders.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('an order is priced from the shop’s own products, with 1% tax in Virginia', async () => {
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

test('no tax is owed outside Virginia', async () => {
  const buyer = await shop.customer()
  const answer = await place(buyer, [{ _id: await shop.sell(), qty: 1 }], BALTIMORE)
  expect(answer.body.taxPrice).toBe(0)
})

test('totals that differ from the server’s are answered with the fresh ones, and nothing is ordered', async () => {
  const buyer = await shop.customer()
  const bean = await shop.sell({ priceCents: 1800, stock: 3 })
  const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
  const answer = await buyer.post('/api/orders', { ...body, itemsPrice: '17.00' })
  expect(answer.status).toBe(409)
  expect(answer.body).toMatchObject({ code: 'prices', itemsPrice: 18 })
  expect((await shop.visitor().get(`/api/products/${bean}`)).body.countInStock).toBe(3)
})

test('an unpaid order expires after its hold and gives its stock back once', async () => {
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

test('a paid order shows when and by whom it was paid, and cannot be removed', async () => {
  const buyer = await shop.customer()
  const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  const paid = await pay(shop, buyer, id)
  expect(paid.status).toBe(200)
  expect(paid.body).toMatchObject({ isPaid: true, state: 'paid', paymentState: 'completed' })
  expect(paid.body.paymentResult.status).toBe('COMPLETED')
  expect((await buyer.delete(`/api/orders/${id}`)).status).toBe(409)
})
