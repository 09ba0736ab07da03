/** In a separate file, so that the other tests of the list do not have to delete two thousand orders. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { orderNumberAt } from '#shared/checkout/order-number.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
  const buyer = await signedIn(shop, { name: 'Quick Buyer' })
  const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  const model = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const start = Date.parse('2020-01-01')
  for (let batch = 0; batch < 5; batch++) {
    const rows = Array.from({ length: 400 }, (_, index) => {
      const number = batch * 400 + index
      const at = new Date(start + number * MINUTE).toISOString()
      return {
        ...model,
        id: `many${String(number).padStart(6, '0')}`,
        number: orderNumberAt(number),
        created_at: at,
      }
    })
    await shop.db.insertInto('orders').values(rows).execute()
  }
})
afterAll(() => shop.close())

test.each([
  ['', 10],
  ['pageNumber=201', 1],
  ['pageNumber=100', 10],
  ['state=pending&pageNumber=200', 10],
  ['keyword=quick', 10],
  ['keyword=quick&pageNumber=201', 1],
])('the first and the last page of two thousand orders are correct: %s', async (query, length) => {
  const admin = await signedIn(shop, { isAdmin: true })
  const { body } = await admin.get(`/api/orders?${query}`)
  expect([body.orders.length, body.totals.count]).toEqual([length, 2001])
})

test('the pages of two thousand orders have no gap or overlap in the middle', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const dates: string[] = []
  // Pages up to here are read from the start of the list, later ones from its end.
  for (const page of [100, 101, 102]) {
    const { body } = await admin.get(`/api/orders?pageNumber=${page}`)
    dates.push(...body.orders.map(({ createdAt }: { createdAt: string }) => createdAt))
  }
  expect(new Set(dates).size).toBe(30)
  expect(dates).toEqual(dates.toSorted().toReversed())
  expect(Date.parse(dates[0]!) - Date.parse(dates[29]!)).toBe(29 * MINUTE)
})
