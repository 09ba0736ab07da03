/** Express payments that cost or hold too much, or change their address after a decline; and several at once. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { orderBody, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { HOLDING } from '#server/kernel/limits/rules.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { GUEST_LINK_HEADER } from '#server/platform/sessions/guests.ts'
import { PAY_METHODS } from '#shared/platform/pay-methods.ts'
import { reconcile } from '../events/reconcile.ts'
import { approved, choosePlace, open, pay, PLACE, stockOf } from './express.testing.ts'

let shop: TestShop
let visitor: Visitor
let bean: string
let captures: string[] = []

beforeAll(async () => {
  shop = await openShop({
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        capturePayment: (id, requestId) => {
          captures.push(id)
          return real.payments.capturePayment(id, requestId)
        },
      },
    }),
  })
})
beforeEach(async () => {
  captures = []
  visitor = from(`198.51.100.${++networks}`)
  bean = await shop.sell({ priceCents: 1850, stock: 12 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

let networks = 0

/** A visitor, or a signed-in buyer, from a network. */
function from(ip: string, whose: Visitor = shop.visitor()): Visitor {
  const post: Visitor['post'] = (path, body, headers) =>
    whose.post(path, body, { 'x-forwarded-for': ip, ...headers })
  return { ...whose, post }
}

const goods = (qty = 1) => [{ _id: bean, qty }]

test('after a decline, PayPal opens for the address of the order, which its buyer cannot change any more', async () => {
  const opened = await open(visitor, goods())
  await choosePlace(visitor, opened)
  shop.paypal.choose(opened.orderId, 'decline')
  const declined = await pay(visitor, opened)
  expect([declined.status, declined.body.order]).toEqual([402, opened.expressId])
  const link = { [GUEST_LINK_HEADER]: declined.body.guestLink }
  const again = await visitor.post(`/api/orders/${opened.expressId}/paypal`, {}, link)
  expect(again.body.amount).toBe(shop.paypal.view(opened.orderId)!.request.purchase_units[0]?.amount.value)
  const request = shop.paypal.view(again.body.orderId)!.request
  expect(request).toMatchObject({
    purchase_units: [{ shipping: { address: { admin_area_2: 'Vienna' } } }],
    payment_source: { paypal: { experience_context: { shipping_preference: 'SET_PROVIDED_ADDRESS' } } },
  })
  shop.paypal.choose(again.body.orderId, 'approve')
  const id = { id: again.body.orderId }
  const paid = await shop.visitor().put(`/api/orders/${opened.expressId}/pay`, id, link)
  expect([paid.status, paid.body.state]).toEqual([200, 'paid'])
  expect((await pay(visitor, opened)).body.state).toBe('paid')
  expect(captures).toEqual([opened.orderId, again.body.orderId])
})

test('a buyer who may not hold so many bags learns it before the wallet opens', async () => {
  const qty = HOLDING.few + 2
  const { status, body } = await visitor.post('/api/express', { orderItems: goods(qty) })
  expect([status, body.code]).toEqual([409, 'share'])
  const priced = await visitor.post('/api/express/price', { orderItems: goods(qty), ...PLACE })
  expect([priced.status, priced.body.code]).toEqual([409, 'share'])
  await approved(shop, visitor, goods(HOLDING.few))
})

test('a cart that costs more than the shop can say is refused before anything is stored', async () => {
  const dear = await shop.sell({ priceCents: 6_000_000, stock: 1000 })
  const orderItems = [{ _id: dear, qty: 2 }]
  const buyer = await signedIn(shop)
  const answers = [
    await visitor.post('/api/express', { orderItems }),
    await visitor.post('/api/express/price', { orderItems, ...PLACE }),
    await buyer.post('/api/orders', { orderItems, pickup: {} }),
    await buyer.post('/api/orders', { orderItems: [{ _id: dear, qty: 500 }], pickup: {} }),
  ]
  for (const { status, body } of answers.filter((_, index) => index !== 3))
    expect([status, body.message]).toEqual([
      400,
      'An order may cost $99,999.99 at most. Order less at a time, or write to us about wholesale',
    ])
  expect((await buyer.get('/api/orders/mine')).body.orders).toEqual([])
  expect(await stockOf(shop, dear)).toBe(1000)
})

test('of express payments, methods, a changed order and the reconciler at once, each bag is paid once', async () => {
  const last = await shop.sell({ stock: 3 })
  const lines = [{ _id: last, qty: 1 }]
  const buyer = await signedIn(shop)
  const id = await placed(buyer, lines)
  const body = { ...(await orderBody(buyer, lines)), changes: { order: id } }
  const approvals: string[] = []
  for (const method of PAY_METHODS.filter((one) => one !== 'pay_later')) {
    const { orderId } = (await buyer.post(`/api/orders/${id}/paypal`, { method })).body
    shop.paypal.choose(orderId, 'approve')
    approvals.push(orderId)
  }
  const express = []
  for (let count = 0; count < 3; count++) express.push(await approved(shop, visitor, lines))
  shop.clock.advance(2 * MINUTE)
  const key = { 'idempotency-key': 'changed' }
  const answers = await Promise.all([
    ...express.flatMap((one) => [pay(visitor, one), choosePlace(visitor, one), pay(visitor, one)]),
    ...approvals.map((one) => buyer.put(`/api/orders/${id}/pay`, { id: one })),
    buyer.delete(`/api/orders/${id}?because=changed`),
    buyer.post('/api/orders', body, key),
    reconcile(shop.shop, true),
    buyer.post('/api/orders', body, key),
    reconcile(shop.shop, true),
    ...approvals.map((one) => buyer.put(`/api/orders/${id}/pay`, { id: one })),
  ])
  for (const answer of answers) expect(answer?.status ?? 200).toBeLessThan(500)
  await reconcile(shop.shop, true)
  const orders = await shop.db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select('state')
    .where('size_id', '=', last)
    .execute()
  const states = orders.map(({ state }) => state)
  const [paid = 0, unpaid = 0] = ['paid', 'pending'].map(
    (one) => states.filter((state) => state === one).length,
  )
  const own = new Set([...approvals, ...express.map(({ orderId }) => orderId)])
  expect(captures.filter((one) => own.has(one))).toHaveLength(paid)
  expect(paid + unpaid).toBe(3)
  expect(await stockOf(shop, last)).toBe(0)
})
