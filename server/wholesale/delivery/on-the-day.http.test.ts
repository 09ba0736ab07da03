/** Orders for the van on the pages of the day: the roast day, the run, and Today. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/days.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { rowOf } from '#test/table-rows.ts'
import { accepted, newLocation } from './deliveries.testing.ts'

let shop: TestShop
let driver: SignedInVisitor
let bean: string
let cafe: { company: string; location: string }
let today: string
beforeAll(async () => {
  shop = await openShop()
  bean = await shop.sell({ stock: 1000 })
})
beforeEach(async () => {
  await shop.db.updateTable('orders').set({ company_id: null, handover: null, delivers_on: null }).execute()
  driver = await signedIn(shop, { name: 'Dan Driver', role: 'packer' })
  cafe = await newLocation(shop, 'Northside')
  today = nowAt(shop.clock).day
})
afterAll(() => shop.close())

const deliveriesOnToday = async () => (await driver.get('/api/desk/work')).body.todo.deliveries

test('the roast day marks an order for the van, and the order says how many of its bags are not filled yet', async () => {
  const fresh = await shop.sell({ isRoastedToOrder: true, sizeGrams: 340 })
  const id = await accepted(shop, cafe, [
    { _id: fresh, qty: 2 },
    { _id: bean, qty: 1 },
  ])
  const { roasts_on: roastsOn } = await rowOf(shop.db, 'orders', id)
  const { orders } = (await driver.get(`/api/roastery/days/${roastsOn}`)).body
  expect(orders).toMatchObject([{ _id: id, isByVan: true, isFilled: false }])
  expect((await driver.get(`/api/runs/${today}/none`)).body.stops[0].orders).toMatchObject([
    { _id: id, pieces: 3, unfilled: 2 },
  ])
})

test('Today lists the orders for the van of today and of days before, until they are delivered', async () => {
  const late = await accepted(shop, cafe, [{ _id: bean, qty: 1 }], { day: addDays(today, -1) })
  const now = await accepted(shop, cafe, [{ _id: bean, qty: 2 }])
  await accepted(shop, cafe, [{ _id: bean, qty: 3 }], { day: addDays(today, 1) })
  expect(await deliveriesOnToday()).toMatchObject({
    count: 2,
    first: [
      { _id: late, name: 'Northside', day: addDays(today, -1) },
      { _id: now, day: today },
    ],
  })
  await driver.post('/api/deliveries/handed-over', { day: today, orders: [now], receivedBy: 'Kim' })
  expect(await deliveriesOnToday()).toMatchObject({ count: 1, first: [{ _id: late }] })
})
