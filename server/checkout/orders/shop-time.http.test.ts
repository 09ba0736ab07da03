/** The days of orders late in the evening, when it is the next day in UTC. */
import { addDays } from '#shared/kernel/days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { nowAt, startOf } from '#server/kernel/time/shop-days.ts'

let shop: TestShop
let today: string
beforeAll(async () => {
  shop = await openShop()
  const evening = Date.parse(startOf(addDays(nowAt(shop.clock).day, 1))) - 30 * MINUTE
  shop.clock.advance(evening - shop.clock.now().getTime())
  today = nowAt(shop.clock).day
})
afterAll(() => shop.close())

test('the first ten characters of the dates of an order are the day at the shop, in lists and on its page', async () => {
  const buyer = await signedIn(shop)
  const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  await pay(shop, buyer, id)
  const admin = await signedIn(shop, { isAdmin: true })
  await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '', trackingUrl: '' })
  await admin.put(`/api/orders/${id}/deliver`)
  const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row.paid_at!.slice(0, 10)).toBe(addDays(today, 1))
  const { body: one } = await admin.get(`/api/orders/${id}`)
  const { orders: all } = (await admin.get('/api/orders')).body
  const { orders: own } = (await buyer.get('/api/orders/mine')).body
  for (const order of [one, all[0], own[0]]) {
    const dates: string[] = [order.createdAt, order.paidAt, order.deliveredAt]
    expect(dates.map((date) => date.slice(0, 10))).toEqual([today, today, today])
    expect(dates[1]).toMatch(/T23:3\d:\d\d\.\d{3}-0[45]:00$/)
    // The moment is the same.
    const moments = [row.created_at, row.paid_at!, row.delivered_at!]
    expect(dates.map((date) => Date.parse(date))).toEqual(moments.map((moment) => Date.parse(moment)))
  }
})
