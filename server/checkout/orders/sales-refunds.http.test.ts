/** Refunds in the sales of a period: each belongs to the day on which it completed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { cents, salesOf } from './reports/sales.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
afterAll(() => shop.close())

const NOVEMBER = 'from=2026-11-01&to=2026-11-30'

test('a refund is booked on its own day, so the month of the payment does not change', async () => {
  const { sold, refund, refundItems, read } = salesOf(shop, admin)
  const beans = await shop.sell({ stock: 500, priceCents: 1850 })
  const mug = await shop.sell({ stock: 500, priceCents: 2400, sizeGrams: null })
  await shop.db.updateTable('products').set({ category: 'Goods' }).where('id', '=', mug).execute()
  const october = 'from=2026-10-01&to=2026-10-31'
  const id = await sold(
    [
      { _id: beans, qty: 1 },
      { _id: mug, qty: 1 },
    ],
    '2026-10-15T15:00:00.000Z',
  )
  await refundItems(id, { amount: 10 }, '2026-10-20T15:00:00.000Z')
  const figures = async (query: string) => ({
    ...(await read(query)),
    sales: (await admin.get(`/api/orders/sales?${query}`)).body,
  })
  const before = await figures(october)
  expect(before.sales.refunded).toMatchObject({ orders: 0, totalPrice: 10 })
  await refundItems(id, { lines: [{ _id: mug, qty: 1 }] }, '2026-11-03T15:00:00.000Z')
  await refund(id, '2026-11-05T15:00:00.000Z')
  expect(await figures(october)).toEqual(before)

  const { rows, sums, sales } = await figures(NOVEMBER)
  expect(rows).toMatchObject([
    { Order: id, 'Paid on': '2026-10-15', 'Refunded on': '2026-11-05', Status: 'refunded', Total: '0' },
  ])
  const whole = (await admin.get(`/api/orders/${id}`)).body
  expect(sales.paid).toMatchObject({ orders: 0, totalPrice: 0 })
  // The rate of the refunded tax is named, although no order was paid in this month.
  expect(sales.taxes).toEqual(before.sales.taxes)
  expect(sales.taxes).toHaveLength(1)
  expect(sales.refunded).toMatchObject({ orders: 1, totalPrice: whole.totalPrice - 10 })
  expect(cents(sales.kept.taxPrice)).toBe(-cents(sales.refunded.taxPrice))
  expect(sums.map((line) => line['Order'])).toEqual(['0 orders', '1 orders', '−1 orders'])
  expect(cents(sums[1]!['Total'])).toBe(cents(rows[0]!['Refunded']))

  // The months together are the whole.
  const both = (await admin.get('/api/orders/sales?from=2026-10-01&to=2026-11-30')).body
  for (const part of ['itemsPrice', 'taxPrice', 'totalPrice', 'foodBasis', 'otherBasis'])
    expect([part, cents(before.sales.kept[part]) + cents(sales.kept[part])]).toEqual([
      part,
      cents(both.kept[part]),
    ])
  expect([both.kept.totalPrice, both.kept.taxPrice, both.kept.foodBasis, both.kept.otherBasis]).toEqual([
    0, 0, 0, 0,
  ])
})
