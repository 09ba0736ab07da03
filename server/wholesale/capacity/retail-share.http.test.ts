/** The share of a roast day that the owner keeps for retail, with orders of both kinds at once. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { greenFor } from '#shared/roastery/roastery.ts'
import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { BAG, FRIDAY, setCapacity, THURSDAY } from '#server/roastery/delivery/capacity.testing.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { guardedBookingSteps } from '#server/roastery/delivery/bookings.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import { violations } from '#test/invariants.ts'
import { orderBody, placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { openCafe, weekly } from '../standing/standing.testing.ts'
import { wholesaleNeed } from './wholesale-need.ts'

let at: Awaited<ReturnType<typeof openCafe>>
beforeEach(async () => {
  at = await openCafe()
})
afterEach(async () => {
  expect(await violations(at.shop.db)).toEqual([])
  await at.shop.close()
})

async function keepForRetail(percent: number) {
  const { body } = await at.admin.get('/api/settings/wholesale')
  const saved = await at.admin.put('/api/settings/wholesale', { ...body, retailPercent: percent })
  expect(saved.status).toBe(200)
}

const bags = (qty: number) => [{ productId: at.fresh, sizeGrams: 340, qty, isRoastedToOrder: true }]
const needOf = async (qty: number, options?: Parameters<typeof wholesaleNeed>[3]) =>
  (await wholesaleNeed(at.shop.shop, await scheduleOf(at.shop.shop), bags(qty), options))!

/** The green coffee of some bags: they are weighed together, so it is a little less than that of each. */
const green = (qty: number) => greenFor(340 * qty, 160)

/** An order of the account that has no booking yet. */
async function orderOfAccount(): Promise<string> {
  const id = await placed(at.retail, [{ _id: await at.shop.sell(), qty: 1 }])
  await at.shop.db.updateTable('orders').set({ company_id: at.company }).where('id', '=', id).execute()
  return id
}

/** Takes capacity for an order of the account; whether the day had room. */
async function book(id: string, qty: number, day: string = THURSDAY): Promise<boolean> {
  const need = await needOf(qty)
  const steps = guardedBookingSteps(at.shop.db, id, [{ day, grams: need.grams }], need)
  return (await allOrNone(at.shop.db, steps)) === null
}

test('wholesale takes at most its share of a day, and retail can still have the rest', async () => {
  await setCapacity(at.admin, 10 * BAG)
  await keepForRetail(40)
  expect((await needOf(1)).freeOn(THURSDAY)).toBe(6 * BAG)
  expect(await book(await orderOfAccount(), 6)).toBe(true)
  expect((await needOf(1)).freeOn(THURSDAY)).toBe(6 * BAG - green(6))
  expect(await book(await orderOfAccount(), 1)).toBe(false)
  const retail = await placed(at.retail, at.lines(4))
  expect(await at.roastsOn(retail)).toBe(THURSDAY)
  expect(await at.roastsOn(await placed(at.retail, at.lines(1)))).toBe(FRIDAY)
})

test('retail can fill the day, and wholesale then gets less than its share', async () => {
  await setCapacity(at.admin, 10 * BAG)
  await keepForRetail(40)
  await placed(at.retail, at.lines(9))
  expect((await needOf(1)).freeOn(THURSDAY)).toBe(10 * BAG - green(9))
  expect(await book(await orderOfAccount(), 2)).toBe(false)
  expect(await book(await orderOfAccount(), 1)).toBe(true)
})

test('an expired order gives back the room of the share, once', async () => {
  await setCapacity(at.admin, 10 * BAG)
  await keepForRetail(50)
  const id = await orderOfAccount()
  expect(await book(id, 5)).toBe(true)
  expect(await book(await orderOfAccount(), 1)).toBe(false)
  at.shop.clock.advance(HOUR)
  await expireOrders(at.shop.shop)
  expect((await needOf(1)).freeOn(THURSDAY)).toBe(5 * BAG)
})

test('staff exceed the capacity knowingly, and an order can keep the room that it has', async () => {
  await setCapacity(at.admin, 2 * BAG)
  await keepForRetail(50)
  const id = await orderOfAccount()
  expect(await book(id, 1)).toBe(true)
  expect((await needOf(1, { exceptOrder: id })).freeOn(THURSDAY)).toBe(BAG)
  const allowed = await needOf(8, { isAllowed: true })
  expect([allowed.grams, allowed.freeOn(THURSDAY), allowed.isLimited]).toEqual([green(8), Infinity, false])
})

test('orders of retail and wholesale at once keep the share and the whole day', async () => {
  await setCapacity(at.admin, 10 * BAG)
  await keepForRetail(60)
  const ids: string[] = []
  for (let count = 0; count < 8; count++) ids.push(await orderOfAccount())
  const people = await Promise.all(Array.from({ length: 12 }, () => signedIn(at.shop)))
  const bodies = await Promise.all(people.map((each) => orderBody(each, at.lines(1))))
  const [booked, answers] = await Promise.all([
    Promise.all(ids.map((id) => book(id, 1))),
    Promise.all(people.map((each, index) => each.post('/api/orders', bodies[index]))),
  ])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  const onThursday = (await at.bookings()).filter(({ day }) => day === THURSDAY)
  const ofAccount = onThursday.filter(({ order_id: id }) => ids.includes(id))
  expect(ofAccount.length).toBe(booked.filter(Boolean).length)
  expect(ofAccount.length).toBeLessThanOrEqual(4)
  expect(onThursday.length).toBe(10)
})

test('the dates of standing orders take of the share before their orders are written', async () => {
  await setCapacity(at.admin, 20 * BAG)
  await keepForRetail(50)
  const started = await at.cafe.post('/api/standing-orders', weekly(at.location, at.line))
  expect(started.status).toBe(201)
  at.shop.clock.advance(2 * MINUTE)
  const need = await needOf(1)
  expect(need.freeOn('2026-12-02')).toBe(10 * BAG - green(6))
  expect(need.plannedOn('2026-12-02')).toBe(green(6))
})
