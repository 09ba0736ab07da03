import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { cents, makeSale, type Sale } from './refund.testing.ts'

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

describe('a refund', () => {
  test('of the whole payment closes the order, and its buyer sees the amount and the time', async () => {
    const answer = await sale.refund({ reason: 'The roast was late' })
    expect(answer.status).toBe(200)
    expect(await sale.read()).toMatchObject({
      state: 'refunded',
      isPaid: true,
      refundable: 0,
      refunds: [{ amount: sale.total, state: 'completed', reason: 'The roast was late', by: 'Olive Owner' }],
    })
    expect((await sale.read()).refunds[0].refundedAt).toEqual(expect.any(String))
    expect(sale.back()).toEqual([[cents(sale.total), 'COMPLETED']])
  })

  test('of an amount keeps the order’s state, and the response has the rest', async () => {
    await sale.refund({ amount: 5.5 })
    expect(await sale.read()).toMatchObject({ state: 'paid', refundable: (cents(sale.total) - 550) / 100 })
    await admin.put(`/api/orders/${sale.id}/ship`, {})
    await sale.refund({ amount: 4.5 })
    expect(await sale.read()).toMatchObject({ state: 'shipped' })
    await sale.refund({})
    expect(await sale.read()).toMatchObject({ state: 'refunded', refundable: 0 })
    expect(sale.back().map(([size]) => size)).toEqual([550, 450, cents(sale.total) - 1000])
  })

  test('appears in the order’s history and in the change log, with the admin’s name', async () => {
    await sale.refund({ amount: 12, reason: 'A torn bag', stock: [{ _id: sale.bean, qty: 1 }] })
    const events = (await sale.read()).history.map(({ event, by }: { event: string; by: string }) => [
      by,
      event,
    ])
    expect(events.slice(-2)).toEqual([
      ['Olive Owner', 'Asked PayPal to refund $12.00; 1 × Test Beans (12 oz, Whole bean) back on the shelf'],
      ['PayPal', 'Refunded $12.00'],
    ])
    const { body } = await admin.get(`/api/record?subject=order&subjectId=${sale.id}`)
    expect(body.lines[0]).toMatchObject({
      action: 'Refunded',
      changes: [
        { field: 'Refund', after: '$12.00' },
        { field: 'Reason', after: 'A torn bag' },
        { field: 'Back in stock', after: '1 × Test Beans (12 oz, Whole bean)' },
      ],
    })
  })

  test('of more than is left is refused and changes nothing', async () => {
    await sale.refund({ amount: 10 })
    const changed = await changedBy(shop.db, async () => {
      const more = await sale.refund({ amount: sale.total })
      expect([more.status, more.body]).toEqual([
        409,
        {
          message: `Only $${((cents(sale.total) - 1000) / 100).toFixed(2)} of this payment can still be refunded`,
          code: 'left',
        },
      ])
    })
    expect(changed).toEqual([])
    await sale.refund({})
    expect((await sale.refund({})).body.message).toContain('its refund is in progress')
    expect(sale.back()).toHaveLength(2)
  })

  test.each([
    [{ amount: 0 }],
    [{ amount: -5 }],
    [{ amount: 1.005 }],
    [{ amount: '5' }],
    [{ reason: 'x'.repeat(201) }],
    [{ stock: [{ _id: 'nothing', qty: 1 }] }],
    [{ stock: [{ _id: 'bean', qty: 0 }] }],
  ])('that is invalid is refused with 400 and changes nothing: %j', async (request) => {
    const changed = await changedBy(shop.db, async () =>
      expect((await sale.refund(request)).status).toBe(400),
    )
    expect(changed).toEqual([])
  })

  test('of an unpaid or unknown order is refused', async () => {
    const unpaid = await placed(sale.buyer, [{ _id: sale.bean, qty: 1 }])
    const answer = await admin.post(`/api/orders/${unpaid}/refund`, {})
    expect([answer.status, answer.body.message]).toEqual([
      409,
      expect.stringContaining('no payment that can be refunded'),
    ])
    expect((await admin.post('/api/orders/nothing/refund', {})).status).toBe(404)
  })

  test('requested twice with one key happens once; with another body it is refused', async () => {
    const headers = { 'idempotency-key': `again-${sale.id}` }
    const answers = await Promise.all([1, 2, 3].map(() => sale.refund({ amount: 7 }, headers)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await sale.refund({ amount: 7 }, headers)).status).toBe(200)
    expect((await sale.refund({ amount: 8 }, headers)).status).toBe(422)
    expect(sale.back()).toEqual([[700, 'COMPLETED']])
  })

  test('requested by two admins at the same time never exceeds the payment', async () => {
    const other = await signedIn(shop, { isAdmin: true })
    const share = Math.floor(cents(sale.total) * 0.6) / 100
    const answers = await Promise.all(
      [admin, other, admin, other].map((each) =>
        each.post(`/api/orders/${sale.id}/refund`, { amount: share }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(sale.back()).toEqual([[cents(share), 'COMPLETED']])
  })
})

describe('the goods of a refund', () => {
  test('return to stock as chosen, line by line, and never more than were bought', async () => {
    await sale.refund({ amount: 1, stock: [{ _id: sale.bean, qty: 1 }] })
    expect(await sale.inStock()).toEqual([9, 9])
    const tooMany = await sale.refund({ amount: 1, stock: [{ _id: sale.bean, qty: 2 }] })
    expect([tooMany.status, tooMany.body.message]).toEqual([
      409,
      'Only 1 of Test Beans (12 oz, Whole bean) can still come back',
    ])
    await sale.refund({
      stock: [
        { _id: sale.bean, qty: 1 },
        { _id: sale.mug, qty: 1 },
      ],
    })
    expect(await sale.inStock()).toEqual([10, 10])
    expect(await sale.read()).toMatchObject({ state: 'refunded' })
  })

  test('do not return to stock unless chosen', async () => {
    await sale.refund({})
    expect(await sale.inStock()).toEqual([8, 9])
  })

  test('can return with a second attempt if PayPal refused the first', async () => {
    shop.paypal.setRefundOutcomes('no-funds')
    const refused = await sale.refund({ stock: [{ _id: sale.mug, qty: 1 }] })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('too little in the shop'),
    ])
    expect(await sale.inStock()).toEqual([8, 9])
    await sale.refund({ stock: [{ _id: sale.mug, qty: 1 }] })
    expect(await sale.inStock()).toEqual([8, 10])
  })
})

test('a buyer cannot refund an order', async () => {
  const other = await placed(sale.buyer, [{ _id: sale.bean, qty: 1 }])
  await pay(shop, sale.buyer, other)
  expect((await sale.buyer.post(`/api/orders/${other}/refund`, {})).status).toBe(403)
  expect((await shop.visitor().post(`/api/orders/${other}/refund`, {})).status).toBe(401)
})
