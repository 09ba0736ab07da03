/** Details added to refunds after they were made, mainly to those made on PayPal's site. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { cents, makeSale, settleAgain, type Sale } from './refund.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let sale: Sale
/** The path of a refund of $25.00 that was made at PayPal. */
let path: string

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
beforeEach(async () => {
  // Two bags of $18.50 and a mug of $24.00: $61.00 of goods, $0.61 of tax.
  sale = await makeSale(shop, admin)
  shop.paypal.refundAtPaypal(sale.paypalId, 2500)
  await settleAgain(shop, sale)
  path = `/api/orders/${sale.id}/refunds/${(await sale.read()).refunds[0]._id}`
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const itemOf = (_id: string, qty = 1) => [{ _id, qty }]

describe('the goods of a refund made at PayPal', () => {
  test('return to stock when an admin enters them, each line once', async () => {
    const { status, body } = await admin.post(`${path}/stock`, { stock: itemOf(sale.mug) })
    expect(status).toBe(200)
    expect(body.refunds[0]).toMatchObject({ by: 'PayPal', stock: itemOf(sale.mug), isRestocked: true })
    expect(await sale.inStock()).toEqual([8, 10])
    const changed = await changedBy(shop.db, async () => {
      const again = await admin.post(`${path}/stock`, { stock: itemOf(sale.mug) })
      expect([again.status, again.body.message]).toEqual([409, 'Only 0 of Mug can still come back'])
    })
    expect(changed).toEqual([])
    await admin.post(`${path}/stock`, { stock: itemOf(sale.bean) })
    const second = await admin.post(`${path}/stock`, { stock: itemOf(sale.bean) })
    expect([second.status, second.body.message]).toEqual([
      409,
      'Test Beans (12 oz, Whole bean) went back on the shelf with this refund already',
    ])
    expect(await sale.inStock()).toEqual([9, 10])
    expect((await sale.read()).history.at(-1)).toMatchObject({
      event: '1 × Test Beans (12 oz, Whole bean) back on the shelf',
      by: 'Olive Owner',
    })
  })

  test('return to stock once when two admins enter them at the same time', async () => {
    const other = await signedIn(shop, { isAdmin: true })
    const answers = await Promise.all(
      [admin, other, admin, other].map((each) => each.post(`${path}/stock`, { stock: itemOf(sale.bean) })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await sale.inStock()).toEqual([9, 9])
  })

  test('never exceed the ordered quantity, together with those of a refund by the shop', async () => {
    await sale.refund({ lines: itemOf(sale.bean, 2), stock: itemOf(sale.bean, 2) })
    const answer = await admin.post(`${path}/stock`, { stock: itemOf(sale.bean) })
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'Only 0 of Test Beans (12 oz, Whole bean) can still come back',
    ])
    expect(await sale.inStock()).toEqual([10, 9])
  })
})

describe('assigning a refund made at PayPal', () => {
  test('works once: its items with their tax, and goodwill for the rest', async () => {
    const { status, body } = await admin.put(`${path}/items`, { lines: itemOf(sale.mug) })
    expect(status).toBe(200)
    expect(body.refunds[0]).toMatchObject({
      amount: 25,
      isItemized: true,
      parts: { goods: 24, tax: 0.24, shipping: 0, goodwill: 0.76 },
      items: [{ _id: sale.mug, qty: 1, amount: 24 }],
    })
    const again = await admin.put(`${path}/items`, { lines: itemOf(sale.bean) })
    expect([again.status, again.body.message]).toEqual([409, 'What this refund was for is already set'])
    const more = await sale.refund({ lines: itemOf(sale.mug) })
    expect([more.status, more.body.message]).toEqual([409, 'Only 0 of Mug can still be refunded'])
    const { body: sales } = await admin.get('/api/orders/sales?from=2020-01-01&to=2035-12-31')
    expect(sales.refunded).toMatchObject({ goodwill: expect.any(Number) })
    expect((await sale.read()).history.at(-1)).toMatchObject({
      event: 'The refund of $25.00 was for 1 × Mug, tax $0.24, goodwill $0.76',
    })
  })

  test('keeps the amount if the items cost more', async () => {
    const { body } = await admin.put(`${path}/items`, { lines: itemOf(sale.bean, 2) })
    const { parts, items } = body.refunds[0]
    expect(cents(parts.goods) + cents(parts.tax)).toBe(2500)
    expect(parts).toMatchObject({ goods: 24.75, tax: 0.25, shipping: 0, goodwill: 0 })
    expect(items).toEqual([{ _id: sale.bean, line: 0, qty: 2, amount: 24.75 }])
  })

  test('leaves the rest of each part to the other refunds of amounts, to the cent', async () => {
    await sale.refund({ amount: 10 })
    await sale.refund({})
    await admin.put(`${path}/items`, { lines: itemOf(sale.mug) })
    const { state, refunds, itemsPrice, taxPrice, shippingPrice } = await sale.read()
    const sum = (part: string) => refunds.reduce((all: number, { parts }: any) => all + cents(parts[part]), 0)
    expect(state).toBe('refunded')
    expect(refunds[0].parts).toMatchObject({ goods: 24, tax: 0.24 })
    expect(['goods', 'tax', 'shipping', 'goodwill'].map(sum)).toEqual([
      cents(itemsPrice),
      cents(taxPrice),
      cents(shippingPrice),
      0,
    ])
  })

  test('happens once when two admins do it at the same time', async () => {
    const answers = await Promise.all(
      [sale.mug, sale.bean, sale.mug, sale.bean].map((product) =>
        admin.put(`${path}/items`, { lines: itemOf(product) }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect((await sale.read()).refunds[0].items).toHaveLength(1)
  })
})

test('invalid requests are refused and change nothing', async () => {
  const foreign = `/api/orders/${(await makeSale(shop, admin)).id}/refunds/${path.split('/').at(-1)}`
  shop.paypal.setRefundOutcomes('no-funds')
  await sale.refund({ lines: itemOf(sale.mug) })
  const failed = `/api/orders/${sale.id}/refunds/${(await sale.read()).refunds[1]._id}`
  const changed = await changedBy(shop.db, async () => {
    const statuses = await Promise.all([
      admin.post(`${foreign}/stock`, { stock: itemOf(sale.mug) }),
      admin.put(`${foreign}/items`, { lines: itemOf(sale.mug) }),
      admin.post(`${failed}/stock`, { stock: itemOf(sale.mug) }),
      admin.put(`${failed}/items`, { lines: itemOf(sale.mug) }),
      admin.post(`${path}/stock`, { stock: [] }),
      admin.post(`${path}/stock`, { stock: itemOf('nothing') }),
      admin.put(`${path}/items`, { lines: [] }),
      admin.put(`${path}/items`, { lines: [], shipping: 9999 }),
      sale.buyer.post(`${path}/stock`, { stock: itemOf(sale.mug) }),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 409, 409, 400, 400, 400, 409, 403])
  })
  expect(changed).toEqual([])
})
