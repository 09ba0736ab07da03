/** The days of the counter: started, cash paid in and out, counted, closed and corrected. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { soldAtCounter } from '../counter/counter.testing.ts'

let shop: TestShop
let owner: SignedInVisitor
let bo: SignedInVisitor
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  owner = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  bo = await signedIn(shop, { name: 'Bo Barista', role: 'barista' })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})
beforeEach(async () => {
  await shop.db.updateTable('tenders').set({ counter_day_id: null }).execute()
  await shop.db.deleteFrom('counter_moves').execute()
  await shop.db.deleteFrom('counter_days').execute()
})

const start = (amount: number, staff: Visitor = bo) => staff.post('/api/counter-day/start', { start: amount })
const pay = (kind: 'in' | 'out', amount: number, reason = 'Milk') =>
  bo.post('/api/counter-day/moves', { kind, amount, reason })
const openDay = async () => (await bo.get('/api/counter-day')).body.open

const oneOf = async (priceCents: number) => [{ _id: await shop.sell({ priceCents }), qty: 1 }]

async function close(counted: number, more: object = {}, staff: Visitor = bo) {
  const { _id, version } = await openDay()
  return staff.post('/api/counter-day/close', { _id, version, counted, ...more })
}

test('a day is counted first, and the close says what was expected and the difference', async () => {
  expect((await start(150)).status).toBe(201)
  await pay('out', 12.5)
  const { status, body, text } = await pay('in', 20, 'Coins from the bank')
  expect(status, text).toBe(201)
  expect(body.open).toMatchObject({ start: 150, openedBy: 'Bo Barista' })
  expect(
    body.open.moves.map(({ amount, reason }: { amount: number; reason: string }) => [amount, reason]),
  ).toEqual([
    [-12.5, 'Milk'],
    [20, 'Coins from the bank'],
  ])
  expect(JSON.stringify(body)).not.toContain('expected')
  const closed = await close(156.5, { taken: 56.5, note: 'A dollar short' })
  expect(closed.body).toMatchObject({
    expected: 157.5,
    counted: 156.5,
    difference: -1,
    taken: 56.5,
    note: 'A dollar short',
    closedBy: 'Bo Barista',
  })
  expect((await bo.get('/api/counter-day')).body).toMatchObject({ open: null, left: 100 })
  const { lines } = (await owner.get('/api/record?subject=counterDay')).body
  expect(lines.slice(0, 4).map(({ action }: { action: string }) => action)).toEqual([
    'Closed',
    'Paid in',
    'Paid out',
    'Started',
  ])
})

test('a start that differs from what the last close left is kept beside it', async () => {
  await start(100)
  await close(100)
  await start(80)
  const { _id } = await openDay()
  expect((await owner.get(`/api/counter-days/${_id}`)).body).toMatchObject({
    start: 80,
    left: 100,
    expected: null,
    difference: null,
  })
})

test('a day is started once, also in two requests at once', async () => {
  const both = await Promise.all([start(10), start(20, owner)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect((await start(30)).body).toMatchObject({ code: 'open' })
  const days = await shop.db.selectFrom('counter_days').select('id').execute()
  expect(days.length).toBe(1)
})

test('two closes at once give one, and the other says who closed the day', async () => {
  await start(10)
  const { _id, version } = await openDay()
  const send = (staff: Visitor, counted: number) =>
    staff.post('/api/counter-day/close', { _id, version, counted })
  const both = await Promise.all([send(bo, 10), send(owner, 11)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  const lost = both.find(({ status }) => status === 409)!
  expect(lost.body.code).toBe('closed')
  expect(lost.body.message).toMatch(/^(Bo Barista|Olive Owner) closed this day already, at /)
  expect((await send(bo, 12)).status).toBe(409)
})

test('a close with the key of an earlier try is that close', async () => {
  await start(10)
  const { _id, version } = await openDay()
  const send = () =>
    bo.post('/api/counter-day/close', { _id, version, counted: 9 }, { 'idempotency-key': 'one-close' })
  const both = await Promise.all([send(), send()])
  expect(both.map(({ status, body }) => [status, body.difference])).toEqual([
    [200, -1],
    [200, -1],
  ])
})

test('a count is refused if cash went in or out since it began', async () => {
  await start(10)
  const { _id, version } = await openDay()
  await pay('out', 1)
  const late = await bo.post('/api/counter-day/close', { _id, version, counted: 10 })
  expect([late.status, late.body.code]).toEqual([409, 'changed'])
  expect((await close(9)).body.difference).toBe(0)
})

test('a closed day is frozen: a correction of its count is an entry with a reason', async () => {
  await start(10)
  const { body: closed } = await close(15)
  expect((await pay('in', 5)).body).toMatchObject({ code: 'closed' })
  const correct = (body: object, staff: Visitor = owner) =>
    staff.post(`/api/counter-days/${closed._id}/corrections`, body, { 'idempotency-key': 'once' })
  expect((await correct({ amount: -4, reason: 'Counted a roll twice' }, bo)).status).toBe(403)
  expect((await correct({ amount: -4, reason: '' })).status).toBe(400)
  await correct({ amount: -4, reason: 'Counted a roll twice' })
  const { body, status } = await correct({ amount: -4, reason: 'Counted a roll twice' })
  expect([status, body.counted, body.expected, body.difference]).toEqual([201, 15, 10, 1])
  expect(body.moves).toMatchObject([{ kind: 'correction', amount: -4, by: 'Olive Owner' }])
  expect((await bo.get('/api/counter-day')).body.left).toBe(11)
  expect((await owner.get('/api/counter-days')).body.days).toMatchObject([{ difference: 1 }])
})

test('an open day has no count to correct', async () => {
  await start(10)
  const { _id } = await openDay()
  const answer = await owner.post(`/api/counter-days/${_id}/corrections`, { amount: 1, reason: 'Found' })
  expect(answer.status).toBe(409)
})

test('amounts that are no money, and takings above the count, are refused at their field', async () => {
  expect((await start(-1)).body.fields).toEqual({ start: 'An amount cannot be negative' })
  await start(10)
  for (const amount of [0, 0.001, -3, 1e9]) expect((await pay('in', amount)).status, String(amount)).toBe(400)
  expect((await pay('in', 3, ' ')).body.fields).toEqual({ reason: 'Reason is required' })
  expect((await close(10, { taken: 10.01 })).body.fields).toEqual({
    taken: 'You cannot take out more than you counted',
  })
  const unknown = await bo.post('/api/counter-day/close', { _id: 'none', version: 1, counted: 1 })
  expect(unknown.status).toBe(404)
})

test('days are listed for admins, newest first', async () => {
  for (const amount of [1, 2, 3]) {
    await start(amount)
    await close(amount)
  }
  const { body } = await owner.get('/api/counter-days')
  expect(body.days.map(({ counted }: { counted: number }) => counted)).toEqual([3, 2, 1])
  expect((await bo.get('/api/counter-days')).status).toBe(403)
})

test('a gift card that is sold for cash is in the drawer, and one on the card machine is not', async () => {
  await owner.post('/api/giftcards', { amount: 40 })
  expect(await openDay()).toBe(null)
  await start(10)
  await owner.post('/api/giftcards', { amount: 30 })
  await owner.post('/api/giftcards', { amount: 25, paidBy: 'machine' })
  expect((await openDay()).moves).toMatchObject([{ kind: 'gift-card', amount: 30 }])
  expect((await close(40)).body).toMatchObject({ expected: 40, difference: 0 })
})

test('the first cash after a close starts the next day with what the close left', async () => {
  await start(10)
  await close(50, { taken: 35 })
  await owner.post('/api/giftcards', { amount: 20 })
  expect(await openDay()).toMatchObject({ start: 15, openedBy: 'Olive Owner' })
})

test('cash during a close is in the closed day or in the next one, and in one of them only', async () => {
  for (let round = 0; round < 4; round++) {
    await start(100)
    const { _id, version } = await openDay()
    const [closing, ...sales] = await Promise.all([
      bo.post('/api/counter-day/close', { _id, version, counted: 100 }),
      ...[5, 6].map((amount) => owner.post('/api/giftcards', { amount })),
    ])
    expect(sales.map(({ status }) => status)).toEqual([201, 201])
    if (closing.status === 409) expect(closing.body.code).toBe('changed')
    const days = await shop.db.selectFrom('counter_days').selectAll().orderBy('opened_at').execute()
    const moves = await shop.db.selectFrom('counter_moves').selectAll().execute()
    expect(moves.length).toBe(2 * (round + 1))
    for (const day of days.filter(({ closed_at: at }) => at !== null)) {
      const moved = moves.filter((move) => move.day_id === day.id).reduce((sum, { cents }) => sum + cents, 0)
      expect(day.expected_cents).toBe(day.start_cents + moved)
    }
    if (await openDay()) await close(111)
  }
})

test('the close is the start plus the cash of the sales less what was given back, and cards apart', async () => {
  await start(100)
  const sold = await soldAtCounter(bo, await oneOf(1000))
  await soldAtCounter(bo, await oneOf(1000), {
    payment: { by: 'tender', tender: { kind: 'machine', lastFour: '4242' } },
  })
  await soldAtCounter(bo, await oneOf(1000), {
    payment: { by: 'tender', tender: { kind: 'cash', received: 20 } },
  })
  const refund = await owner.post(`/api/orders/${sold._id}/refund`, { amount: 4 })
  expect(refund.status, refund.text).toBeLessThan(300)
  await pay('out', 2)
  const { body } = await close(114.2)
  expect(body).toMatchObject({
    sales: 3,
    cash: { sales: 20.2, refunds: -4, rounding: 0 },
    machine: { sales: 10.1, refunds: 0 },
    expected: 114.2,
    difference: 0,
  })
  const later = await owner.post(`/api/orders/${sold._id}/refund`, { amount: 1 })
  expect(later.status, later.text).toBeLessThan(300)
  expect((await owner.get(`/api/counter-days/${body._id}`)).body).toEqual(body)
  expect(await openDay()).toMatchObject({ start: 114.2 })
  expect((await close(113.2)).body).toMatchObject({ cash: { sales: 0, refunds: -1 }, difference: 0 })
})

test('each sale during a close is in one day, and each close is the sum of its sales', async () => {
  await start(50)
  const ids = await Promise.all(Array.from({ length: 6 }, () => shop.sell({ priceCents: 1000 })))
  const { _id, version } = await openDay()
  const all = await Promise.all([
    ...ids.slice(0, 3).map((id) => soldAtCounter(bo, [{ _id: id, qty: 1 }])),
    bo.post('/api/counter-day/close', { _id, version, counted: 50 }),
    ...ids.slice(3).map((id) => soldAtCounter(owner, [{ _id: id, qty: 1 }])),
  ])
  expect(all.length).toBe(7)
  if (await openDay()) await close(60)
  const days = await shop.db.selectFrom('counter_days').selectAll().execute()
  const tenders = await shop.db.selectFrom('tenders').selectAll().execute()
  const counted = tenders.filter(({ counter_day_id: day }) => day !== null)
  expect(counted.length).toBe(6)
  for (const day of days) {
    const sales = counted.filter(({ counter_day_id: id }) => id === day.id)
    expect(day.expected_cents).toBe(day.start_cents + sales.reduce((sum, { cents }) => sum + cents, 0))
  }
})

test('the receipt of a sale is mailed to the address that the buyer names, once for a double press', async () => {
  const mails = mailboxOf(shop)
  const { _id, number } = await soldAtCounter(bo, [{ _id: await shop.sell({ name: 'Guji' }), qty: 2 }])
  const send = () =>
    bo.post(
      `/api/counter/orders/${_id}/receipt`,
      { email: 'Receipt@example.com' },
      { 'idempotency-key': 'one-receipt' },
    )
  expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([200, 200])
  const found = await mails.newMailsTo('receipt@example.com')
  expect(found.length).toBe(1)
  expect(found[0]!.subject).toBe(`Your receipt for order No. ${number}`)
  for (const part of ['2 × Guji', 'Cash', 'Tax', 'Total']) expect(found[0]!.text).toContain(part)
  expect(found[0]!.text).not.toContain('/order/')
  expect((await bo.post(`/api/counter/orders/${_id}/receipt`, { email: 'x' })).status).toBe(400)
})
