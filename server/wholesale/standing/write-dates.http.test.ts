/** The orders of standing dates: written once, some hours before the cut-off, or kept waiting. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import type { RhythmMail } from '#shared/platform/mails/rhythm.ts'
import { violations } from '#test/invariants.ts'
import { BAG, setCapacity } from '#server/roastery/delivery/capacity.testing.ts'
import { keepPlanned } from './keep-planned.ts'
import { openCafe, weekly } from './standing.testing.ts'
import { standingDates } from './write-dates.ts'

let at: Awaited<ReturnType<typeof openCafe>>
beforeEach(async () => {
  at = await openCafe()
})
afterEach(async () => {
  expect(await violations(at.shop.db)).toEqual([])
  await at.shop.close()
})

const start = async (changes = {}) => {
  const answer = await at.cafe.post('/api/standing-orders', weekly(at.location, at.line, changes))
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)])
  return answer.body.order
}
/** Moves the clock to a moment, such as '2026-11-29T12:00' in Virginia in winter. */
const goTo = (local: string) =>
  at.shop.clock.advance(Date.parse(`${local}:00-05:00`) - at.shop.clock.now().getTime())
const run = () => standingDates(at.shop.shop)
const orders = () =>
  at.shop.db
    .selectFrom('orders')
    .selectAll()
    .where('company_id', '=', at.company)
    .orderBy('delivers_on')
    .orderBy('id')
    .execute()
const shown = async () => (await at.cafe.get('/api/standing-orders')).body.orders[0]
const mails = async (kind: RhythmMail | 'order-received') =>
  (await at.shop.db.selectFrom('outbox').selectAll().where('kind', '=', kind).orderBy('id').execute()).map(
    ({ recipient, subject, about }) => ({
      recipient,
      subject,
      text: JSON.parse(about!).standing?.text?.join(' '),
    }),
  )

describe('an order is written', () => {
  test('a day before its cut-off, on account, with the lines, PO number and day of the pattern, and not before', async () => {
    await start({ poNumber: 'PO 12', note: 'Back door' })
    goTo('2026-11-29T11:59')
    await run()
    expect(await orders()).toEqual([])
    goTo('2026-11-29T12:00')
    await run()
    const [order] = await orders()
    expect(order).toMatchObject({
      state: 'paid',
      on_account: 1,
      delivers_on: '2026-12-03',
      roasts_on: '2026-12-02',
      po_number: 'PO 12',
      buyer_note: 'Back door',
      changeable_until: '2026-11-30T17:00:00.000Z',
      placed_by: 'Standing order',
    })
    const { dates } = await shown()
    expect(dates.map(({ state }: { state: string }) => state)).toEqual([
      'written',
      'planned',
      'planned',
      'planned',
    ])
    expect(dates[0].order).toBe(order!.id)
  })

  test('once, whatever runs again or at the same time', async () => {
    await start()
    goTo('2026-11-29T13:00')
    await Promise.all([run(), run(), run()])
    await run()
    expect(await orders()).toHaveLength(1)
  })

  test('or its date is skipped, if both happen at the same time', async () => {
    const { _id, dates } = await start()
    goTo('2026-11-29T13:00')
    const skip = { date: dates[0]._id, isSkipped: true, version: 1 }
    const [skipped] = await Promise.all([at.cafe.put(`/api/standing-orders/${_id}/skip`, skip), run()])
    await run()
    const state = (await shown()).dates[0].state
    expect([skipped.status, (await orders()).length, state]).toEqual(
      skipped.status === 200 ? [200, 0, 'skipped'] : [409, 1, 'written'],
    )
  })

  test('for each date of four months once, also if the clock moves day by day or back, over the end of daylight saving', async () => {
    await start()
    for (let day = 0; day < 140; day++) {
      at.shop.clock.advance(DAY)
      await keepPlanned(at.shop.shop)
      await run()
      if (day % 10 === 0) {
        at.shop.clock.advance(-3 * HOUR)
        await run()
        at.shop.clock.advance(3 * HOUR)
      }
    }
    const days = (await orders()).map(({ delivers_on: on }) => on)
    expect(new Set(days).size).toBe(days.length)
    expect(days[0]).toBe('2026-12-03')
    expect(days.length).toBeGreaterThan(17)
    const times = (await orders()).map(({ changeable_until: until }) => until!.slice(11, 16))
    // Noon in Virginia is 17:00 in winter and 16:00 in summer.
    expect(new Set(times)).toEqual(new Set(['17:00', '16:00']))
  })

  test('late if the shop was down at its time, as long as its roast day has not come', async () => {
    await start()
    goTo('2026-12-01T09:00')
    await run()
    expect((await orders()).map(({ delivers_on: on }) => on)).toEqual(['2026-12-03'])
  })

  test('with its own lines if it was changed once, and not at all if it is skipped', async () => {
    const { _id, dates } = await start()
    const put = (what: string, body: object) => at.cafe.put(`/api/standing-orders/${_id}/${what}`, body)
    await put('once', { date: dates[0]._id, lines: [{ ...at.line, qty: 9 }], version: 1 })
    await put('skip', { date: dates[1]._id, isSkipped: true, version: 2 })
    goTo('2026-12-01T10:00')
    await run()
    goTo('2026-12-13T13:00')
    await run()
    const lines = await at.shop.db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select(['delivers_on', 'qty'])
      .orderBy('delivers_on')
      .execute()
    expect(lines).toEqual([
      { delivers_on: '2026-12-03', qty: 9 },
      { delivers_on: '2026-12-17', qty: 6 },
    ])
  })

  test('also if its day is full by then, because it has booked its capacity ahead', async () => {
    await start()
    await setCapacity(at.admin, BAG)
    goTo('2026-11-29T13:00')
    await run()
    expect((await at.bookings()).map(({ day }) => day)).toEqual(['2026-12-02'])
  })

  test('and can be canceled without changing the pattern', async () => {
    await start()
    goTo('2026-11-29T13:00')
    await run()
    const [order] = await orders()
    expect((await at.cafe.post(`/api/account-orders/${order!.id}/cancel`)).status).toBe(200)
    await run()
    expect((await orders()).map(({ state }) => state)).toEqual(['cancelled'])
    goTo('2026-12-06T13:00')
    await run()
    expect((await orders()).map(({ state }) => state)).toEqual(['cancelled', 'paid'])
  })

  test('unpaid for an account that pays when it orders, with a mail to pay', async () => {
    await at.shop.db.updateTable('companies').set({ terms: 'prepaid' }).execute()
    await start()
    goTo('2026-11-29T13:00')
    await run()
    expect((await orders())[0]).toMatchObject({ state: 'pending', on_account: 0 })
    expect(await mails('order-received')).toHaveLength(1)
  })
})

describe('an order waits, and both sides are told once', () => {
  test('while the account is on hold, and is written when the hold ends', async () => {
    await start()
    await at.shop.db.updateTable('companies').set({ status: 'hold', hold_reason: 'overdue' }).execute()
    goTo('2026-11-29T13:00')
    await run()
    await run()
    expect(await orders()).toEqual([])
    expect((await shown()).dates[0]).toMatchObject({
      state: 'waiting',
      problem: expect.stringContaining('on hold'),
    })
    expect(await mails('standing-waiting')).toMatchObject([{ recipient: at.cafe.email.toLowerCase() }])
    expect(await mails('standing-to-shop')).toHaveLength(1)
    await at.shop.db.updateTable('companies').set({ status: 'approved' }).execute()
    await run()
    expect((await orders()).map(({ delivers_on: on }) => on)).toEqual(['2026-12-03'])
    expect((await shown()).dates[0].state).toBe('written')
  })

  test('if it is below the minimum, and is written after the lines are changed', async () => {
    const { _id, dates } = await start()
    await at.shop.db.updateTable('companies').set({ minimum: 'cents', minimum_value: 20_000 }).execute()
    goTo('2026-11-29T13:00')
    await run()
    expect((await shown()).dates[0]).toMatchObject({ state: 'waiting' })
    const lines = [{ ...at.line, qty: 20 }]
    const changed = await at.cafe.put(`/api/standing-orders/${_id}/once`, {
      date: dates[0]._id,
      lines,
      version: 1,
    })
    expect(changed.status).toBe(200)
    await run()
    expect((await orders()).map(({ items_cents: cents }) => cents)).toEqual([20 * 1330])
  })

  test('and is missed when its roast day has come', async () => {
    await start()
    await at.shop.db.updateTable('companies').set({ status: 'hold' }).execute()
    goTo('2026-11-29T13:00')
    await run()
    goTo('2026-12-02T08:00')
    await run()
    expect((await shown()).dates[0]).toMatchObject({ state: 'missed' })
    expect(await mails('standing-missed')).toHaveLength(1)
    await at.shop.db.updateTable('companies').set({ status: 'approved' }).execute()
    await run()
    expect(await orders()).toEqual([])
  })

  test('if nobody of the account may order', async () => {
    await start()
    await at.shop.db.updateTable('buyers').set({ removed_at: '2026-11-26T00:00:00.000Z' }).execute()
    goTo('2026-11-29T13:00')
    await run()
    expect(await orders()).toEqual([])
    expect(await mails('standing-waiting')).toMatchObject([{ recipient: 'bills@mosaic.example' }])
  })
})

describe('told ahead', () => {
  test('a closed day moves a delivery, and each day is told once', async () => {
    await start()
    const { body } = await at.admin.get('/api/settings/shipping')
    const saved = await at.admin.put('/api/settings/shipping', { ...body, closures: ['2026-12-10'] })
    expect(saved.status).toBe(200)
    await keepPlanned(at.shop.shop)
    await keepPlanned(at.shop.shop)
    expect((await mails('standing-moved')).map(({ text }) => text)).toEqual([
      'We are closed on Thu, Dec 10, so your standing order for Church Street comes on Wed, Dec 9 instead.',
    ])
    await at.admin.put('/api/settings/shipping', { ...saved.body, closures: [] })
    await keepPlanned(at.shop.shop)
    expect((await mails('standing-moved')).at(-1)!.text).toBe(
      'The delivery of your standing order for Church Street comes on Thu, Dec 10 after all.',
    )
    goTo('2026-12-06T13:00')
    await run()
    expect((await orders()).map(({ delivers_on: on }) => on)).toEqual(['2026-12-10'])
  })

  test('the end of a coffee, to both sides; then the order comes without it', async () => {
    const other = await at.shop.sell({ name: 'House', priceCents: 1500, isRoastedToOrder: true })
    const { id: size } = await at.shop.db
      .selectFrom('product_sizes')
      .select('id')
      .where('product_id', '=', other)
      .executeTakeFirstOrThrow()
    await start({ lines: [at.line, { product: other, size, grind: '', qty: 3 }] })
    const ended = await at.admin.post('/api/subscriptions/endings', {
      product: at.fresh,
      endsOn: '2026-12-01',
      replacement: null,
    })
    expect(ended.status).toBe(201)
    await keepPlanned(at.shop.shop)
    await keepPlanned(at.shop.shop)
    expect((await mails('standing-ending')).map(({ text }) => text)).toEqual([
      expect.stringContaining('We roast 6 × Fresh Guji, 12 oz for the last time on Tue, Dec 1.'),
    ])
    expect(await mails('standing-to-shop')).toHaveLength(1)
    goTo('2026-11-29T13:00')
    await run()
    const lines = await at.shop.db.selectFrom('order_lines').select(['name', 'qty']).execute()
    expect(lines).toEqual([{ name: 'House', qty: 3 }])
    expect(await mails('standing-short')).toHaveLength(1)
    expect(await mails('standing-to-shop')).toHaveLength(2)
  })

  test('a new price, once, with the first delivery that has it', async () => {
    await start()
    await keepPlanned(at.shop.shop)
    expect(await mails('standing-price')).toEqual([])
    await at.shop.db.updateTable('companies').set({ percent_off: 20 }).execute()
    await keepPlanned(at.shop.shop)
    await keepPlanned(at.shop.shop)
    expect((await mails('standing-price')).map(({ text }) => text)).toEqual([
      'In the standing order for Church Street: 6 × Fresh Guji, 12 oz: $15.20 a piece from Thu, Dec 3 on, before $13.30.',
    ])
  })
})
