// On SQLite only: what PayPal reports later; the money that it moves is tested on both databases beside it.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { reconcile } from '../events/reconcile.ts'
import { cents, makeSale, settleAgain, type Sale } from './refund.testing.ts'
import { settle } from '../capture/settle.ts'

let shop: TestShop
let admin: SignedInVisitor
let sale: Sale

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
beforeEach(async () => {
  sale = await makeSale(shop, admin)
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const readFromPaypal = () => settleAgain(shop, sale)

describe('when PayPal does not refund at once', () => {
  test('a pending refund is shown as pending, and completed when PayPal completes it', async () => {
    shop.paypal.setRefundOutcomes('pending')
    const { body } = await sale.refund({ stock: [{ _id: sale.mug, qty: 1 }] })
    expect(body).toMatchObject({ state: 'paid', refundable: 0, refunds: [{ state: 'pending' }] })
    expect(await sale.inStock()).toEqual([8, 10])
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect((await sale.read()).refunds[0].state).toBe('pending')
    shop.paypal.endRefund(shop.paypal.refunds(sale.paypalId)[0]!.id, 'COMPLETED')
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect(await sale.read()).toMatchObject({ state: 'refunded', refunds: [{ state: 'completed' }] })
    expect(await sale.inStock()).toEqual([8, 10])
  })

  test('the money of a failed refund is available for another refund', async () => {
    shop.paypal.setRefundOutcomes('pending')
    await sale.refund({ amount: 20 })
    shop.paypal.endRefund(shop.paypal.refunds(sale.paypalId)[0]!.id, 'FAILED')
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect(await sale.read()).toMatchObject({ refundable: sale.total, refunds: [{ state: 'failed' }] })
    expect((await sale.refund({})).body.state).toBe('refunded')
  })

  test.each([
    ['error', 3],
    ['drop', 3],
    ['garbage', 1],
  ] as const)(
    'without an answer a refund stays open, and the reconciler finishes it once: %s',
    async (kind, times) => {
      shop.paypal.addFault({ call: 'refund', kind, times })
      const { status, body } = await sale.refund({ amount: 20 })
      expect([status, body.refunds[0].state]).toEqual([200, 'started'])
      // That money cannot be reserved a second time.
      expect((await sale.refund({ amount: sale.total })).status).toBe(409)
      shop.clock.advance(MINUTE)
      await Promise.all([reconcile(shop.shop), reconcile(shop.shop)])
      expect((await sale.read()).refunds).toMatchObject([{ state: 'completed', amount: 20 }])
      expect(sale.back()).toEqual([[2000, 'COMPLETED']])
    },
  )

  test('if PayPal refuses because an earlier call already made the refund, the refund counts as made', async () => {
    shop.paypal.addFault({ call: 'refund', kind: 'drop', times: 3 })
    await sale.refund({})
    // PayPal no longer has the request id, and only reports that everything is refunded.
    await shop.db
      .updateTable('refunds')
      .set({ request_id: `forgotten-${sale.id}` })
      .where('state', '=', 'started')
      .execute()
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect(await sale.read()).toMatchObject({ state: 'refunded', refunds: [{ state: 'completed' }] })
    expect(sale.back()).toHaveLength(1)
  })
})

describe('refunds made at PayPal', () => {
  test('a refund made on PayPal’s site is recorded once', async () => {
    shop.paypal.refundAtPaypal(sale.paypalId, 900)
    await Promise.all([readFromPaypal(), readFromPaypal()])
    await readFromPaypal()
    expect(await sale.read()).toMatchObject({
      state: 'paid',
      refundable: (cents(sale.total) - 900) / 100,
      refunds: [{ amount: 9, state: 'completed', by: 'PayPal' }],
    })
    shop.paypal.refundAtPaypal(sale.paypalId)
    await readFromPaypal()
    expect(await sale.read()).toMatchObject({ state: 'refunded', refundable: 0 })
    expect(await sale.inStock()).toEqual([8, 9])
  })

  test('if PayPal refuses a refund because all was refunded on its site, the shop records that refund', async () => {
    shop.paypal.refundAtPaypal(sale.paypalId)
    const answer = await sale.refund({ amount: 5 })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'All of this payment has been refunded at PayPal already',
    ])
    expect(await sale.read()).toMatchObject({ state: 'refunded' })
  })
})

test('money for an order that could not be paid is refunded by the same endpoint', async () => {
  const canceled = await placed(sale.buyer, [{ _id: sale.bean, qty: 1 }])
  const payment = await approve(shop, sale.buyer, canceled)
  await sale.buyer.delete(`/api/orders/${canceled}`)
  const seen = await shop.shop.providers.payments.capturePayment(payment, `late-${canceled}`)
  const row = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', canceled)
    .executeTakeFirstOrThrow()
  expect(await settle(shop.shop, row, seen)).toBe('refund-due')
  const due = (await sale.buyer.get(`/api/orders/${canceled}`)).body
  expect(due.dueBack).toEqual([
    {
      payment: row.id,
      amount: due.totalPrice,
      why: expect.any(String),
      paidWith: { method: 'paypal', brand: '', lastDigits: '' },
    },
  ])
  const request = { payment: row.id, stock: [{ _id: sale.bean, qty: 1 }] }
  expect((await admin.post(`/api/orders/${canceled}/refund`, request)).status).toBe(400)
  const { body } = await admin.post(`/api/orders/${canceled}/refund`, { payment: row.id })
  expect(body).toMatchObject({
    state: 'cancelled',
    dueBack: [],
    refunds: [{ ofSale: false, state: 'completed' }],
  })
  expect(shop.paypal.refunds(payment)).toHaveLength(1)
})
