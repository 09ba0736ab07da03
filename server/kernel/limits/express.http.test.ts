// On SQLite only: limits, the same code on both databases.
/** The limits of express buttons, which open payments at PayPal. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { orderBody } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { RULES } from './rules.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openShop({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
})
afterEach(() => shop.close())

test.each(['guest', 'account'] as const)(
  'a network opens only so many payments in an hour, and the checkout still takes its orders: %s',
  async (who) => {
    const buyer = who === 'guest' ? guestOf(shop) : await signedIn(shop)
    const orderItems = [{ _id: await shop.sell({ stock: 12 }), qty: 1 }]
    const statuses: number[] = []
    for (let count = 0; count <= RULES.express.points; count++)
      statuses.push((await buyer.post('/api/express', { orderItems })).status)
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]))
    expect(statuses.at(-1)).toBe(429)
    expect((await buyer.post('/api/orders', await orderBody(buyer, orderItems))).status).toBe(201)
  },
)

test('a payment that is not approved is asked about only so often in a minute', async () => {
  const visitor = shop.visitor()
  const orderItems = [{ _id: await shop.sell({ stock: 12 }), qty: 1 }]
  const { body } = await visitor.post('/api/express', { orderItems })
  const statuses: number[] = []
  for (let count = 0; count <= RULES.payment.points; count++)
    statuses.push((await visitor.post(`/api/express/${body.expressId}/pay`, { token: body.token })).status)
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([409]))
  expect(statuses.at(-1)).toBe(429)
})
