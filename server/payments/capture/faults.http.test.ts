// On SQLite only: calls of outside services, the same code on both databases.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { clientOf } from '#server/providers/paypal/client.testing.ts'
import { reconcile } from '../events/reconcile.ts'

let shop: TestShop
let buyer: SignedInVisitor
let id: string
const captures: string[] = []

beforeAll(async () => {
  shop = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        capturePayment: (payment, requestId) => {
          captures.push(requestId)
          return real.payments.capturePayment(payment, requestId)
        },
      },
    }),
  })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  captures.length = 0
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const send = (payment: string) => buyer.put(`/api/orders/${id}/pay`, { id: payment })
const read = async () => (await buyer.get(`/api/orders/${id}`)).body

describe('a capture without a clear response', () => {
  test.each([
    // The number of attempts of the client; it does not retry after an unreadable response.
    ['error', 3],
    ['drop', 3],
    ['garbage', 1],
  ] as const)(
    'is 503 “confirming”, and the reconciler finishes it without charging twice: %s',
    async (kind, times) => {
      const payment = await approve(shop, buyer, id)
      shop.paypal.addFault({ call: 'capture', kind, times })
      const answer = await send(payment)
      expect([answer.status, answer.body.code]).toEqual([503, 'confirming'])
      expect(answer.body.message).toContain('do not pay again')
      expect(answer.headers['retry-after']).toBe('30')
      expect(await read()).toMatchObject({ state: 'capturing', paymentState: 'confirming', isPaid: false })

      // The order can be neither paid nor canceled, and does not expire, while its capture is under way.
      expect((await send(payment)).body.code).toBe('confirming')
      expect((await buyer.post(`/api/orders/${id}/paypal`)).status).toBe(409)
      expect((await buyer.delete(`/api/orders/${id}`)).status).toBe(409)

      shop.clock.advance(MINUTE)
      await Promise.all([reconcile(shop.shop), reconcile(shop.shop)])
      expect(await read()).toMatchObject({ state: 'paid', paymentState: 'completed' })
      expect(new Set(captures).size).toBe(1)
    },
  )

  test('stays open while PayPal does not answer the reconciler either', async () => {
    const payment = await approve(shop, buyer, id)
    shop.paypal.addFault({ call: 'capture', kind: 'error', times: 3 })
    await send(payment)
    shop.clock.advance(MINUTE)
    shop.paypal.addFault({ call: 'get', kind: 'error', times: 3 })
    await reconcile(shop.shop)
    expect((await read()).state).toBe('capturing')
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect((await read()).state).toBe('paid')
  })
})

test('a declined card is 402 with PayPal’s code, and another attempt can pay with a new request id', async () => {
  const payment = await approve(shop, buyer, id, 'decline')
  const answer = await send(payment)
  expect(answer.status).toBe(402)
  expect(answer.body).toEqual({ message: expect.any(String), code: 'INSTRUMENT_DECLINED' })
  expect(await read()).toMatchObject({ state: 'pending', isPaid: false, paymentState: 'none' })
  expect((await send(await approve(shop, buyer, id))).body.state).toBe('paid')
  expect(new Set(captures).size).toBe(2)
})

test('a decline shortly before the hold expires leaves time for another card', async () => {
  const payment = await approve(shop, buyer, id, 'decline')
  shop.clock.advance(29 * MINUTE)
  await send(payment)
  expect((await read()).holdSecondsLeft).toBeGreaterThan(4 * 60)
})

describe('a capture under review', () => {
  test('becomes paid when PayPal completes it', async () => {
    const payment = await approve(shop, buyer, id, 'pending')
    const answer = await send(payment)
    expect(answer.body).toMatchObject({ state: 'capturing', paymentState: 'review', isPaid: false })
    const admin = await signedIn(shop, { isAdmin: true })
    expect((await admin.put(`/api/orders/${id}/deliver`)).status).toBe(409)
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect((await read()).isPaid).toBe(false)
    shop.paypal.review(payment, 'COMPLETED')
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect(await read()).toMatchObject({ state: 'paid', isPaid: true })
  })

  test('that PayPal declines leaves the order unpaid and payable', async () => {
    const payment = await approve(shop, buyer, id, 'pending')
    await send(payment)
    shop.paypal.review(payment, 'DECLINED')
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect(await read()).toMatchObject({ state: 'pending', isPaid: false })
    // PayPal accepts no other card for a decided payment, so a new payment is opened.
    const another = await approve(shop, buyer, id)
    expect(another).not.toBe(payment)
    expect((await send(another)).body).toMatchObject({ state: 'paid', isPaid: true })
  })
})

test('a payment that the buyer has not approved is refused with 409, and stays payable', async () => {
  const opened = await buyer.post(`/api/orders/${id}/paypal`)
  const answer = await send(opened.body.orderId)
  expect([answer.status, answer.body.code]).toEqual([409, 'not-approved'])
  expect(captures).toEqual([])
  expect((await send(await approve(shop, buyer, id))).status).toBe(200)
})

describe('when PayPal is unavailable', () => {
  test.each<[string, () => TestShop['shop']['providers']['payments']]>([
    ['because nothing listens', () => clientOf('http://127.0.0.1:1')],
    [
      'because it no longer accepts our credentials',
      () => clientOf(shop.paypal.apiBase, { clientSecret: 'wrong' }),
    ],
  ])(
    'payments are 503, the order stays payable, and the request body is not trusted: %s',
    async (_, payments) => {
      const away = await openShop({ providers: (real) => ({ ...real, payments: payments() }) })
      try {
        const caller = await signedIn(away)
        const orderId = await placed(caller, [{ _id: await away.sell(), qty: 1 }])
        const started = await caller.post(`/api/orders/${orderId}/paypal`)
        expect([started.status, started.body.message]).toEqual([
          503,
          expect.stringContaining('not available'),
        ])
        expect(started.headers['retry-after']).toBe('10')
        const paid = await caller.put(`/api/orders/${orderId}/pay`, { id: 'A', status: 'COMPLETED' })
        expect(paid.status).toBe(400)
        expect((await caller.get(`/api/orders/${orderId}`)).body.state).toBe('pending')
        expect(await violations(away.db)).toEqual([])
      } finally {
        await away.close()
      }
    },
  )

  test('a payment that PayPal no longer has is 400 and changes nothing', async () => {
    const payment = await approve(shop, buyer, id)
    await shop.db
      .updateTable('payments')
      .set({ provider_order_id: 'FORGOTTEN' })
      .where('order_id', '=', id)
      .execute()
    const changed = await changedBy(shop.db, async () => {
      expect((await send('FORGOTTEN')).status).toBe(400)
      // A well-formed id of another environment is not a payment of this shop.
      expect((await send(payment)).status).toBe(400)
    })
    expect(changed).toEqual([])
    expect(captures).toEqual([])
  })
})
