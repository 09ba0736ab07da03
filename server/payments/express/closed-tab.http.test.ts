/** Buyers who approve an express payment at PayPal and close the page, and services that do not answer. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { placed } from '#test/purchase.ts'
import { deliverTo, openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { processEvents } from '../events/events.ts'
import { reconcile } from '../events/reconcile.ts'
import { approved, choosePlace, open, ordersOf, pay, paymentsOf, statusAtPaypal } from './express.testing.ts'

let shop: TestShop
let visitor: Visitor
let bean: string
let mailbox: Mailbox

beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS, patienceMs: 10_000 })
  mailbox = mailboxOf(shop)
})
beforeEach(async () => {
  shop.paypal.webhooks.deliver = null
  visitor = shop.visitor()
  bean = await shop.sell({ priceCents: 1850, stock: 10 })
})
afterEach(async () => {
  shop.paypal.clearFaults()
  shop.shippo.clearFaults()
  expect(await violations(shop.db)).toEqual([])
})
afterAll(() => shop.close())

test('the order is placed and charged once within a minute, and the buyer who returns sees it', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  await reconcile(shop.shop)
  expect(await ordersOf(shop, opened)).toEqual([])
  shop.clock.advance(MINUTE + 1)
  await Promise.all([reconcile(shop.shop), reconcile(shop.shop), pay(visitor, opened)])
  shop.clock.advance(MINUTE + 1)
  await reconcile(shop.shop)
  expect((await pay(visitor, opened)).body).toMatchObject({ _id: opened.expressId, isPaid: true })
  expect(await ordersOf(shop, opened)).toMatchObject([
    { state: 'paid', buyer_email: 'buyer@sandbox.example' },
  ])
  expect(await paymentsOf(shop, opened)).toHaveLength(1)
})

test('the order is placed as soon as the shop starts', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  await reconcile(shop.shop, true)
  expect(await ordersOf(shop, opened)).toMatchObject([{ state: 'paid' }])
})

test('a buyer who has not approved is not charged', async () => {
  const opened = await open(visitor, [{ _id: bean, qty: 1 }])
  await choosePlace(visitor, opened)
  shop.clock.advance(MINUTE + 1)
  await reconcile(shop.shop)
  expect(await ordersOf(shop, opened)).toEqual([])
  shop.paypal.choose(opened.orderId, 'approve')
  expect((await pay(visitor, opened)).body.isPaid).toBe(true)
})

test('a buyer whose payment cannot become an order gets one mail with the reason: nothing was charged', async () => {
  const last = await shop.sell({ stock: 1, name: 'Last Bag' })
  const opened = await approved(shop, visitor, [{ _id: last, qty: 1 }])
  const own = await approved(shop, await signedIn(shop), [{ _id: last, qty: 1 }])
  await placed(await signedIn(shop), [{ _id: last, qty: 1 }])
  // This buyer is still there, and reads the reason on the page.
  expect((await pay(visitor, own)).status).toBe(409)
  shop.clock.advance(MINUTE + 1)
  await Promise.all([reconcile(shop.shop), reconcile(shop.shop)])
  shop.clock.advance(MINUTE + 1)
  await reconcile(shop.shop)
  const mails = await mailbox.newMails()
  const told = mails.filter(({ subject }) => subject === 'Your order was not placed, and nothing was charged')
  expect(told.map(({ to }) => to?.[0]?.address)).toEqual(['buyer@sandbox.example'])
  expect(told[0]?.text).toMatch(/Hello Sandy Box,/)
  expect(told[0]?.text).toMatch(/We could not place your order: Last Bag.* is out of stock\./)
  expect(told[0]?.text).toContain('Nothing was charged.')
  expect(told[0]?.text).toContain('https://frame.example/cart')
  expect(statusAtPaypal(shop, opened)).toBe('APPROVED')
  expect((await pay(visitor, opened)).body.message).toMatch(/out of stock\. Nothing was charged$/)
})

test('PayPal’s event about the approval places the order, also if it arrives twice', async () => {
  const statuses: number[] = []
  shop.paypal.webhooks.deliver = async (delivery) => {
    const status = await deliverTo(shop, delivery)
    statuses.push(status)
    return status
  }
  shop.paypal.webhooks.copies = 2
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  await expect.poll(() => statuses.length).toBeGreaterThanOrEqual(2)
  shop.paypal.webhooks.copies = 1
  shop.clock.advance(MINUTE + 1)
  await processEvents(shop.shop)
  expect(await ordersOf(shop, opened)).toMatchObject([{ state: 'paid' }])
  const events = await shop.db.selectFrom('paypal_events').select('state').execute()
  expect(events.every(({ state }) => state === 'done' || state === 'waiting')).toBe(true)
  expect((await pay(visitor, opened)).status).toBe(200)
})

test('while the carrier does not answer, nothing is charged, and the next try places the order', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  shop.shippo.addFault({ call: 'shipments', kind: 'error', times: 20 })
  const refused = await pay(visitor, opened)
  expect(refused.status).toBe(503)
  expect(statusAtPaypal(shop, opened)).toBe('APPROVED')
  shop.shippo.clearFaults()
  expect((await pay(visitor, opened)).body.isPaid).toBe(true)
})

test('a capture without an answer leaves the order being confirmed, and the reconciler completes it', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  shop.paypal.addFault({ call: 'capture', kind: 'error', times: 20 })
  const unknown = await pay(visitor, opened)
  expect([unknown.status, unknown.body.code, unknown.body.order]).toEqual([
    503,
    'confirming',
    opened.expressId,
  ])
  expect(unknown.body.guestLink).toEqual(expect.any(String))
  shop.paypal.clearFaults()
  shop.clock.advance(2 * MINUTE)
  await reconcile(shop.shop)
  expect((await pay(visitor, opened)).body.isPaid).toBe(true)
})

test('a payment that cannot be opened leaves nothing to pay', async () => {
  shop.paypal.addFault({ call: 'create', kind: 'error', times: 20 })
  const { status } = await visitor.post('/api/express', { orderItems: [{ _id: bean, qty: 1 }] })
  expect(status).toBe(503)
})
