import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, bought, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SomebodySignedIn } from '#test/signed-in.ts'
import { MINUTE } from '../clock.ts'
import { reconcile } from './reconcile.ts'
import { settle } from './settle.ts'

let shop: TestShop
let buyer: SomebodySignedIn
let admin: SomebodySignedIn
let bean: string
let mug: string
/** The order that each test refunds: two bags and a mug, paid. */
let id: string
let total: number
let paypalId: string

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  bean = await shop.sell({ priceCents: 1850, stock: 10 })
  mug = await shop.sell({ name: 'Mug', priceCents: 2400, stock: 10, sizeGrams: null })
  const wish = [
    { _id: bean, qty: 2 },
    { _id: mug, qty: 1 },
  ]
  const paid = await bought(shop, buyer, wish)
  ;({ id, paypalId, total } = paid)
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const refund = (wish: object) => admin.post(`/api/orders/${id}/refund`, wish)
const read = async () => (await buyer.get(`/api/orders/${id}`)).body
const stock = async (product: string) => (await buyer.get(`/api/products/${product}`)).body.countInStock
const back = () => shop.paypal.refunds(paypalId).map(({ cents, state }) => [cents, state])
const cents = (dollars: number) => Math.round(dollars * 100)

/** As a webhook or the daily look makes the shop do. */
const reread = async () => {
  const row = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  await settle(shop.shop, row, (await shop.shop.providers.payments.getPayment(paypalId))!)
}

describe('when PayPal does not do it at once', () => {
  test('a pending refund is told as pending, and finished when PayPal says so', async () => {
    shop.paypal.fateOfRefunds('pending')
    const { body } = await refund({ stock: [{ _id: mug, qty: 1 }] })
    expect(body).toMatchObject({ state: 'paid', refundable: 0, refunds: [{ state: 'pending' }] })
    expect(await stock(mug)).toBe(10)
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect((await read()).refunds[0].state).toBe('pending')
    shop.paypal.endRefund(shop.paypal.refunds(paypalId)[0]!.id, 'COMPLETED')
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect(await read()).toMatchObject({ state: 'refunded', refunds: [{ state: 'completed' }] })
    expect(await stock(mug)).toBe(10)
  })

  test('one that fails in the end leaves its money to be given back another time', async () => {
    shop.paypal.fateOfRefunds('pending')
    await refund({ amount: 20 })
    shop.paypal.endRefund(shop.paypal.refunds(paypalId)[0]!.id, 'FAILED')
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect(await read()).toMatchObject({ refundable: total, refunds: [{ state: 'failed' }] })
    expect((await refund({})).body.state).toBe('refunded')
  })

  test.each([
    ['error', 3],
    ['drop', 3],
    ['garbage', 1],
  ] as const)('silence leaves it open, and the reconciler finishes it once: %s', async (kind, times) => {
    shop.paypal.misbehave({ call: 'refund', kind, times })
    const { status, body } = await refund({ amount: 20 })
    expect([status, body.refunds[0].state]).toEqual([200, 'started'])
    // Nobody can promise that money a second time meanwhile.
    expect((await refund({ amount: total })).status).toBe(409)
    shop.clock.advance(MINUTE)
    await Promise.all([reconcile(shop.shop), reconcile(shop.shop)])
    expect((await read()).refunds).toMatchObject([{ state: 'completed', amount: 20 }])
    expect(back()).toEqual([[2000, 'COMPLETED']])
  })

  test('a no to a call whose twin had done it counts as done', async () => {
    shop.paypal.misbehave({ call: 'refund', kind: 'drop', times: 3 })
    await refund({})
    // PayPal has forgotten the request id by now, and says only that all is back.
    await shop.db
      .updateTable('refunds')
      .set({ request_id: `forgotten-${id}` })
      .where('state', '=', 'started')
      .execute()
    shop.clock.advance(MINUTE)
    await reconcile(shop.shop)
    expect(await read()).toMatchObject({ state: 'refunded', refunds: [{ state: 'completed' }] })
    expect(back()).toHaveLength(1)
  })
})

describe('what happens at PayPal without us', () => {
  test('a refund made in PayPal’s own site stands in our books, once', async () => {
    shop.paypal.refundHere(paypalId, 900)
    await Promise.all([reread(), reread()])
    await reread()
    expect(await read()).toMatchObject({
      state: 'paid',
      refundable: (cents(total) - 900) / 100,
      refunds: [{ amount: 9, state: 'completed', by: 'PayPal' }],
    })
    shop.paypal.refundHere(paypalId)
    await reread()
    expect(await read()).toMatchObject({ state: 'refunded', refundable: 0 })
    expect([await stock(bean), await stock(mug)]).toEqual([8, 9])
  })

  test('a refund of ours after one there learns of it from PayPal’s no', async () => {
    shop.paypal.refundHere(paypalId)
    const answer = await refund({ amount: 5 })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'All of this payment has been refunded at PayPal already',
    ])
    expect(await read()).toMatchObject({ state: 'refunded' })
  })
})

test('money that came in for an order that takes none is given back by the same verb', async () => {
  const cancelled = await placed(buyer, [{ _id: bean, qty: 1 }])
  const payment = await approve(shop, buyer, cancelled)
  await buyer.delete(`/api/orders/${cancelled}`)
  const seen = await shop.shop.providers.payments.capturePayment(payment, `late-${cancelled}`)
  const row = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', cancelled)
    .executeTakeFirstOrThrow()
  expect(await settle(shop.shop, row, seen)).toBe('refund-due')
  const due = (await buyer.get(`/api/orders/${cancelled}`)).body
  expect(due.dueBack).toEqual([{ payment: row.id, amount: due.totalPrice, why: expect.any(String) }])
  const wish = { payment: row.id, stock: [{ _id: bean, qty: 1 }] }
  expect((await admin.post(`/api/orders/${cancelled}/refund`, wish)).status).toBe(400)
  const { body } = await admin.post(`/api/orders/${cancelled}/refund`, { payment: row.id })
  expect(body).toMatchObject({
    state: 'cancelled',
    dueBack: [],
    refunds: [{ ofSale: false, state: 'completed' }],
  })
  expect(shop.paypal.refunds(payment)).toHaveLength(1)
})
