/** What can go wrong with a payment, in each way to pay: the money is taken once, or not at all, and the buyer can go on. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { deliverTo } from '#test/shop.ts'
import type { Answer } from '#test/visitor.ts'
import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { processEvents } from '../events/events.ts'
import { reconcile } from '../events/reconcile.ts'
import {
  approve,
  openWatchedShop,
  payAnotherWay,
  stateOf,
  WAYS,
  type Purchase,
  type WatchedShop,
} from './ways.testing.ts'

let shop: WatchedShop
let bean: string

beforeAll(async () => {
  shop = await openWatchedShop()
})
beforeEach(async () => {
  // More than the least amount of Pay Later.
  bean = await shop.sell({ priceCents: 4000, stock: 5 })
  shop.captures.length = 0
  shop.reported = {}
  shop.paypal.webhooks.deliver = null
})
afterEach(async () => {
  shop.paypal.clearFaults()
  // No later test may find an unpaid order of this one.
  shop.clock.advance(HOUR)
  await expireOrders(shop.shop)
  expect(await violations(shop.db)).toEqual([])
})
afterAll(() => shop.close())

/** A minute later everything that finishes payments runs, twice and at once. */
async function finishAll({ pay }: Purchase): Promise<void> {
  shop.clock.advance(2 * MINUTE)
  const runs = [reconcile(shop.shop), processEvents(shop.shop), pay(), reconcile(shop.shop), pay()]
  await Promise.all(runs)
  shop.clock.advance(2 * MINUTE)
  await reconcile(shop.shop)
}

const atPaypal = (id: string) => shop.paypal.view(id)?.status
const capturedIds = () => [...new Set(shop.captures.map(({ id }) => id))]

function expectPaidOrConfirming(answers: readonly Answer[]): void {
  for (const { status, body } of answers)
    expect(status === 200 ? body.state : [status, body.code]).toEqual(
      status === 200 ? 'paid' : [409, 'confirming'],
    )
}

describe.each(WAYS)('$name', (way) => {
  const begin = () => way.begin(shop, [{ _id: bean, qty: 1 }])

  test('declined, and then another method pays: the declined payment is never captured again, not even if it is approved', async () => {
    const purchase = await begin()
    shop.paypal.choose(purchase.paypalId, 'decline', way)
    const { status, body } = await purchase.pay()
    expect([status, body.code]).toEqual([402, 'INSTRUMENT_DECLINED'])
    expect(body.message).toMatch(/^PayPal declined this card or account\. Please try another one/)
    expect(await stateOf(shop, purchase)).toBe('pending')
    const other = await payAnotherWay(shop, purchase, way.method)
    shop.captures.length = 0
    approve(shop, way, purchase)
    expect((await purchase.pay()).body.state).toBe('paid')
    await finishAll(purchase)
    expect(shop.captures).toEqual([])
    expect([atPaypal(purchase.paypalId), atPaypal(other)]).toEqual(['APPROVED', 'COMPLETED'])
  })

  test('canceled by the buyer: nothing is charged, and the same payment can be approved later', async () => {
    const purchase = await begin()
    const { status, body } = await purchase.pay()
    expect([status, body.code, body.message]).toEqual([
      409,
      'not-approved',
      'The payment was not approved at PayPal',
    ])
    await finishAll(purchase)
    expect(shop.captures).toEqual([])
    expect(await stateOf(shop, purchase)).toBe(way.isPlacedLate ? null : 'pending')
    approve(shop, way, purchase)
    expect((await purchase.pay()).body.state).toBe('paid')
  })

  test('the tab is closed after the approval: event, reconciler and a browser that returns take the money once', async () => {
    let events = 0
    shop.paypal.webhooks.deliver = (delivery) => deliverTo(shop, delivery).finally(() => events++)
    const purchase = await begin()
    approve(shop, way, purchase)
    await expect.poll(() => events).toBeGreaterThan(0)
    await finishAll(purchase)
    expect(await stateOf(shop, purchase)).toBe('paid')
    expect((await purchase.pay()).body.state).toBe('paid')
    expect(shop.captures.map(({ id }) => id)).toEqual([purchase.paypalId])
  })

  test('pressed many times in several tabs: one payment is opened, and one captured', async () => {
    const purchase = await begin()
    if (!way.isPlacedLate) {
      const opened = await Promise.all([1, 2, 3].map(() => purchase.open(way.method)))
      for (const { body } of opened) expect(body.orderId).toBe(purchase.paypalId)
    }
    approve(shop, way, purchase)
    expectPaidOrConfirming(await Promise.all([1, 2, 3, 4, 5].map(purchase.pay)))
    expect((await purchase.pay()).body.state).toBe('paid')
    expect(shop.captures).toHaveLength(1)
    const rows = await shop.db.selectFrom('orders').select('id').where('id', '=', purchase.id).execute()
    expect(rows).toHaveLength(1)
  })

  test('PayPal’s answer to the capture is lost: nothing else can be paid until the reconciler knows', async () => {
    const purchase = await begin()
    approve(shop, way, purchase)
    shop.paypal.addFault({ call: 'capture', kind: 'drop', times: 3 })
    const { status, body } = await purchase.pay()
    expect([status, body.code]).toEqual([503, 'confirming'])
    expect(body.message).toContain('do not pay again')
    for (const method of ['paypal', 'card'] as const) {
      const other = await purchase.open(method)
      expect([other.status, other.body.code]).toEqual([409, 'confirming'])
    }
    await finishAll(purchase)
    expect((await purchase.pay()).body.state).toBe('paid')
    expect(new Set(shop.captures.map(({ requestId }) => requestId)).size).toBe(1)
  })

  test('PayPal reports another amount than the order’s before the capture: nothing is captured', async () => {
    const purchase = await begin()
    approve(shop, way, purchase)
    shop.reported = { amountCents: 100 }
    const { status, body } = await purchase.pay()
    if (way.isPlacedLate) {
      expect([status, body.code]).toEqual([409, 'express'])
      expect(body.message).toMatch(
        /^This order costs \$[\d.]+ now, and you approved \$1\.00 at PayPal\. Nothing was charged$/,
      )
    } else expect([status, body.message]).toEqual([400, 'Payment not verified'])
    await finishAll(purchase)
    expect(shop.captures).toEqual([])
    expect(await stateOf(shop, purchase)).toBe(way.isPlacedLate ? null : 'pending')
  })

  test('PayPal captures another amount: the order is not paid, the money is owed back, and another method pays', async () => {
    const purchase = await begin()
    approve(shop, way, purchase)
    shop.paypal.setCaptureDifferences({ value: '1.00' })
    expect((await purchase.pay()).body).toMatchObject({ isPaid: false, dueBack: [{ amount: 1 }] })
    const other = await payAnotherWay(shop, purchase, way.method)
    await finishAll(purchase)
    expect(capturedIds()).toEqual([purchase.paypalId, other])
    const { body } = await purchase.buyer.get(`/api/orders/${purchase.id}`)
    expect(body).toMatchObject({ isPaid: true, dueBack: [{ amount: 1 }] })
  })

  test('PayPal’s answers have none of the optional fields', async () => {
    const purchase = await begin()
    approve(shop, way, purchase)
    shop.reported = {
      intent: '',
      currency: null,
      payeeMerchantId: null,
      payerEmail: null,
      payerName: null,
      shipTo: null,
      source: null,
    }
    const { status, body } = await purchase.pay()
    if (way.isPlacedLate) {
      expect([status, body.message]).toEqual([
        409,
        'PayPal did not tell us your address. Nothing was charged',
      ])
      expect(shop.captures).toEqual([])
      return
    }
    expect(body).toMatchObject({ state: 'paid', paidWith: null })
    expect(body.paymentMethod).toBe(way.name.replace('express ', ''))
    expect((await purchase.buyer.get(`/api/orders/${purchase.id}/invoice.pdf`)).status).toBe(200)
  })
})
