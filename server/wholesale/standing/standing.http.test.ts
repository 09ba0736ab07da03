/** Standing orders of wholesale locations: who may change them, and which dates they have. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { signedIn } from '#test/signed-in.ts'
import { cafeOf } from '#test/wholesale/cafe.ts'
import { openCafe, weekly } from './standing.testing.ts'

let at: Awaited<ReturnType<typeof openCafe>>
beforeEach(async () => {
  at = await openCafe()
})
afterEach(async () => {
  expect(await violations(at.shop.db)).toEqual([])
  await at.shop.close()
})

type Date_ = {
  _id: string
  plannedOn: string
  deliversOn: string | null
  roastsOn: string | null
  state: string
}

const start = async (changes = {}) => {
  const answer = await at.cafe.post('/api/standing-orders', weekly(at.location, at.line, changes))
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body.order
}
const shown = async () => (await at.cafe.get('/api/standing-orders')).body.orders[0]
const days = ({ dates }: { dates: Date_[] }) =>
  dates.map(({ plannedOn, deliversOn, state }) => `${plannedOn} ${deliversOn} ${state}`)
const put = (id: string, what: string, body: object) => at.cafe.put(`/api/standing-orders/${id}${what}`, body)

/** Closes the shop on some days, as the owner does. */
async function close(...closures: string[]) {
  const { body } = await at.admin.get('/api/settings/shipping')
  expect((await at.admin.put('/api/settings/shipping', { ...body, closures })).status).toBe(200)
}

test('a retried request with the same key starts no second standing order', async () => {
  const key = { 'idempotency-key': 'started-once' }
  const send = () => at.cafe.post('/api/standing-orders', weekly(at.location, at.line), key)
  const answers = [...(await Promise.all([send(), send()])), await send()]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.order._id)).size).toBe(1)
  expect((await at.cafe.get('/api/standing-orders')).body.orders).toHaveLength(1)
})

describe('the next three dates', () => {
  test('of a weekly order are its days of delivery, the first one before whose cut-off it was started', async () => {
    const order = await start()
    expect(days(order)).toEqual([
      '2026-12-03 2026-12-03 planned',
      '2026-12-10 2026-12-10 planned',
      '2026-12-17 2026-12-17 planned',
    ])
    expect(order.dates[0]).toMatchObject({ roastsOn: '2026-12-02', orderBy: '2026-11-30T17:00:00.000Z' })
    expect(days(await shown())).toEqual(days(order))
  })

  test('of an order every second week begin in the future if it starts then', async () => {
    expect(days(await start({ everyWeeks: 2, startsOn: '2027-01-05' }))).toEqual([
      '2027-01-07 2027-01-07 planned',
      '2027-01-21 2027-01-21 planned',
      '2027-02-04 2027-02-04 planned',
    ])
  })

  test('move to an earlier delivery if the shop is closed, or are left out if the owner wants it so', async () => {
    await close('2026-12-10')
    const order = await start()
    expect(days(order)[1]).toBe('2026-12-10 2026-12-09 planned')
    const { body } = await at.admin.get('/api/settings/wholesale')
    await at.admin.put('/api/settings/wholesale', { ...body, leavesOut: true })
    const { body: held } = await put(order._id, '/hold', { until: null, version: 1 })
    expect(days(held.order)[1]).toBe('2026-12-10 null closed')
  })
})

describe('a buyer', () => {
  test('skips one date, and takes it back', async () => {
    const order = await start()
    const [date] = order.dates
    const skipped = await put(order._id, '/skip', { date: date._id, isSkipped: true, version: 1 })
    expect(skipped.body.message).toBe('Nothing comes on Thu, Dec 3.')
    expect(days(skipped.body.order)[0]).toBe('2026-12-03 2026-12-03 skipped')
    const back = await put(order._id, '/skip', { date: date._id, isSkipped: false, version: 2 })
    expect(days(back.body.order)[0]).toBe('2026-12-03 2026-12-03 planned')
  })

  test('changes one date, and from now on the others', async () => {
    const order = await start()
    const once = await put(order._id, '/once', {
      date: order.dates[0]._id,
      lines: [{ ...at.line, qty: 10 }],
      version: 1,
    })
    expect(once.body.order.dates[0].lines).toMatchObject([{ qty: 10 }])
    const { location: _, ...body } = weekly(at.location, { ...at.line, qty: 4 }, { everyWeeks: 2 })
    const changed = await put(order._id, '', { ...body, version: 2 })
    expect(changed.body.order.lines).toMatchObject([{ qty: 4, name: 'Fresh Guji' }])
    expect(days(changed.body.order)).toEqual([
      '2026-12-10 2026-12-10 planned',
      '2026-12-24 2026-12-24 planned',
      '2027-01-07 2027-01-07 planned',
    ])
  })

  test('holds it until a day, and ends it', async () => {
    const order = await start()
    const held = await put(order._id, '/hold', { until: '2027-01-01', version: 1 })
    expect(days(held.body.order)).toEqual([
      '2027-01-07 2027-01-07 planned',
      '2027-01-14 2027-01-14 planned',
      '2027-01-21 2027-01-21 planned',
    ])
    expect((await put(order._id, '/end', { version: 2 })).body).toEqual({ ended: true })
    expect((await at.cafe.get('/api/standing-orders')).body.orders).toEqual([])
    expect((await put(order._id, '/hold', { until: null, version: 3 })).status).toBe(404)
  })

  test('who saw an older version changes nothing', async () => {
    const order = await start()
    await put(order._id, '/hold', { until: '2027-01-01', version: 1 })
    const late = await put(order._id, '/end', { version: 1 })
    expect([late.status, late.body.message]).toEqual([
      409,
      expect.stringContaining('changed in the meantime'),
    ])
  })

  test.each([
    [{ weekday: 3 }, 400, 'This location gets its deliveries on Thu'],
    [{ startsOn: '2029-01-01' }, 400, 'Start within a year'],
    [{ startsOn: '2026-02-30' }, 400, 'Enter a day'],
    [{ lines: [] }, 400, 'Add at least one coffee'],
    [{ everyWeeks: 3 }, 400, ''],
  ])('cannot start one with %j', async (changes, status, message) => {
    const answer = await at.cafe.post('/api/standing-orders', weekly(at.location, at.line, changes))
    expect(answer.status).toBe(status)
    expect(answer.text).toContain(message)
  })

  test('cannot start one with a coffee that is not sold, or for a location without delivery days', async () => {
    const gone = { ...at.line, size: 'nothing' }
    expect((await at.cafe.post('/api/standing-orders', weekly(at.location, gone))).status).toBe(409)
    await at.shop.db.updateTable('locations').set({ weekdays: '' }).execute()
    const none = await at.cafe.post('/api/standing-orders', weekly(at.location, at.line))
    expect(none.body.message).toBe('No delivery day is agreed for this location. Please ask us')
  })

  test('can have the coffee under the label of its account, and not that of another account', async () => {
    const label = (companyId: string) =>
      at.shop.db
        .updateTable('products')
        .set({ for_accounts: 1, is_draft: 1, company_id: companyId })
        .where('id', '=', at.line.product)
        .execute()
    await label('another')
    const refused = await at.cafe.post('/api/standing-orders', weekly(at.location, at.line))
    expect([refused.status, refused.text.includes('Guji')]).toEqual([409, false])
    await label(at.company)
    const { lines } = await start()
    expect(lines).toMatchObject([{ name: 'Fresh Guji', isOnSale: true }])
  })
})

describe('among other people', () => {
  test('a customer, a buyer of another account and a removed buyer neither see nor change it', async () => {
    const order = await start()
    const other = await signedIn(at.shop)
    await cafeOf(at.shop, other, { company: { legal_name: 'Other LLC' } })
    const customer = await signedIn(at.shop)
    await at.shop.db
      .updateTable('buyers')
      .set({ removed_at: '2026-11-25T00:00:00.000Z' })
      .where('id', '=', at.buyer)
      .execute()
    for (const person of [other, customer, at.cafe]) {
      expect((await person.get('/api/standing-orders')).body.orders).toEqual([])
      const body = { until: null, version: 1 }
      expect((await person.put(`/api/standing-orders/${order._id}/hold`, body)).status).toBe(404)
      const started = await person.post('/api/standing-orders', weekly(at.location, at.line))
      expect(started.status).toBe(404)
    }
  })

  test('a buyer without the right to order cannot change it', async () => {
    const order = await start()
    await at.shop.db.updateTable('buyers').set({ may_order: 0 }).where('id', '=', at.buyer).execute()
    expect((await put(order._id, '/end', { version: 1 })).status).toBe(403)
  })

  test('an admin changes it for the account', async () => {
    const order = await start()
    const listed = await at.admin.get(`/api/standing-orders/of-account/${at.company}`)
    expect(listed.body.orders.map(({ _id }: { _id: string }) => _id)).toEqual([order._id])
    expect(listed.body.places).toMatchObject([{ name: 'Church Street', weekdays: [4] }])
    const held = await at.admin.put(`/api/standing-orders/${order._id}/hold`, {
      until: '2027-01-01',
      version: 1,
    })
    expect(held.status).toBe(200)
    expect((await at.admin.get('/api/standing-orders/of-account/none')).status).toBe(404)
  })
})

test('its dates are in the roast plan as planned bags, with the lines of the date, until they are skipped', async () => {
  const order = await start()
  await put(order._id, '/once', {
    date: order.dates[0]._id,
    lines: [{ ...at.line, qty: 10 }],
    version: 1,
  })
  const planned = async () => {
    const { coffees } = (await at.admin.get('/api/roastery/plan/2026-12-02')).body
    return coffees.flatMap(({ sizes }: { sizes: { planned: number }[] }) => sizes.map((size) => size.planned))
  }
  expect(await planned()).toEqual([10])
  await put(order._id, '/once', { date: order.dates[0]._id, lines: null, version: 2 })
  expect(await planned()).toEqual([6])
  await put(order._id, '/skip', { date: order.dates[0]._id, isSkipped: true, version: 3 })
  expect(await planned()).toEqual([])
})

const booked = async () => (await at.cafe.get('/api/account-orders/form')).body.booked

test('its next date is in the form of an order as ordered already, until it is skipped', async () => {
  const order = await start()
  expect((await booked())[0]).toEqual({ deliversOn: '2026-12-03', order: null })
  await put(order._id, '/skip', { date: order.dates[0]._id, isSkipped: true, version: 1 })
  expect((await booked())[0].deliversOn).not.toBe('2026-12-03')
})
