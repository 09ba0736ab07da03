/** Buyers who approve the payment at PayPal and close the window, in a shop without a webhook. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { reconcile } from '../events/reconcile.ts'

let shop: TestShop
let buyer: SignedInVisitor
let product: string
let id: string
const captures: string[] = []

beforeAll(async () => {
  shop = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        receivesEvents: false,
        capturePayment: (payment, requestId) => {
          captures.push(payment)
          return real.payments.capturePayment(payment, requestId)
        },
      },
    }),
  })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  product = await shop.sell({ stock: 10 })
  id = await placed(buyer, [{ _id: product, qty: 1 }])
  captures.length = 0
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const read = async () => (await buyer.get(`/api/orders/${id}`)).body

test('a buyer who approved and closed the window is charged once, within a minute', async () => {
  const payment = await approve(shop, buyer, id)
  shop.clock.advance(MINUTE)
  await Promise.all([reconcile(shop.shop), reconcile(shop.shop)])
  expect(await read()).toMatchObject({ state: 'paid', isPaid: true, paymentState: 'completed' })
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect(captures).toEqual([payment])
})

test('an approved payment is charged as soon as the shop starts', async () => {
  await approve(shop, buyer, id)
  await reconcile(shop.shop, true)
  expect((await read()).state).toBe('paid')
})

test('a buyer who has not approved is not charged, and the order expires', async () => {
  await buyer.post(`/api/orders/${id}/paypal`)
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect(await read()).toMatchObject({ state: 'pending', isPaid: false })
  shop.clock.advance(31 * MINUTE)
  buyer = await signedIn(shop, { isAdmin: true })
  await expireOrders(shop.shop)
  await reconcile(shop.shop)
  expect((await read()).state).toBe('expired')
  expect(captures).toEqual([])
})

test('a buyer who approves after the hold has expired is not charged', async () => {
  const { body } = await buyer.post(`/api/orders/${id}/paypal`)
  shop.clock.advance(31 * MINUTE)
  buyer = await signedIn(shop, { isAdmin: true })
  await expireOrders(shop.shop)
  shop.paypal.choose(body.orderId, 'approve')
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect(await read()).toMatchObject({ state: 'expired', isPaid: false })
  expect(captures).toEqual([])
})

test('a declined card leaves the order payable, and the next card pays it', async () => {
  await approve(shop, buyer, id, 'decline')
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect(await read()).toMatchObject({ state: 'pending', isPaid: false })
  await approve(shop, buyer, id)
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect((await read()).state).toBe('paid')
})

test('a payment that PayPal does not show does not delay the others', async () => {
  const hidden = await approve(shop, buyer, id)
  await shop.db
    .updateTable('payments')
    .set({ provider_order_id: 'not-an-id' })
    .where('provider_order_id', '=', hidden)
    .execute()
  const other = await placed(buyer, [{ _id: product, qty: 1 }])
  await approve(shop, buyer, other)
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect((await buyer.get(`/api/orders/${other}`)).body.state).toBe('paid')
  expect((await read()).state).toBe('pending')
})

test('a browser that returns while the shop is capturing gets a request to wait, and then the paid order', async () => {
  const payment = await approve(shop, buyer, id)
  shop.clock.advance(MINUTE)
  const [, answer] = await Promise.all([
    reconcile(shop.shop),
    buyer.put(`/api/orders/${id}/pay`, { id: payment }),
  ])
  if (answer.status !== 200) expect([answer.status, answer.body.code]).toEqual([409, 'confirming'])
  expect((await read()).state).toBe('paid')
  expect(captures).toEqual([payment])
})
