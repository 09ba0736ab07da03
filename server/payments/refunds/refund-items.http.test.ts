/** Refunds of chosen items: their amounts, their records, and what is left of the order. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { reconcile } from '../events/reconcile.ts'
import { cents, makeSale, settleAgain, type Sale } from './refund.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let sale: Sale

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
beforeEach(async () => {
  // Two bags of $18.50 and a mug of $24.00: $61.00 of goods, $0.61 of tax.
  sale = await makeSale(shop, admin)
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const itemOf = (_id: string, qty = 1) => [{ _id, qty }]

/** The row of the sale in the sales export. */
async function exported(): Promise<Record<string, string>> {
  const { text } = await admin.get('/api/orders/export?from=2020-01-01&to=2035-12-31')
  const [head, ...rows] = text
    .slice(1)
    .split('\r\n')
    .map((row) => row.split(','))
  const row = rows.find((cells) => cells[1] === sale.id)!
  return Object.fromEntries(head!.map((name, index) => [name, row[index]!]))
}

/** A refund that PayPal reports as failed, then a second refund, then the completion of the first refund. */
async function lateSuccess(first: object, second: object) {
  shop.paypal.setRefundOutcomes('pending')
  await sale.refund(first)
  const id = shop.paypal.refunds(sale.paypalId)[0]!.id
  shop.paypal.endRefund(id, 'FAILED')
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect((await sale.refund(second)).status).toBe(200)
  shop.paypal.endRefund(id, 'COMPLETED')
  await settleAgain(shop, sale)
  return sale.read()
}

describe('a refund of items', () => {
  test('pays back their price and its tax, and appears so in the sales export', async () => {
    const { status, body } = await sale.refund({ lines: itemOf(sale.mug), total: 24.24 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      state: 'paid',
      refundable: (cents(sale.total) - 2424) / 100,
      refunds: [
        {
          amount: 24.24,
          parts: { goods: 24, tax: 0.24, shipping: 0, goodwill: 0 },
          isItemized: true,
          items: [{ _id: sale.mug, qty: 1, amount: 24 }],
          stock: [],
        },
      ],
    })
    expect(sale.back()).toEqual([[2424, 'COMPLETED']])
    expect(await exported()).toMatchObject({
      Refunded: '24.24',
      'of it goods': '24',
      'of it tax': '0.24',
      'of it tax basis': '24',
      'of it shipping': '0',
      'of it goodwill': '0',
    })
  })

  test('includes shipping and goodwill, each as its own part', async () => {
    const { shippingPrice } = await sale.read()
    const { body } = await sale.refund({ lines: itemOf(sale.bean), shipping: 'all', goodwill: 2.5 })
    expect(body.refunds[0]).toMatchObject({
      amount: (1850 + 19 + cents(shippingPrice) + 250) / 100,
      parts: { goods: 18.5, tax: 0.19, shipping: shippingPrice, goodwill: 2.5 },
    })
    expect(await exported()).toMatchObject({
      'of it goods': '18.5',
      'of it shipping': String(shippingPrice),
      'of it goodwill': '2.5',
    })
    expect((await sale.refund({ shipping: 0.01 })).body.message).toBe(
      'Only $0.00 of the shipping can still be refunded',
    )
  })

  test('one after the other add up exactly to the order’s total, whatever the rounding', async () => {
    const order = await sale.read()
    // Each item has 18.5 cents of tax, rounded half up: 19 cents for the first refund, the rest for the second.
    await sale.refund({ lines: itemOf(sale.bean), shipping: 1.11 })
    await sale.refund({ lines: itemOf(sale.bean) })
    await sale.refund({ lines: itemOf(sale.mug), shipping: 'all' })
    const { state, refunds, refundable } = await sale.read()
    expect([state, refundable]).toEqual(['refunded', 0])
    const sum = (part: string) => refunds.reduce((all: number, { parts }: any) => all + cents(parts[part]), 0)
    expect(['goods', 'tax', 'shipping', 'goodwill'].map(sum)).toEqual([
      cents(order.itemsPrice),
      cents(order.taxPrice),
      cents(order.shippingPrice),
      0,
    ])
    expect(refunds.map(({ parts }: any) => parts.tax)).toEqual([0.19, 0.18, 0.24])
  })

  test('returns only the chosen items to stock', async () => {
    await sale.refund({ lines: itemOf(sale.bean, 2), stock: itemOf(sale.bean) })
    expect(await sale.inStock()).toEqual([9, 9])
  })

  test('appears in the history and in the change log with its items', async () => {
    await sale.refund({ lines: itemOf(sale.mug), goodwill: 1, stock: itemOf(sale.mug) })
    const events = (await sale.read()).history.map(({ event }: { event: string }) => event)
    expect(events.at(-2)).toBe(
      'Asked PayPal to refund $25.24: 1 × Mug, tax $0.24, goodwill $1.00; 1 × Mug back on the shelf',
    )
    const { body } = await admin.get(`/api/record?subject=order&subjectId=${sale.id}`)
    expect(body.lines[0].changes).toContainEqual({
      field: 'For',
      before: '',
      after: '1 × Mug, tax $0.24, goodwill $1.00',
    })
  })

  test('never refunds more of a line than is left; a failed refund does not count', async () => {
    shop.paypal.setRefundOutcomes('no-funds')
    expect((await sale.refund({ lines: itemOf(sale.mug) })).status).toBe(409)
    expect((await sale.refund({ lines: itemOf(sale.mug) })).status).toBe(200)
    const changed = await changedBy(shop.db, async () => {
      const again = await sale.refund({ lines: itemOf(sale.mug) })
      expect([again.status, again.body.message]).toEqual([409, 'Only 0 of Mug can still be refunded'])
      const twice = await sale.refund({ lines: [...itemOf(sale.bean, 2), ...itemOf(sale.bean)] })
      expect([twice.status, twice.body.message]).toEqual([
        409,
        'Only 2 of Test Beans (12 oz, Whole bean) can still be refunded',
      ])
    })
    expect(changed).toEqual([])
  })

  test.each([
    [{ lines: [] }, 409],
    [{ lines: [{ _id: 'nothing', qty: 1 }] }, 400],
    [{ goodwill: 0 }, 409],
    [{ goodwill: -1 }, 400],
    [{ shipping: 'some' }, 400],
    [{ amount: 5, goodwill: 1 }, 400],
    [{ amount: 5, lines: [] }, 400],
    [{ goodwill: 9999 }, 409],
  ])('that is invalid is refused and changes nothing: %j', async (request, status) => {
    const changed = await changedBy(shop.db, async () =>
      expect((await sale.refund(request)).status).toBe(status),
    )
    expect(changed).toEqual([])
  })

  test('is refused if its sum differs from the sum that was shown', async () => {
    const changed = await changedBy(shop.db, async () => {
      const { status, body } = await sale.refund({ lines: itemOf(sale.mug), total: 24 })
      expect([status, body]).toEqual([
        409,
        { message: 'The amount of this refund is now $24.24. Please check it', code: 'total' },
      ])
    })
    expect(changed).toEqual([])
  })

  test('requested by two admins at the same time happens once', async () => {
    const other = await signedIn(shop, { isAdmin: true })
    const request = { lines: itemOf(sale.mug), stock: itemOf(sale.mug) }
    const answers = await Promise.all(
      [admin, other, admin, other].map((each) => each.post(`/api/orders/${sale.id}/refund`, request)),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(sale.back()).toEqual([[2424, 'COMPLETED']])
    expect(await sale.inStock()).toEqual([8, 10])
  })
})

describe('with refunds of amounts without items', () => {
  test('items never exceed what is left of the goods, and the last refund takes the rest', async () => {
    await sale.refund({ amount: 50 })
    const { refunds } = await sale.read()
    const left = 6100 - cents(refunds[0].parts.goods)
    expect(left).toBeLessThan(2400)
    const { body } = await sale.refund({ lines: itemOf(sale.mug) })
    expect(cents(body.refunds[1].parts.goods)).toBe(left)
    await sale.refund({})
    expect(await sale.read()).toMatchObject({ state: 'refunded', refundable: 0 })
  })

  test('goodwill counts towards the rest when all of the money is refunded', async () => {
    await sale.refund({ goodwill: 5 })
    const { body } = await sale.refund({
      lines: [...itemOf(sale.bean, 2), ...itemOf(sale.mug)],
      shipping: 'all',
    })
    expect(body).toMatchObject({ state: 'refunded', refundable: 0 })
    expect(body.refunds[1].parts).toMatchObject({ goods: 61, tax: 0.61, goodwill: -5 })
    expect(await exported()).toMatchObject({ 'of it goods': '61', 'of it goodwill': '0' })
  })
})

describe('a refund that failed and later completed', () => {
  test('becomes an amount without items if its items were refunded since', async () => {
    const request = { lines: itemOf(sale.mug) }
    const { refunds } = await lateSuccess(request, request)
    expect(refunds).toMatchObject([
      { state: 'completed', amount: 24.24, isItemized: false, items: [] },
      { state: 'completed', amount: 24.24, parts: { goods: 24, tax: 0.24 } },
    ])
  })

  test('keeps its items if they are left, and the other refund is split again', async () => {
    const { refunds } = await lateSuccess({ lines: itemOf(sale.mug) }, { amount: 10 })
    expect(refunds).toMatchObject([
      { state: 'completed', isItemized: true, parts: { goods: 24, tax: 0.24, shipping: 0, goodwill: 0 } },
      { state: 'completed', isItemized: false, amount: 10 },
    ])
  })
})
