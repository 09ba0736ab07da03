/** Purchases with PayPal's express button that succeed, and requests that are sent twice. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { place as placeUsual, VIENNA } from '#test/purchase.ts'
import { guestOf } from '#test/guests.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { GUEST_LINK_HEADER } from '#server/platform/sessions/guests.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { codeOf } from '#server/checkout/discounts/discounts.testing.ts'
import { sweepExpress } from './finish.ts'
import { approved, choosePlace, open, ordersOf, pay, paymentsOf, PLACE, stockOf } from './express.testing.ts'

let shop: TestShop
let visitor: Visitor
let bean: string
let captures: string[] = []

beforeAll(async () => {
  shop = await openShop({
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
  visitor = shop.visitor()
  bean = await shop.sell({ priceCents: 1850, stock: 10 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

test('a guest buys with name, email and address of the PayPal account, for the price that the checkout has', async () => {
  const opened = await open(visitor, [{ _id: bean, qty: 2 }])
  expect(opened.amount).toBe('37.00')
  expect(await stockOf(shop, bean)).toBe(10)
  const priced = await choosePlace(visitor, opened)
  shop.paypal.choose(opened.orderId, 'approve')
  const { status, body } = await pay(visitor, opened)
  expect([status, body.message]).toEqual([200, undefined])
  expect(body).toMatchObject({
    _id: opened.expressId,
    isPaid: true,
    state: 'paid',
    paymentMethod: 'PayPal',
    shippingAddress: { ...VIENNA },
    totalPrice: priced.body.totalPrice,
    paymentResult: { email_address: 'buyer@sandbox.example' },
  })
  expect(priced.body.amount).toBe(body.totalPrice.toFixed(2))
  const usual = await placeUsual(guestOf(shop), [{ _id: bean, qty: 2 }])
  expect([body.itemsPrice, body.shippingPrice, body.taxPrice]).toEqual([
    usual.body.itemsPrice,
    usual.body.shippingPrice,
    usual.body.taxPrice,
  ])
  expect(await stockOf(shop, bean)).toBe(6)
  const own = await visitor.get(`/api/orders/${body._id}`, { [GUEST_LINK_HEADER]: body.guestLink })
  expect([own.status, own.body.user]).toMatchObject([
    200,
    { name: 'Sandy Box', email: 'buyer@sandbox.example' },
  ])
  expect(captures).toEqual([opened.orderId])
})

test('the order has the number that PayPal shows to the buyer', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  const shown = shop.paypal.view(opened.orderId)?.request.purchase_units[0]?.invoice_id
  expect((await pay(visitor, opened)).body.number).toBe(shown)
})

test('the order of a signed-in buyer is in the account, also if the session ends in the middle', async () => {
  const buyer = await signedIn(shop)
  const opened = await approved(shop, buyer, [{ _id: bean, qty: 1 }])
  const paid = await pay(visitor, opened)
  expect([paid.status, paid.body.guestLink]).toEqual([200, undefined])
  const { body } = await buyer.get(`/api/orders/${opened.expressId}`)
  expect(body).toMatchObject({ isPaid: true, user: { _id: buyer.id } })
})

test('a discount code lowers the amount, and is used once', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const { _id, code } = await codeOf(admin, { percent: 10 })
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 2 }], { discountCode: code })
  expect(opened.amount).toBe('33.30')
  expect((await pay(visitor, opened)).body).toMatchObject({ isPaid: true, discount: 3.7, itemsPrice: 33.3 })
  expect((await admin.get(`/api/discounts/${_id}`)).body.used).toBe(1)
})

test('a lost reply, a second tab and a double click lead to one order and one capture', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  const answers = await Promise.all([1, 2, 3].map(() => pay(visitor, opened)))
  for (const { status, body } of answers)
    if (status !== 200) expect([status, body.code, body.order]).toEqual([409, 'confirming', opened.expressId])
  const again = await pay(visitor, opened)
  expect([again.status, again.body._id, again.body.isPaid]).toEqual([200, opened.expressId, true])
  expect(captures).toEqual([opened.orderId])
  expect(await ordersOf(shop, opened)).toHaveLength(1)
  expect(await paymentsOf(shop, opened)).toHaveLength(1)
  expect(await stockOf(shop, bean)).toBe(9)
})

test('two windows of one cart that are both approved are two orders, and each is paid once', async () => {
  const first = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  const second = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  const answers = await Promise.all([pay(visitor, first), pay(visitor, second)])
  expect(answers.map(({ status, body }) => [status, body.isPaid])).toEqual([
    [200, true],
    [200, true],
  ])
  expect(captures.toSorted()).toEqual([first.orderId, second.orderId].toSorted())
})

test('a declined card leaves an order that can be paid in another way, and its link', async () => {
  const opened = await open(visitor, [{ _id: bean, qty: 1 }])
  await choosePlace(visitor, opened)
  shop.paypal.choose(opened.orderId, 'decline')
  const declined = await pay(visitor, opened)
  expect([declined.status, declined.body.code, declined.body.order]).toEqual([
    402,
    'INSTRUMENT_DECLINED',
    opened.expressId,
  ])
  const link = { [GUEST_LINK_HEADER]: declined.body.guestLink }
  const order = `/api/orders/${opened.expressId}`
  expect((await visitor.get(order, link)).body).toMatchObject({ state: 'pending', isPaid: false })
  const other = await visitor.post(`${order}/paypal`, { method: 'card' }, link)
  shop.paypal.choose(other.body.orderId, 'approve')
  expect((await visitor.put(`${order}/pay`, { id: other.body.orderId }, link)).body.isPaid).toBe(true)
  expect(await stockOf(shop, bean)).toBe(9)
})

test('the price for Apple’s and Google’s sheet is that of the order, and nothing is stored', async () => {
  const lines = [{ _id: bean, qty: 2 }]
  const { status, body } = await visitor.post('/api/express/price', { orderItems: lines, ...PLACE })
  const usual = await placeUsual(guestOf(shop), lines)
  expect([status, body]).toEqual([
    200,
    {
      itemsPrice: usual.body.itemsPrice,
      discountPrice: 0,
      shippingPrice: usual.body.shippingPrice,
      taxPrice: usual.body.taxPrice,
      totalPrice: usual.body.totalPrice,
    },
  ])
})

test('after a day the shop forgets the purchase, and keeps the order', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  await pay(visitor, opened)
  await sweepExpress(shop.shop)
  expect((await pay(visitor, opened)).status).toBe(200)
  shop.clock.advance(DAY + 1)
  await sweepExpress(shop.shop)
  expect((await pay(visitor, opened)).status).toBe(404)
  expect(await ordersOf(shop, opened)).toHaveLength(1)
})
