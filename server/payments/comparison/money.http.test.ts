// On SQLite only: what PayPal reports later; the money that it moves is tested on both databases beside it.
/** Every kind of difference between the shop's books and PayPal's, caused in PayPal's sandbox where possible. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Books, Finding, FindingKind } from '#shared/payments/api/money.ts'
import { violations } from '#test/invariants.ts'
import { pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import type { Payment, Payments } from '#server/providers/providers.ts'
import { purchase } from '#server/providers/paypal/client.testing.ts'
import { moneyAdmin } from './books.testing.ts'
import { compareBooks, compareDaily } from './compare.ts'

let shop: TestShop
let buyer: SignedInVisitor
/** A second client for the shop's PayPal account. */
let atPaypal: Payments
/** What PayPal does not answer: payments that it does not find, and the list of payments. */
let unanswered: { payments: boolean; list: boolean }
let lists: number
beforeEach(async () => {
  unanswered = { payments: false, list: false }
  lists = 0
  shop = await openShop({
    providers: (real) => {
      atPaypal = real.payments
      const getPayment = async (id: string): Promise<Payment | null> =>
        unanswered.payments ? null : real.payments.getPayment(id)
      const listMovements: Payments['listMovements'] = async (from, to) => {
        lists++
        return unanswered.list ? null : real.payments.listMovements(from, to)
      }
      return { ...real, payments: { ...real.payments, getPayment, listMovements } }
    },
  })
  buyer = await signedIn(shop, { name: 'Ada Byron' })
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const { admin, compare, settle, theOne } = moneyAdmin(() => shop)
const order = async () => placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
const read = async (id: string) => (await buyer.get(`/api/orders/${id}`)).body
const startPayment = async (id: string): Promise<string> =>
  (await buyer.post(`/api/orders/${id}/paypal`)).body.orderId

/** Expects a single difference, which the admin home lists too. */
async function expectFinding(kind: FindingKind, action: Finding['action']): Promise<Finding> {
  const finding = await theOne({ kind, action, seen: null })
  const { payments } = (await (await admin()).get('/api/desk')).body.todo
  expect(payments).toMatchObject({ count: 1, first: [{ why: kind }] })
  return finding
}

test('matching books are reported with their sum, and no payment is read individually', async () => {
  const nothing: Books = (await (await admin()).get('/api/money')).body
  expect(nothing).toEqual({ comparison: null, findings: [], seen: [] })
  const ids = [await order(), await order(), await order()]
  for (const id of ids.slice(0, 2)) await pay(shop, buyer, id)
  const total = (await read(ids[0]!)).totalPrice + (await read(ids[1]!)).totalPrice
  const books = await compare()
  expect(books).toEqual({
    comparison: {
      at: expect.any(String),
      days: 30,
      payments: 2,
      total,
      read: 0,
      listed: true,
      foreign: 0,
      disputes: true,
      problem: '',
    },
    findings: [],
    seen: [],
  })
  expect((await (await admin()).get('/api/money')).body).toEqual(books)
})

describe('a payment that is paid at PayPal and unpaid here', () => {
  test('is settled: the order is paid, and the change log and the order name the admin', async () => {
    const id = await order()
    shop.paypal.captureAtPaypal(await startPayment(id))
    const finding = await expectFinding('unpaid', 'settle')
    expect(finding).toMatchObject({
      amount: (await read(id)).totalPrice,
      order: { _id: id, name: 'Ada Byron' },
      capture: expect.stringMatching(/^[A-Z0-9]{17}$/),
      text: expect.stringContaining('says that nothing was paid'),
    })
    expect((await settle(finding)).findings).toEqual([])
    expect(await read(id)).toMatchObject({ state: 'paid', isPaid: true })
    const { lines } = (await (await admin()).get(`/api/record?subject=order&subjectId=${id}`)).body
    expect(lines[0]).toMatchObject({ by: 'Olive Owner', action: 'Payment read again at PayPal' })
  })

  test('is found without PayPal’s list, and the page says that there was no list', async () => {
    unanswered.list = true
    const id = await order()
    shop.paypal.captureAtPaypal(await startPayment(id))
    await expectFinding('unpaid', 'settle')
    const { comparison } = await compare()
    expect(comparison).toMatchObject({ listed: false, read: 1 })
  })

  test('is found with the list alone when the payment is weeks old', async () => {
    const id = await order()
    shop.paypal.captureAtPaypal(await startPayment(id))
    shop.clock.advance(20 * DAY)
    await expectFinding('unpaid', 'settle')
    // A comparison of a shorter period keeps the finding.
    expect((await compare(7)).findings).toMatchObject([{ kind: 'unpaid' }])
  })
})

test('a payment after the order was closed: Settle books the money as owed back, and the refund is made on the order’s page', async () => {
  const id = await order()
  const payment = await startPayment(id)
  shop.clock.advance(31 * MINUTE)
  await expireOrders(shop.shop)
  shop.paypal.captureAtPaypal(payment)
  const finding = await expectFinding('closed', 'settle')
  const { findings } = await settle(finding)
  expect(findings).toMatchObject([{ kind: 'due', action: 'order', order: { _id: id } }])
  expect((await read(id)).state).toBe('expired')
  expect((await compare()).findings).toMatchObject([{ kind: 'due' }])
  const again = await (await admin()).post(`/api/money/${findings[0]!._id}/settle`)
  expect([again.status, again.body.message]).toEqual([409, expect.stringContaining('must be refunded')])
})

test('an order captured twice: the second payment is owed back, and the order stays paid', async () => {
  const id = await order()
  const first = await startPayment(id)
  // PayPal does not find the first payment for a moment, so that a second one is opened.
  unanswered.payments = true
  const second = await startPayment(id)
  unanswered.payments = false
  expect(second).not.toBe(first)
  shop.paypal.choose(second, 'approve')
  expect((await buyer.put(`/api/orders/${id}/pay`, { id: second })).body.state).toBe('paid')
  shop.paypal.captureAtPaypal(first)
  const finding = await expectFinding('twice', 'settle')
  expect((await settle(finding)).findings).toMatchObject([{ kind: 'due', order: { _id: id } }])
  expect((await read(id)).state).toBe('paid')
})

test('a payment of a different amount: the money is owed back, and the order does not count as paid', async () => {
  const id = await order()
  shop.paypal.captureAtPaypal(await startPayment(id), '1.00')
  const finding = await expectFinding('amount', 'settle')
  expect(finding.amount).toBe(1)
  expect((await settle(finding)).findings).toMatchObject([
    { kind: 'due', text: expect.stringContaining('does not match') },
  ])
  expect((await read(id)).isPaid).toBe(false)
})

test('money for a payment that the shop never opened can be marked as seen with a note, which stays; money for orders of other shops is only counted', async () => {
  const id = await order()
  const { id: strange } = await atPaypal.createPayment(purchase({ orderId: id, invoiceId: 'strange-1' }))
  shop.paypal.captureAtPaypal(strange)
  const other = purchase({ requestId: 'other', orderId: 'another-shop', invoiceId: 'other-1' })
  shop.paypal.captureAtPaypal((await atPaypal.createPayment(other)).id)
  const finding = await expectFinding('stranger', 'note')
  expect(finding).toMatchObject({ amount: 52.47, order: { _id: id } })
  expect((await compare()).comparison).toMatchObject({ foreign: 1 })

  const owner = await admin()
  const settled = await owner.post(`/api/money/${finding._id}/settle`)
  expect([settled.status, settled.body.message]).toEqual([
    409,
    expect.stringContaining('note what you found'),
  ])
  expect((await owner.put(`/api/money/${finding._id}/seen`, { note: ' ' })).status).toBe(400)
  const note = 'Given back in PayPal by hand'
  const { body } = await owner.put(`/api/money/${finding._id}/seen`, { note })
  expect(body).toMatchObject({ findings: [], seen: [{ seen: { by: 'Olive Owner', note } }] })
  expect(await compare()).toMatchObject({ findings: [], seen: [{ _id: finding._id, seen: { note } }] })
  expect((await owner.get('/api/desk')).body.todo.payments.count).toBe(0)
})

test('a payment that is booked here and unknown at PayPal is reported', async () => {
  const id = await order()
  await pay(shop, buyer, id)
  Object.assign(unanswered, { payments: true, list: true })
  const finding = await expectFinding('missing', 'note')
  expect(finding).toMatchObject({ order: { _id: id }, amount: (await read(id)).totalPrice })
  Object.assign(unanswered, { payments: false, list: false })
  expect((await compare()).findings).toEqual([])
})

test('while PayPal is unavailable, known differences stay, the reason is shown, and stock is compared anyway', async () => {
  const id = await order()
  shop.paypal.captureAtPaypal(await startPayment(id))
  const before = await compare()
  const product = await shop.sell({ stock: 10 })
  await shop.db.updateTable('product_sizes').set({ count_in_stock: 9 }).where('id', '=', product).execute()
  shop.paypal.addFault({ kind: 'wrong-page', times: Infinity })
  const books = await compare()
  expect(books.comparison).toEqual({
    ...before.comparison,
    problem: expect.stringContaining('PayPal did not answer'),
  })
  expect(books.findings.map(({ kind }) => kind)).toEqual(['unpaid', 'count'])
  const away = await (await admin()).post(`/api/money/${books.findings[0]!._id}/settle`)
  expect(away.status).toBe(503)
  shop.paypal.clearFaults()
  for (const finding of books.findings) await settle(finding)
  expect(await compare()).toMatchObject({ findings: [], comparison: { problem: '' } })
})

test('the daily job compares once a day, and again within the hour if PayPal was unavailable', async () => {
  await compareDaily(shop.shop)
  await compareDaily(shop.shop)
  expect(lists).toBe(1)
  shop.clock.advance(DAY + MINUTE)
  shop.paypal.addFault({ kind: 'wrong-page', times: 1 })
  await compareDaily(shop.shop)
  await compareDaily(shop.shop)
  await compareDaily(shop.shop)
  expect(lists).toBe(3)
})

test('concurrent comparisons store each difference once', async () => {
  const id = await order()
  shop.paypal.captureAtPaypal(await startPayment(id))
  await Promise.all([compareBooks(shop.shop, 30), compareBooks(shop.shop, 30), compareBooks(shop.shop, 30)])
  expect((await (await admin()).get('/api/money')).body.findings).toHaveLength(1)
})

test('an unknown difference is answered with 404, more than ninety days with 400, and only admins have access', async () => {
  const owner = await admin()
  expect((await owner.post('/api/money/unknown/settle')).status).toBe(404)
  expect((await owner.put('/api/money/unknown/seen', { note: 'x' })).status).toBe(404)
  for (const days of [0, 91, 1.5, '30', null])
    expect((await owner.post('/api/money/compare', { days })).status).toBe(400)
  for (const path of ['/api/money/compare', '/api/money/unknown/settle']) {
    expect((await shop.visitor().post(path, {})).status).toBe(401)
    expect((await buyer.post(path, {})).status).toBe(403)
  }
})
