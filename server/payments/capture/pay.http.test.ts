import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import type { Payment } from '#server/providers/payments.ts'
import { settle } from './settle.ts'

let shop: TestShop
let buyer: SignedInVisitor
let bean: string
/** Counts the calls to the provider. */
const calls = { reads: 0, captures: 0 }
let changedFields: Partial<Payment> | null = null

beforeAll(async () => {
  shop = await openShop({
    // Only with real credentials does the shop have a merchant id that payments must go to.
    env: { PAYPAL_CLIENT_ID: 'ours', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_MERCHANT_ID: 'FRAMERTASTERS' },
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        getPayment: async (id) => {
          calls.reads++
          const seen = await real.payments.getPayment(id)
          return seen && { ...seen, ...changedFields }
        },
        capturePayment: (id, requestId) => {
          calls.captures++
          return real.payments.capturePayment(id, requestId)
        },
      },
    }),
  })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  bean = await shop.sell({ priceCents: 1850, stock: 100 })
  Object.assign(calls, { reads: 0, captures: 0 })
  changedFields = null
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const order = () => placed(buyer, [{ _id: bean, qty: 1 }])
const send = (id: string, body: unknown) => buyer.put(`/api/orders/${id}/pay`, body)
const read = async (id: string) => (await buyer.get(`/api/orders/${id}`)).body

test('an invented payment is not verified, even if it claims to be completed', async () => {
  const id = await order()
  const changed = await changedBy(shop.db, async () => {
    for (const body of [
      { id: 'INVENTED', status: 'COMPLETED', update_time: 'now', payer: { email_address: 'a@b.example' } },
      { id: 'INVENTED', isPaid: true, state: 'paid', purchase_units: [{ amount: { value: '0.01' } }] },
    ]) {
      const { status, body: told } = await send(id, body)
      expect([status, told]).toEqual([400, { message: 'Payment not verified' }])
    }
  })
  expect(changed).toEqual([])
  expect(calls).toEqual({ reads: 0, captures: 0 })
})

test.each<[string, Partial<Payment>]>([
  ['another payee', { payeeMerchantId: 'SOMEBODYELSE' }],
  ['another currency', { currency: 'EUR' }],
  ['a lower amount', { amountCents: 1 }],
  ['a higher amount', { amountCents: 999_999 }],
  ['another order', { orderId: 'another' }],
  ['no order', { orderId: null }],
  ['only an authorization', { intent: 'AUTHORIZE' }],
])('a payment with %s is refused with 400 and never captured', async (_, what) => {
  const id = await order()
  const payment = await approve(shop, buyer, id)
  changedFields = what
  const changed = await changedBy(shop.db, async () => {
    const { status, body } = await send(id, { id: payment })
    expect([status, body]).toEqual([400, { message: 'Payment not verified' }])
  })
  expect(changed).toEqual([])
  expect(calls.captures).toBe(0)
  changedFields = null
  expect((await send(id, { id: payment })).status).toBe(200)
})

test('an amount of ten dollars and ten cents is accepted in every notation', async () => {
  const dime = await shop.sell({ priceCents: 1010 })
  const id = await placed(buyer, [{ _id: dime, qty: 1 }])
  expect((await pay(shop, buyer, id)).body).toMatchObject({ state: 'paid', itemsPrice: 10.1 })
})

test.each([
  '../../v1/x',
  { $gt: '' },
  ['A'],
  'x'.repeat(300),
  'lower',
  'A B',
  '',
  null,
  7,
  undefined,
  'A\u0000',
])('an invalid PayPal id is refused without a call to PayPal: %j', async (strange) => {
  const id = await order()
  const { status, body } = await send(id, { id: strange })
  expect([status, body.message]).toEqual([400, 'Payment not verified'])
  expect(calls).toEqual({ reads: 0, captures: 0 })
})

test('paying twenty times at once takes the money once', async () => {
  const id = await order()
  const payment = await approve(shop, buyer, id)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(id, { id: payment })))
  expect(calls.captures).toBe(1)
  for (const { status, body } of answers) {
    expect([200, 409]).toContain(status)
    expect(status === 200 ? body.state : body.code).toBe(status === 200 ? 'paid' : 'confirming')
  }
  expect((await read(id)).state).toBe('paid')
})

test('one PayPal payment pays one order', async () => {
  const [first, second] = [await order(), await order()]
  const payment = await approve(shop, buyer, first)
  const [one, two] = await Promise.all([send(first, { id: payment }), send(second, { id: payment })])
  expect([one.status, two.status]).toEqual([200, 400])
  expect([(await read(first)).isPaid, (await read(second)).isPaid]).toEqual([true, false])
})

test('paying a paid order again changes nothing', async () => {
  const id = await order()
  const payment = await approve(shop, buyer, id)
  const { body: first } = await send(id, { id: payment })
  shop.clock.advance(MINUTE)
  const changed = await changedBy(shop.db, async () => {
    const again = await send(id, { id: payment })
    expect([again.status, again.body]).toEqual([200, first])
    expect((await buyer.post(`/api/orders/${id}/paypal`)).status).toBe(409)
  })
  expect(changed).toEqual([])
  expect(calls.captures).toBe(1)
})

describe('an order that was closed before the payment', () => {
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['cancelled', (id) => buyer.delete(`/api/orders/${id}`)],
    [
      'expired',
      () => {
        shop.clock.advance(31 * MINUTE)
        return expireOrders(shop.shop)
      },
    ],
  ])('cannot be paid: %s', async (state, close) => {
    const id = await order()
    const payment = await approve(shop, buyer, id)
    await close(id)
    const { status, body } = await send(id, { id: payment })
    expect([status, body.message]).toEqual([409, expect.stringContaining('nothing was charged')])
    expect((await buyer.post(`/api/orders/${id}/paypal`)).status).toBe(409)
    expect(calls.captures).toBe(0)
    expect((await read(id)).state).toBe(state)
  })

  test('owes the money back if it arrives anyway', async () => {
    const id = await order()
    const payment = await approve(shop, buyer, id)
    await buyer.delete(`/api/orders/${id}`)
    const capture = {
      id: 'CAPTURED',
      status: 'completed' as const,
      amountCents: 0,
      currency: 'USD',
      feeCents: null,
      at: '2026-01-01',
    }
    const row = await shop.db
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    const seen = (await shop.shop.providers.payments.getPayment(payment))!
    const came = { ...seen, status: 'done' as const, capture: { ...capture, amountCents: row.amount_cents } }
    expect(await settle(shop.shop, row, came)).toBe('refund-due')
    expect(await settle(shop.shop, row, came)).toBe('unchanged')
    const after = await shop.db
      .selectFrom('payments')
      .select(['state', 'capture_id'])
      .where('order_id', '=', id)
      .execute()
    expect(after).toEqual([{ state: 'refund_due', capture_id: 'CAPTURED' }])
    expect(await read(id)).toMatchObject({ state: 'cancelled', isPaid: false })
  })
})

test('an order can still be paid after its hold has ended, until the job marks the order as expired', async () => {
  const id = await order()
  const payment = await approve(shop, buyer, id)
  shop.clock.advance(31 * MINUTE)
  expect((await send(id, { id: payment })).body.state).toBe('paid')
})

test('opening a payment that was captured without notice reports that the order is paid', async () => {
  const id = await order()
  const payment = await approve(shop, buyer, id)
  shop.paypal.captureAtPaypal(payment, undefined, false)
  const { status, body } = await buyer.post(`/api/orders/${id}/paypal`)
  expect([status, body.message]).toEqual([409, 'This order is paid'])
  expect((await read(id)).state).toBe('paid')
})

test('two tabs open one payment, and the second capture is refused without a call to PayPal', async () => {
  const id = await order()
  const opened = await Promise.all(Array.from({ length: 5 }, () => buyer.post(`/api/orders/${id}/paypal`)))
  const ids = new Set(opened.map(({ body }) => body.orderId))
  expect(ids.size).toBe(1)
  const payment = await approve(shop, buyer, id)
  expect(ids).toContain(payment)
  await Promise.all([send(id, { id: payment }), send(id, { id: payment })])
  expect(calls.captures).toBe(1)
})

describe('delivering', () => {
  test('an unpaid or closed order is refused with 409', async () => {
    const admin = await signedIn(shop, { isAdmin: true })
    const [open, canceled] = [await order(), await order()]
    await buyer.delete(`/api/orders/${canceled}`)
    const changed = await changedBy(shop.db, async () => {
      for (const id of [open, canceled])
        expect((await admin.put(`/api/orders/${id}/deliver`)).status).toBe(409)
      expect((await admin.put('/api/orders/nobody/deliver')).status).toBe(404)
      expect((await buyer.put(`/api/orders/${open}/deliver`)).status).toBe(403)
    })
    expect(changed).toEqual([])
  })

  test('twice keeps the first date', async () => {
    const admin = await signedIn(shop, { isAdmin: true })
    const id = await order()
    await pay(shop, buyer, id)
    const first = await admin.put(`/api/orders/${id}/deliver`)
    expect(first.body).toMatchObject({ state: 'delivered', isPaid: true, isDelivered: true })
    shop.clock.advance(MINUTE)
    const again = await admin.put(`/api/orders/${id}/deliver`)
    expect([again.status, again.body.deliveredAt]).toEqual([200, first.body.deliveredAt])
  })
})

test('the browser gets the client id and no secret', async () => {
  const { body, text } = await shop.visitor().get('/api/config/paypal')
  expect(Object.keys(body).sort()).toEqual([
    'appleScriptUrl',
    'clientId',
    'currency',
    'environment',
    'googleScriptUrl',
    'merchantName',
    'methods',
    'sandbox',
    'scriptUrl',
  ])
  expect(text).not.toContain('secret')
})
