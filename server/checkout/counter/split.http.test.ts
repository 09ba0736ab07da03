/** A sale of which the card machine takes a part, and cash the rest. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { soldCard } from '../gift-cards/gift-cards.testing.ts'
import { byPhone, soldAtCounter, takenAlong } from './counter.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let mug: string
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  admin = await signedIn(shop, { isAdmin: true })
  const { body } = await admin.get('/api/settings/selling')
  await admin.put('/api/settings/selling', { ...body, fixed: undefined, roundsCash: true })
  mug = await shop.sell({ stock: 100, priceCents: 1999 })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

/** The mug costs 20.19 with its tax. */
const PART = { amount: 12.34, lastFour: '4242', approval: '00123' }
const split = (more: object = {}) => ({
  payment: { by: 'tender', tender: { kind: 'cash', part: PART, received: 10, due: 7.85, ...more } },
})
const lines = () => [{ _id: mug, qty: 1 }]
const tendersOf = (id: string) =>
  shop.db.selectFrom('tenders').selectAll().where('order_id', '=', id).orderBy('cents', 'desc').execute()
const books = async () =>
  (await admin.get(`/api/accounting/months/${nowAt(shop.clock).day.slice(0, 7)}`)).body.total

test('the parts add up to the total, change is given from cash only, and a double press is one sale', async () => {
  const mails = mailboxOf(shop)
  const before = await books()
  const key = { 'idempotency-key': 'one-split-sale' }
  const press = () => admin.post('/api/counter/orders', takenAlong(lines(), split()), key)
  const [first, second] = await Promise.all([press(), press()])
  expect([first.status, second.body._id]).toEqual([201, first.body._id])
  expect(first.body).toMatchObject({ totalPrice: 20.19, paymentMethod: 'Card machine and cash' })
  expect(await tendersOf(first.body._id)).toMatchObject([
    { kind: 'machine', cents: 1234, rounding_cents: 0, change_cents: null, last_four: '4242' },
    { kind: 'cash', cents: 785, rounding_cents: 0, received_cents: 1000, change_cents: 215, last_four: '' },
  ])
  const after = await books()
  expect(after.payments - before.payments).toBe(1)
  const grown = (name: string) => Math.round((after[name] - before[name]) * 100)
  expect(['till', 'machine', 'goods', 'tax', 'received', 'other'].map(grown)).toEqual([
    785, 1234, 1999, 20, 0, 0,
  ])
  await admin.post(`/api/counter/orders/${first.body._id}/receipt`, { email: 'split@example.com' })
  const [mail] = await mails.newMailsTo('split@example.com')
  for (const text of [/Card machine:? +\$12\.34/, /Cash:? +\$7\.85/]) expect(mail!.text).toMatch(text)
  const { day } = nowAt(shop.clock)
  const { bookings } = (await admin.get(`/api/accounting/months/${day.slice(0, 7)}/days/${day}`)).body
  const booking = bookings.find(({ order }: { order: { _id: string } }) => order._id === first.body._id)
  expect(booking).toMatchObject({ paidWith: 'Card machine and cash', till: 7.85, machine: 12.34, total: 0 })
})

test('a part that is not less than all, too little cash and the number of a card are refused', async () => {
  const sizes = shop.db.selectFrom('product_sizes').select('count_in_stock').where('product_id', '=', mug)
  const left = await sizes.execute()
  for (const [more, status, message] of [
    [{ part: { amount: 20.19 } }, 400, 'Take less than $20.19 with the card machine, or all of it'],
    [{ part: { amount: 0 } }, 400, 'Enter an amount'],
    [{ kind: 'machine' }, 400, 'Only cash pays the rest of what the card machine took'],
    [{ received: 7.8 }, 400, 'Take $7.85 at least'],
    [{ due: 7.84 }, 409, '$7.85 is to be paid now. Please check it'],
    [{ part: { ...PART, approval: '4111 1111 1111 1111' } }, 400, undefined],
    [{ part: { ...PART, lastFour: '42424' } }, 400, 'Enter only the last four digits of the card'],
  ] as const) {
    const { status: got, body } = await admin.post('/api/counter/orders', takenAlong(lines(), split(more)))
    expect([more, got, message && body.message]).toEqual([more, status, message])
  }
  expect(await sizes.execute()).toEqual(left)
})

test('each part is given back by itself up to its own amount, and all of it with the card machine first', async () => {
  const { _id: id } = await soldAtCounter(admin, lines(), split())
  const refund = (body: object) => admin.post(`/api/orders/${id}/refund`, body)
  const { body: order } = await admin.get(`/api/orders/${id}`)
  const [ofMachine, cash] = ['machine', 'cash'].map((kind) =>
    order.tendered.find((each: { kind: string }) => each.kind === kind),
  )
  expect([ofMachine.left, cash.left]).toEqual([12.34, 7.85])
  const tooMuch = await refund({ payment: cash.payment, amount: 7.86 })
  expect([tooMuch.status, tooMuch.body.message]).toEqual([
    409,
    'Only $7.85 of this payment can still be refunded',
  ])
  expect((await refund({ payment: cash.payment, amount: 2 })).body.refunds).toMatchObject([
    { to: 'cash', amount: 2 },
  ])
  const both = await refund({ amount: 15 })
  expect(both.body.refunds.map(({ to, amount }: { to: string; amount: number }) => [to, amount])).toEqual(
    expect.arrayContaining([
      ['machine', 12.34],
      ['cash', 2.66],
      ['cash', 2],
    ]),
  )
  expect(both.body.state).toBe('delivered')
  const last = await refund({})
  expect([last.body.state, last.body.refundable]).toEqual(['refunded', 0])
  const back = (await tendersOf(id)).filter(({ cents }) => cents < 0)
  expect(back.reduce((sum, { cents }) => sum + cents, 0)).toBe(-2019)
  expect(back.every(({ counter_day_id: day }) => day !== null)).toBe(true)
})

test('goods of a sale in two ways come back once, and its gift card gets its part at the end', async () => {
  const { code } = await soldCard(shop, 500)
  const more = { giftCards: [code], ...split({ part: { amount: 5 }, due: 10.2, received: 20 }) }
  const { _id: id, paymentMethod, tenders } = await soldAtCounter(admin, lines(), more)
  expect([paymentMethod, tenders.length]).toEqual(['Gift card and Card machine and cash', 2])
  const stock = { _id: mug, line: 0, qty: 1 }
  const body = { lines: [stock], stock: [stock], reason: '' }
  const { status, body: order, text } = await admin.post(`/api/orders/${id}/refund`, body)
  expect(status, text).toBe(200)
  const made = order.refunds.map(({ to, amount }: { to: string; amount: number }) => [to, amount])
  expect(made).toEqual(
    expect.arrayContaining([
      ['machine', 5],
      ['cash', 10.19],
      ['gift-card', 5],
    ]),
  )
  expect(order.state).toBe('refunded')
  const moves = shop.db.selectFrom('stock_moves').select('qty').where('order_id', '=', id)
  expect((await moves.execute()).map(({ qty }) => qty)).toEqual(expect.arrayContaining([-1, 1]))
})

test('an order by phone is paid in two ways at the bar, and the close counts only its cash', async () => {
  const now = async () => (await admin.get('/api/counter-day')).body.open
  const closing = async (counted: number) => {
    const { _id, version } = await now()
    return (await admin.post('/api/counter-day/close', { _id, version, counted })).body
  }
  if (await now()) await closing(0)
  const { body: placed } = await admin.post('/api/counter/orders', await byPhone(admin, lines()))
  const due = Math.round((placed.totalPrice - 12.34) * 20) / 20
  const take = { kind: 'cash', part: PART, received: 50, due }
  const taken = await admin.post(`/api/counter/orders/${placed._id}/tenders`, take)
  expect([taken.status, taken.body.state]).toEqual([200, 'paid'])
  const day = await closing(due)
  expect(day).toMatchObject({ start: 0, expected: due, difference: 0, sales: 2, machine: { sales: 12.34 } })
})
