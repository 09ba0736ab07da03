/** The counter as a part of the shop. Orders by phone do not belong to it. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { owedOf, stateOf, switchPart, trySwitch } from '#test/parts.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { ANN, byPhone, soldAtCounter, takenAlong } from './counter.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let bo: SignedInVisitor
let mug: string
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { role: 'manager' })
  bo = await signedIn(shop, { name: 'Bo Barista', role: 'barista' })
  mug = await shop.sell({ stock: 100 })
})
afterAll(() => shop.close())
afterEach(() => switchPart(shop, 'counter', 'on'))

const lines = () => [{ _id: mug, qty: 1 }]
const sell = () => bo.post('/api/counter/orders', takenAlong(lines()))
const cards = async () => (await admin.get('/api/giftcards')).body.cards.length
const start = () => bo.post('/api/counter-day/start', { start: 100 })

async function closeDay(): Promise<void> {
  const { open } = (await bo.get('/api/counter-day')).body
  if (!open) return
  const { _id, version } = open
  expect((await bo.post('/api/counter-day/close', { _id, version, counted: 100 })).status).toBe(200)
}

test('with no new ones nothing is sold there, the open day is closed, and orders by phone go on', async () => {
  await soldAtCounter(bo, lines())
  await start()
  await switchPart(shop, 'counter', 'closing')
  const refused = await sell()
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This shop no longer offers this. What you already have stays as it is',
  ])
  expect((await admin.post('/api/counter/orders', await byPhone(admin, lines()))).status).toBe(201)
  expect(await owedOf(shop, 'counter')).toEqual(['1 day that is not closed'])
  await closeDay()
  expect(await owedOf(shop, 'counter')).toEqual([])
  expect((await start()).status).toBe(409)
})

test('with no new ones, cash for a gift card goes into the open day, and opens no new one', async () => {
  await closeDay()
  await start()
  await switchPart(shop, 'counter', 'closing')
  const sellCard = (paidBy: string) => bo.post('/api/giftcards', { amount: 25, paidBy })
  expect((await sellCard('cash')).status).toBe(201)
  expect((await bo.get('/api/counter-day')).body.open.moves).toMatchObject([
    { kind: 'gift-card', amount: 25 },
  ])
  await closeDay()
  const before = await cards()
  const refused = await sellCard('cash')
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'The drawer is closed, and the counter starts no new day. Take the card machine for this gift card',
  ])
  expect(await cards()).toBe(before)
  expect((await bo.get('/api/counter-day')).body.open).toBeNull()
  expect((await sellCard('machine')).status).toBe(201)
})

test('of a gift card sold in cash and a close at the same moment, no day is opened', async () => {
  for (let round = 0; round < 4; round++) {
    await switchPart(shop, 'counter', 'on')
    await start()
    await switchPart(shop, 'counter', 'closing')
    const { _id, version } = (await bo.get('/api/counter-day')).body.open
    const [close] = await Promise.all([
      bo.post('/api/counter-day/close', { _id, version, counted: 100 }),
      bo.post('/api/giftcards', { amount: 25 }),
    ])
    expect((await bo.get('/api/counter-day')).body.open === null).toBe(close.status === 200)
    await closeDay()
  }
})

test('when it is off, it is gone, cash that is taken or given back begins no day, and orders by phone go on', async () => {
  await closeDay()
  await switchPart(shop, 'counter', 'off')
  for (const answer of [await sell(), await start(), await bo.get('/api/counter-day')])
    expect([answer.status, answer.body.message]).toEqual([
      404,
      'This part of the shop is off. An owner can switch it on under Settings, Parts',
    ])
  expect((await bo.post('/api/giftcards', { amount: 25 })).status).toBe(201)
  expect((await admin.post('/api/counter/orders', await byPhone(admin, lines()))).status).toBe(201)
  const paid = await soldAtCounter(admin, lines(), { via: 'phone', person: ANN })
  expect((await admin.post(`/api/orders/${paid._id}/refund`, { amount: 1 })).status).toBe(200)
  expect([await owedOf(shop, 'counter'), await stateOf(shop, 'counter')]).toEqual([[], 'off'])
  await switchPart(shop, 'counter', 'on')
  expect((await sell()).status).toBe(201)
})

test('of a sale and a switch at the same moment, one is refused or nothing is owed', async () => {
  for (let round = 0; round < 4; round++) {
    await closeDay()
    const [sale, switched] = await Promise.all([sell(), trySwitch(shop, 'counter', 'off')])
    // A sale that is paid owes nothing, unless it opened a day.
    if (switched.status === 200) expect(await owedOf(shop, 'counter')).toEqual([])
    expect([sale.status, switched.status]).not.toEqual([409, 409])
    await switchPart(shop, 'counter', 'on')
  }
})
