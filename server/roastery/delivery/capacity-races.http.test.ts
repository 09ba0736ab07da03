// On PostgreSQL only: many purchases at once, where several writers are the harder case.
// Slow, not in `npm run check`: many purchases at once.
/** Many buyers for one roast day, and orders that the shop places itself. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { passDays, offerSubscriptions, subscribed } from '#server/subscriptions/subscriptions.testing.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { violations } from '#test/invariants.ts'
import { bought, orderBody, placed } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import {
  BAG,
  FRIDAY,
  MONDAY,
  openRoastery,
  setCapacity,
  THURSDAY,
  type Roastery,
} from './capacity.testing.ts'

let roastery: Roastery
let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
beforeEach(async () => {
  roastery = await openRoastery()
  ;({ shop, admin, buyer } = roastery)
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const { lines, bookings, roastsOn, limit } = {
  lines: (qty?: number) => roastery.lines(qty),
  bookings: () => roastery.bookings(),
  roastsOn: (id: string) => roastery.roastsOn(id),
  limit: (capacity: number | null) => setCapacity(admin, capacity),
}
const next = async () => (await shop.visitor().get('/api/delivery')).body

describe('at the same time', () => {
  test('thirty buyers share a day with room for seven: seven get it, and the rest the next days', async () => {
    await limit(7 * BAG)
    const people = await Promise.all(Array.from({ length: 30 }, () => signedIn(shop)))
    const bodies = await Promise.all(people.map((each) => orderBody(each, lines(1))))
    const answers = await Promise.all(people.map((each, index) => each.post('/api/orders', bodies[index])))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const days = Map.groupBy(await bookings(), ({ day }) => day)
    expect([...days].map(([day, own]) => [day, own.length])).toEqual([
      [THURSDAY, 7],
      [FRIDAY, 7],
      [MONDAY, 7],
      ['2026-12-01', 7],
      ['2026-12-02', 2],
    ])
    const booked = new Map((await bookings()).map(({ order_id: id, day }) => [id, day]))
    for (const { body } of answers) expect(await roastsOn(body._id)).toBe(booked.get(body._id))
  })

  test('orders and expiries never exceed the capacity of a day', async () => {
    await limit(5 * BAG)
    for (let round = 0; round < 3; round++) {
      const people = await Promise.all(Array.from({ length: 8 }, () => signedIn(shop)))
      const bodies = await Promise.all(people.map((each, index) => orderBody(each, lines(1 + (index % 3)))))
      const orders = people.map((each, index) => each.post('/api/orders', bodies[index]))
      await Promise.all([...orders, expireOrders(shop.shop)])
      shop.clock.advance(31 * MINUTE)
      const open = await shop.db
        .selectFrom('roast_bookings')
        .innerJoin('orders', 'orders.id', 'order_id')
        .where('state', '=', 'pending')
        .groupBy('day')
        .select(({ fn }) => fn.sum<number>('green_grams').as('grams'))
        .execute()
      for (const { grams } of open) expect(grams).toBeLessThanOrEqual(5 * BAG)
    }
  })
})

describe('orders by the shop', () => {
  test('planned deliveries of subscriptions take capacity, and book it when they have an order', async () => {
    await offerSubscriptions(shop)
    await subscribed(shop, buyer, [{ _id: roastery.fresh, qty: 2, subscribe: { weeks: 1 } }])
    const [first] = await bookings()
    expect(first).toMatchObject({ day: THURSDAY, green_grams: 810 })
    await limit(2 * BAG)
    const { next_on: plannedOn } = await shop.db
      .selectFrom('subscriptions')
      .select('next_on')
      .executeTakeFirstOrThrow()
    // Every day of the week before is taken, and so is the day of the planned delivery.
    for (let day = 0; day < 4; day++) await placed(buyer, lines(2))
    const dates = (await bookings()).map(({ day }) => day)
    expect(dates).not.toContain(plannedOn)
    await passDays(shop, 8)
    expect((await bookings()).some(({ day, green_grams }) => day === plannedOn && green_grams === 810)).toBe(
      true,
    )
  })

  test('a replacement takes the next day with room', async () => {
    await limit(BAG)
    const { id } = await bought(shop, buyer, lines(1))
    await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9400' })
    const made = await admin.post(`/api/orders/${id}/replacement`, { lines: [{ line: 0, qty: 1 }], seen: 0 })
    expect(await roastsOn(made.body._id)).toBe(FRIDAY)
    expect(await bookings()).toHaveLength(2)
    expect((await next()).toOrder.dates.roastsOn).toBe(MONDAY)
    await admin.post(`/api/orders/${made.body._id}/close`)
    expect((await next()).toOrder.dates.roastsOn).toBe(FRIDAY)
  })
})
