import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, WEEKDAYS, weekdayOf } from '#shared/kernel/days.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { accepted, newLocation } from './deliveries.testing.ts'
import { billWhatLeft } from './leave.ts'

let shop: TestShop
let admin: SignedInVisitor
let driver: SignedInVisitor
let other: SignedInVisitor
let bean: string
let cafe: { company: string; location: string }
let today: string
beforeAll(async () => {
  shop = await openShop()
  bean = await shop.sell({ stock: 1000 })
})
beforeEach(async () => {
  await shop.db.deleteFrom('deliveries').execute()
  await shop.db.updateTable('orders').set({ company_id: null, handover: null, delivers_on: null }).execute()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  driver = await signedIn(shop, { name: 'Dan Driver', role: 'packer' })
  other = await signedIn(shop, { name: 'Eve Driver', role: 'packer' })
  cafe = await newLocation(shop, 'Northside', { doorNote: 'Code 1234' })
  today = nowAt(shop.clock).day
})
afterAll(() => shop.close())

const dayOf = async (day = today) => (await driver.get(`/api/deliveries/${day}`)).body
const runOf = async (day = today, route = 'none') => (await driver.get(`/api/runs/${day}/${route}`)).body
const handOver = (orders: string[], more: object = {}, by = driver, key?: string) =>
  by.post(
    '/api/deliveries/handed-over',
    { day: today, orders, receivedBy: 'Kim', ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const missed = (orders: string[], more: object = {}, by = driver) =>
  by.post('/api/deliveries/nobody', { day: today, orders, newDay: addDays(today, 1), ...more })
const stateOf = async (id: string) => (await admin.get(`/api/orders/${id}`)).body
const lineOf = async (id: string): Promise<number> => (await stateOf(id)).orderItems[0].line
const rowsOf = (id: string) =>
  shop.db.selectFrom('deliveries').selectAll().where('order_id', '=', id).execute()

describe('the runs of a day', () => {
  test('have the accepted orders of their stops, in the order of the route, and no prices', async () => {
    const second = await newLocation(shop, 'Southside')
    const far = await newLocation(shop, 'Elsewhere')
    const weekday = WEEKDAYS.indexOf(weekdayOf(today)) + 1
    const route = await admin.post('/api/van-routes', {
      name: 'North',
      weekday,
      driver: 'Dan',
      stops: [second.location, cafe.location],
    })
    expect(route.status, route.text).toBe(201)
    const one = await accepted(shop, cafe, [{ _id: bean, qty: 3 }])
    await accepted(shop, second, [{ _id: bean, qty: 1 }])
    await accepted(shop, far, [{ _id: bean, qty: 2 }])
    await accepted(shop, cafe, [{ _id: bean, qty: 2 }], { day: addDays(today, 1) })
    const { runs } = await dayOf()
    expect(
      runs.map(({ name, stops }: { name: string; stops: { company: string }[] }) => [
        name,
        stops.map(({ company }) => company),
      ]),
    ).toEqual([
      ['North', ['Southside', 'Northside']],
      ['Other stops', ['Elsewhere']],
    ])
    const run = await driver.get(`/api/runs/${today}/${route.body._id}`)
    expect(run.body.stops[1]).toMatchObject({
      receivesFrom: '07:00',
      doorNote: 'Code 1234',
      orders: [{ _id: one, pieces: 3, outcome: null, lines: [{ qty: 3 }] }],
    })
    expect(run.text).not.toMatch(/price|cents|total/i)
    const sorted = await driver.put(`/api/runs/${today}/${route.body._id}/stops`, {
      stops: [cafe.location, second.location],
    })
    expect(sorted.body.stops.map(({ _id }: { _id: string }) => _id)).toEqual([cafe.location, second.location])
    expect(
      (await driver.put(`/api/runs/${today}/${route.body._id}/stops`, { stops: [far.location] })).status,
    ).toBe(400)
    expect((await admin.put(`/api/van-routes/${route.body._id}`, { ...route.body, version: 9 })).status).toBe(
      409,
    )
    expect((await driver.post('/api/van-routes', { name: 'X', weekday, stops: [] })).status).toBe(403)
    expect((await admin.delete(`/api/van-routes/${route.body._id}`)).status).toBe(200)
    expect((await driver.get(`/api/runs/${today}/${route.body._id}`)).status).toBe(404)
  })

  test('are not for visitors, buyers and baristas', async () => {
    for (const who of [
      shop.visitor(),
      await signedIn(shop, { name: 'Ann' }),
      await signedIn(shop, { name: 'Bo', role: 'barista' }),
    ])
      expect([401, 403]).toContain((await who.get(`/api/deliveries/${today}`)).status)
  })
})

describe('at the door', () => {
  test('a stop is handed over to a person: its orders are delivered, with the time of the phone', async () => {
    const orders = [
      await accepted(shop, cafe, [{ _id: bean, qty: 3 }]),
      await accepted(shop, cafe, [{ _id: bean, qty: 1 }]),
    ]
    const { status, text } = await handOver(orders, { secondsAgo: 3600 })
    expect(status, text).toBe(200)
    const [stop] = (await runOf()).stops
    expect(stop.orders).toMatchObject([
      { outcome: 'delivered', receivedBy: 'Kim', by: 'Dan Driver' },
      { outcome: 'delivered', receivedBy: 'Kim' },
    ])
    const { state, deliveredAt, history } = await stateOf(orders[0]!)
    expect(state).toBe('delivered')
    expect(shop.clock.now().getTime() - Date.parse(deliveredAt)).toBeGreaterThanOrEqual(HOUR)
    expect(history.at(-1).event).toBe('Delivered to Kim')
  })

  test('pieces are short, with the reason: refused ones go back to the stock', async () => {
    const id = await accepted(shop, cafe, [{ _id: bean, qty: 5 }])
    const line = await lineOf(id)
    const stock = async () => (await admin.get(`/api/products/${bean}`)).body.countInStock
    const before = await stock()
    const short = (qty: number, why: string) => ({ shorts: [{ order: id, line, qty, why }] })
    expect((await handOver([id], short(6, 'missing'))).status).toBe(400)
    expect((await handOver([id], short(5, 'missing'))).status).toBe(400)
    expect((await handOver([id], short(1, 'eaten'))).status).toBe(400)
    expect((await handOver([id], { shorts: [{ order: id, line: 99, qty: 1, why: 'missing' }] })).status).toBe(
      400,
    )
    expect((await stateOf(id)).state).toBe('paid')
    expect((await handOver([id], short(2, 'refused'))).status).toBe(200)
    expect(await stock()).toBe(before + 2)
    const [stop] = (await runOf()).stops
    expect(stop.orders).toMatchObject([{ outcome: 'short', shorts: [{ line, qty: 2, why: 'refused' }] }])
    expect((await stateOf(id)).history.at(-1).event).toBe('Delivered to Kim, 2 pieces short')
  })

  test('an order whose delivery was missed is moved to the new day, and is delivered on that day', async () => {
    const id = await accepted(shop, cafe, [{ _id: bean, qty: 2 }])
    expect((await missed([id], { newDay: today })).status).toBe(400)
    expect((await missed([id], { note: 'Closed' })).status).toBe(200)
    expect((await stateOf(id)).state).toBe('paid')
    expect((await runOf()).stops[0].orders).toMatchObject([{ outcome: 'nobody', movedTo: addDays(today, 1) }])
    const next = (await runOf(addDays(today, 1))).stops[0]
    expect(next.orders).toMatchObject([{ _id: id, outcome: null }])
    const again = await missed([id], {}, other)
    expect([again.status, again.body.message]).toEqual([
      409,
      expect.stringContaining('Dan Driver found nobody'),
    ])
    shop.clock.advance(DAY)
    driver = await signedIn(shop, { name: 'Dan Driver', role: 'packer' })
    expect((await handOver([id], { day: addDays(today, 1) })).status).toBe(200)
    expect((await rowsOf(id)).length).toBe(2)
  })

  test('a repeated step changes nothing, and two phones deliver a stop once', async () => {
    const id = await accepted(shop, cafe, [{ _id: bean, qty: 2 }])
    const first = await handOver([id], {}, driver, 'step-1')
    expect((await handOver([id], { secondsAgo: 90 }, driver, 'step-1')).body).toEqual(first.body)
    const late = await handOver([id], { receivedBy: 'Lee' }, other, 'step-2')
    expect([late.status, late.body.code]).toEqual([409, 'done'])
    expect(late.body.message).toMatch(/^Dan Driver has delivered order .* to Kim at .*Nothing was changed$/)
    expect((await missed([id], {}, other)).status).toBe(409)
    expect((await rowsOf(id)).length).toBe(1)
    const race = await accepted(shop, cafe, [{ _id: bean, qty: 2 }])
    const answers = await Promise.all([driver, other, driver, other].map((who) => handOver([race], {}, who)))
    expect(answers.filter(({ status }) => status === 200).length).toBe(1)
    expect((await rowsOf(race)).length).toBe(1)
  })

  test('a phone that was offline for a day delivers what another phone found closed, once', async () => {
    const id = await accepted(shop, cafe, [{ _id: bean, qty: 2 }])
    expect((await missed([id], {}, other)).status).toBe(200)
    shop.clock.advance(DAY)
    driver = await signedIn(shop, { name: 'Dan Driver', role: 'packer' })
    expect((await handOver([id], { secondsAgo: DAY / 1000 }, driver, 'old-step')).status).toBe(200)
    expect((await runOf()).stops[0].orders).toMatchObject([
      { outcome: 'delivered', at: expect.stringContaining(today) },
    ])
    expect((await driver.get(`/api/runs/${addDays(today, 1)}/none`)).body.stops).toEqual([])
  })

  test('an order that was closed meanwhile is named, and nothing of the stop is changed', async () => {
    const [one, two] = [
      await accepted(shop, cafe, [{ _id: bean, qty: 2 }]),
      await accepted(shop, cafe, [{ _id: bean, qty: 2 }]),
    ]
    expect((await admin.post(`/api/orders/${two}/refund`, { reason: 'closed' })).status).toBe(200)
    const { status, body } = await handOver([one, two])
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(/Nothing was changed|on its way back/),
    ])
    expect((await stateOf(one)).state).toBe('paid')
    const retail = await accepted(shop, cafe, [{ _id: bean, qty: 1 }])
    await shop.db
      .updateTable('orders')
      .set({ company_id: null, handover: null })
      .where('id', '=', retail)
      .execute()
    expect((await handOver([retail])).status).toBe(409)
  })
})

const invoicesOf = (order: string) =>
  shop.db
    .selectFrom('invoices')
    .innerJoin('departures', 'departures.invoice_id', 'invoices.id')
    .select(['invoices.id', 'items_cents', 'invoices.is_prepaid', 'delivered_on'])
    .where('order_id', '=', order)
    .execute()
const onAccount = async (id: string) =>
  shop.db.updateTable('orders').set({ on_account: 1 }).where('id', '=', id).execute()
const priceOf = async (id: string): Promise<number> =>
  Math.round((await stateOf(id)).orderItems[0].price * 100)

describe('the invoice of goods that are handed over', () => {
  test('bills on account only what was taken, once, whatever is sent again', async () => {
    const id = await accepted(shop, cafe, [{ _id: bean, qty: 5 }])
    await onAccount(id)
    const shorts = [{ order: id, line: await lineOf(id), qty: 2, why: 'damaged' }]
    expect((await handOver([id], { shorts }, driver, 'bill-1')).status).toBe(200)
    await handOver([id], { shorts }, driver, 'bill-1')
    await handOver([id], {}, other, 'bill-2')
    await billWhatLeft(shop.shop)
    expect(await invoicesOf(id)).toMatchObject([
      { items_cents: 3 * (await priceOf(id)), is_prepaid: 0, delivered_on: today },
    ])
  })

  test('bills a prepaid order as it was paid, and credits what is missing', async () => {
    const id = await accepted(shop, cafe, [{ _id: bean, qty: 5 }])
    const stock = async () => (await admin.get(`/api/products/${bean}`)).body.countInStock
    const before = await stock()
    const shorts = [{ order: id, line: await lineOf(id), qty: 2, why: 'refused' }]
    expect((await handOver([id], { shorts })).status).toBe(200)
    const [invoice] = await invoicesOf(id)
    expect(invoice).toMatchObject({ items_cents: 5 * (await priceOf(id)), is_prepaid: 1 })
    const credits = await shop.db
      .selectFrom('credit_notes')
      .select('items_cents')
      .where('invoice_id', '=', invoice!.id)
      .execute()
    expect(credits).toEqual([{ items_cents: 2 * (await priceOf(id)) }])
    expect(await stock()).toBe(before + 2)
  })

  test('follows an order that is marked as delivered at the desk, and none that is not gone', async () => {
    const [gone, here] = [
      await accepted(shop, cafe, [{ _id: bean, qty: 1 }]),
      await accepted(shop, cafe, [{ _id: bean, qty: 1 }]),
    ]
    for (const id of [gone, here]) await onAccount(id)
    expect((await admin.put(`/api/orders/${gone}/deliver`)).status).toBe(200)
    await billWhatLeft(shop.shop)
    await billWhatLeft(shop.shop)
    expect((await invoicesOf(gone)).length).toBe(1)
    expect(await invoicesOf(here)).toEqual([])
  })
})

test('an order for the van is not to ship, and gets no label', async () => {
  const id = await accepted(shop, cafe, [{ _id: bean, qty: 2 }])
  const { body } = await admin.get('/api/shippo/queue')
  expect(body.orders.map(({ _id }: { _id: string }) => _id)).not.toContain(id)
  expect(body.count).toBe(body.orders.length)
  expect((await admin.post('/api/shippo', { orderId: id })).status).toBe(409)
  expect((await admin.put(`/api/orders/${id}/ship`, {})).status).toBe(409)
  await shop.db.updateTable('orders').set({ po_number: 'PO 77' }).where('id', '=', id).execute()
  const slip = await driver.get(`/api/orders/${id}/packing`)
  expect(slip.body).toMatchObject({ vanOn: today, poNumber: 'PO 77' })
  expect(slip.text).not.toMatch(/price|total/i)
})

test('an account picks up an order: who took it is stored, once', async () => {
  const id = await accepted(shop, cafe, [{ _id: bean, qty: 2 }], { handover: 'pickup' })
  expect((await dayOf()).pickups).toMatchObject([{ _id: id, company: 'Northside', outcome: null }])
  const pickUp = (receivedBy: string) => driver.put(`/api/deliveries/orders/${id}/picked-up`, { receivedBy })
  expect((await pickUp('')).status).toBe(400)
  expect((await pickUp('Kim')).status).toBe(200)
  expect((await pickUp('Kim')).status).toBe(200)
  expect((await pickUp('Lee')).status).toBe(409)
  expect((await dayOf()).pickups).toMatchObject([{ outcome: 'picked-up', receivedBy: 'Kim' }])
  expect((await stateOf(id)).state).toBe('delivered')
})

test('an order of an earlier day is listed as late, and moved to another day', async () => {
  const id = await accepted(shop, cafe, [{ _id: bean, qty: 2 }], { day: addDays(today, -2) })
  expect((await dayOf()).late).toMatchObject([
    { _id: id, company: 'Northside', deliversOn: addDays(today, -2) },
  ])
  expect((await driver.put(`/api/deliveries/orders/${id}/day`, { day: addDays(today, -1) })).status).toBe(400)
  expect((await driver.put(`/api/deliveries/orders/${id}/day`, { day: today })).status).toBe(200)
  expect((await dayOf()).late).toEqual([])
  expect((await runOf()).stops[0].orders).toMatchObject([{ _id: id }])
})
