/** Orders of accounts on a roast day that is full. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { signedIn } from '#test/signed-in.ts'
import { setDay } from '#server/roastery/delivery/capacity.testing.ts'
import { openCafe } from '../standing/standing.testing.ts'

let open: Awaited<ReturnType<typeof openCafe>>
beforeAll(async () => {
  open = await openCafe({ company: { percent_off: 20 } })
})
afterAll(async () => {
  expect(await violations(open.shop.db)).toEqual([])
  await open.shop.close()
})

test('a full roast day offers another day or a split, and staff exceed it with a reason', async () => {
  const { shop, cafe, company, location, fresh, size } = open
  const admin = await signedIn(shop, { isAdmin: true })
  const form = (await cafe.get(`/api/account-orders/form?company=${company}`)).body
  const [first, second] = form.deliveries
  await setDay(shop, first.roastsOn, 3000)
  const body = {
    company,
    location,
    deliversOn: first.deliversOn,
    payBy: 'account',
    lines: [{ product: fresh, sizeId: size, qty: 20 }],
  }
  const full = await cafe.post('/api/account-orders', body)
  expect([full.status, full.body.code, full.body.day]).toEqual([409, 'full', second.deliversOn])
  const { now, later, laterOn } = full.body.split
  expect(now[0].qty + later[0].qty).toBe(20)
  expect((await cafe.post('/api/account-orders', { ...body, lines: now })).status).toBe(201)
  expect(
    (await cafe.post('/api/account-orders', { ...body, lines: later, deliversOn: laterOn })).status,
  ).toBe(201)
  const byStaff = await admin.post('/api/account-orders/desk', { ...body, reason: 'The roaster agreed' })
  expect(byStaff.status).toBe(201)
})

test('of many orders at once for the last room of a day, only those that fit are accepted', async () => {
  const { shop, cafe, company, location, fresh, size } = open
  const form = (await cafe.get(`/api/account-orders/form?company=${company}`)).body
  const { deliversOn, roastsOn } = form.deliveries[3]
  await setDay(shop, roastsOn, 4500)
  const body = {
    company,
    location,
    deliversOn,
    payBy: 'account',
    lines: [{ product: fresh, sizeId: size, qty: 4 }],
  }
  const answers = await Promise.all(Array.from({ length: 8 }, () => cafe.post('/api/account-orders', body)))
  const placed = answers.filter(({ status }) => status === 201).length
  const booked = await shop.db
    .selectFrom('roast_bookings')
    .innerJoin('orders', 'orders.id', 'order_id')
    .where('day', '=', roastsOn)
    .select((eb) => eb.fn.sum<number>('green_grams').as('grams'))
    .executeTakeFirstOrThrow()
  expect(answers.every(({ status, body: { code } }) => status === 201 || code === 'full')).toBe(true)
  expect(booked.grams).toBeLessThanOrEqual(4500)
  expect(placed).toBeGreaterThan(0)
})
