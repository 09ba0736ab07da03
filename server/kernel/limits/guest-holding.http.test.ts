// On SQLite only: limits, the same code on both databases.
// Slow, not in `npm run check`: hundreds of sign-ins or orders from one network.
/** The limits for guests: a guest is a mailbox within a network. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guestOf, type GuestVisitor } from '#test/guests.ts'
import { orderBody, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Answer } from '#test/visitor.ts'
import { HOLDING, MAILS, RULES } from './rules.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openShop({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
})
afterEach(() => shop.close())

const HOME = '198.51.100.7'
const ELSEWHERE = '203.0.113.9'

/** Places orders of `qty` each until one is refused. Returns the refusal. */
async function hoard(guest: GuestVisitor, bean: string, qty = 1): Promise<Answer> {
  const body = await orderBody(guest, [{ _id: bean, qty }])
  for (let calls = 0; calls < 100; calls++) {
    const answer = await guest.post('/api/orders', body)
    if (answer.status !== 201) return answer
  }
  throw new Error('There was no limit')
}

const heldBy = async (email: string) => {
  const rows = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('buyer_email', '=', email)
    .where('state', '=', 'pending')
    .execute()
  return rows.length
}

test('a guest can hold as many unpaid orders as an account, also with a plus in the address', async () => {
  const bean = await shop.sell({ stock: 200 })
  const gus = guestOf(shop, { email: 'gus@example.com', ip: HOME })
  const refused = await hoard(gus, bean)
  expect([refused.status, refused.body.code]).toEqual([409, 'unpaid'])
  expect(await heldBy('gus@example.com')).toBe(HOLDING.account.orders)
  const other = guestOf(shop, { email: 'gus+1@example.com', ip: HOME })
  const body = await orderBody(other, [{ _id: bean, qty: 1 }])
  expect((await other.post('/api/orders', body)).body.code).toBe('unpaid')
})

test('paying makes room for the next order', async () => {
  const bean = await shop.sell({ stock: 200 })
  const gus = guestOf(shop, { ip: HOME })
  await hoard(gus, bean)
  const [first = ''] = gus.links.keys()
  expect((await pay(shop, gus, first)).status).toBe(200)
  await placed(gus, [{ _id: bean, qty: 1 }])
})

test('a guest can hold half of a stock at most', async () => {
  const bean = await shop.sell({ stock: 24 })
  const refused = await hoard(guestOf(shop, { ip: HOME }), bean, 4)
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'share', most: 12 }])
})

test('with many addresses, the limits of the network apply', async () => {
  const bean = await shop.sell({ stock: 24 })
  let refused: Answer | undefined
  for (let index = 0; index < 6 && refused?.status !== 409; index++) {
    const guest = guestOf(shop, { ip: HOME })
    refused = await guest.post('/api/orders', await orderBody(guest, [{ _id: bean, qty: 6 }]))
  }
  expect([refused?.status, refused?.body.code]).toEqual([409, 'share'])
  const { count_in_stock: left } = await shop.db
    .selectFrom('product_sizes')
    .select('count_in_stock')
    .where('id', '=', bean)
    .executeTakeFirstOrThrow()
  expect(left).toBeGreaterThanOrEqual(6)
})

test('a stranger who orders with another person’s address in another network does not use up that person’s limits', async () => {
  const bean = await shop.sell({ stock: 200 })
  await hoard(guestOf(shop, { email: 'victim@example.com', ip: ELSEWHERE }), bean)
  await placed(guestOf(shop, { email: 'victim@example.com', ip: HOME }), [{ _id: bean, qty: 1 }])
})

test('of twenty concurrent orders of a guest, only those within the limit are placed', async () => {
  const bean = await shop.sell({ stock: 24 })
  const gus = guestOf(shop, { ip: HOME })
  const body = await orderBody(gus, [{ _id: bean, qty: 4 }])
  const answers = await Promise.all(Array.from({ length: 20 }, () => gus.post('/api/orders', body)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
})

test('a network can place sixty guest orders an hour', async () => {
  const bean = await shop.sell({ stock: 1000 })
  // A guest's quote serves all guests: a minute allows only twenty quotes.
  const body = await orderBody(guestOf(shop, { ip: HOME }), [{ _id: bean, qty: 1 }])
  const statuses: number[] = []
  for (let index = 0; index <= RULES.guest.points; index++) {
    const guest = guestOf(shop, { ip: HOME })
    const { status, body: order } = await guest.post('/api/orders', body)
    statuses.push(status)
    if (status === 201) await guest.delete(`/api/orders/${order._id}`)
  }
  expect(statuses).toEqual([...Array(RULES.guest.points).fill(201), 429])
})

test('an address gets ten mails about unpaid guest orders a day, from all networks', async () => {
  const bean = await shop.sell({ stock: 200 })
  for (let index = 0; index < MAILS.order.points + 2; index++) {
    const guest = guestOf(shop, { email: 'victim@example.com', ip: `198.51.100.${index + 1}` })
    await placed(guest, [{ _id: bean, qty: 1 }])
  }
  const mails = await shop.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', 'victim@example.com')
    .execute()
  expect(mails).toHaveLength(MAILS.order.points)
})
