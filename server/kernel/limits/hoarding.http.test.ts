// On PostgreSQL only: limits under many requests at once, where several writers are the harder case.
/** Limits on holding goods without paying: how much one account or one address may keep from other buyers. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '../time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { startSession } from '#server/platform/sessions/sessions.ts'
import { MANY_CONNECTIONS } from '#test/database.ts'
import { addUser, openShop, type TestShop } from '#test/shop.ts'
import { type CartLines, VIENNA, orderBody, pay, place, placed, quote } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openShop({
    connections: MANY_CONNECTIONS,
    env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' },
  })
})
afterEach(() => shop.close())

const HOME = '198.51.100.7'

/** A signed-in buyer who calls from this address. */
async function buyerAt(ip = HOME, name = 'Quick Buyer'): Promise<Visitor> {
  const customer = await signedIn(shop, { name })
  const from = { 'x-forwarded-for': ip }
  return {
    ...customer,
    get: (path, headers) => customer.get(path, { ...from, ...headers }),
    post: (path, body, headers) => customer.post(path, body, { ...from, ...headers }),
    put: (path, body, headers) => customer.put(path, body, { ...from, ...headers }),
    delete: (path, headers) => customer.delete(path, { ...from, ...headers }),
  }
}

const stockOf = async (id: string) => {
  const row = await shop.db
    .selectFrom('product_sizes')
    .select('count_in_stock')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.count_in_stock
}

/** Places orders of `qty` each until one is refused. Returns the refusal. */
async function hoard(buyer: Visitor, bean: string, qty = 1): Promise<Answer> {
  const lines = [{ _id: bean, qty }]
  const body = await orderBody(buyer, lines)
  for (let calls = 0; calls < 100; calls++) {
    const answer = await buyer.post('/api/orders', body)
    if (answer.status !== 201) return answer
  }
  throw new Error('There was no limit')
}

describe('one account', () => {
  test('cannot hold all bags of eight coffees', async () => {
    const thief = await buyerAt()
    const beans: string[] = []
    for (let index = 0; index < 8; index++) beans.push(await shop.sell({ name: `Beans ${index}`, stock: 24 }))
    for (const bean of beans) {
      const refused = await hoard(thief, bean, 4)
      expect([409, 429]).toContain(refused.status)
      expect(await stockOf(bean)).toBeGreaterThanOrEqual(12)
    }
    const other = await buyerAt('203.0.113.5')
    for (const bean of beans) await placed(other, [{ _id: bean, qty: 2 }])
  })

  test('can hold as many bags as it leaves for others, and the refusal says what to do', async () => {
    const bean = await shop.sell({ name: 'Cruz Loma', stock: 20 })
    const buyer = await buyerAt()
    const linesOf = (qty: number) => [{ _id: bean, qty }]
    const tooMany = await place(buyer, linesOf(11))
    expect([tooMany.status, tooMany.body]).toEqual([
      409,
      {
        message:
          'You can hold 10 of Cruz Loma at most until you pay, so that some are left for others. Please order fewer',
        code: 'share',
        productId: bean,
        sizeId: bean,
        most: 10,
      },
    ])
    const first = await placed(buyer, linesOf(7))
    const more = await place(buyer, linesOf(4))
    expect(more.status).toBe(409)
    expect(more.body.message).toContain('Please order fewer, or pay for what you hold first')
    await placed(buyer, linesOf(3))
    await pay(shop, buyer, first)
    await placed(buyer, linesOf(2))
  })

  test('can hold all of the last six bags', async () => {
    const bean = await shop.sell({ stock: 6 })
    await placed(await buyerAt(), [{ _id: bean, qty: 6 }])
    expect(await stockOf(bean)).toBe(0)
  })

  test('can have fifteen unpaid orders; canceling or paying for one allows another', async () => {
    const bean = await shop.sell({ stock: 900 })
    const buyer = await buyerAt()
    const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    const ids: string[] = []
    for (let index = 0; index < 15; index++) {
      const answer = await buyer.post('/api/orders', body)
      expect(answer.status).toBe(201)
      ids.push(answer.body._id)
    }
    const refused = await buyer.post('/api/orders', body)
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        message: 'You have 15 orders that are not paid. Please pay for one of them or cancel it first',
        code: 'unpaid',
      },
    ])
    await buyer.delete(`/api/orders/${ids[0]}`)
    expect((await buyer.post('/api/orders', body)).status).toBe(201)
    await pay(shop, buyer, ids[1]!)
    expect((await buyer.post('/api/orders', body)).status).toBe(201)
    expect((await buyer.post('/api/orders', body)).status).toBe(409)
  })

  test('cannot exceed the limits with forty concurrent orders from forty addresses', async () => {
    const bean = await shop.sell({ stock: 40 })
    const { id } = await addUser(shop, { name: 'Many Hands', isAdmin: false, passwordHash: '' })
    const token = await startSession(shop.shop, id, { ip: '127.0.0.1', userAgent: 'test' })
    const hands = shop.visitor()
    hands.cookie = `sid=${token}`
    const body = await orderBody(hands, [{ _id: bean, qty: 2 }])
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        hands.post('/api/orders', body, { 'x-forwarded-for': `10.0.0.${index}` }),
      ),
    )
    const orders = answers.filter(({ status }) => status === 201).length
    expect(orders).toBe(10)
    expect(await stockOf(bean)).toBe(20)
    for (const { status } of answers) expect([201, 409]).toContain(status)
  })

  test('can order again a day after eight of its orders expired', async () => {
    const bean = await shop.sell({ stock: 100 })
    const buyer = await buyerAt()
    for (let index = 0; index < 8; index++) {
      await placed(buyer, [{ _id: bean, qty: 1 }])
      shop.clock.advance(31 * MINUTE)
      expect(await expireOrders(shop.shop)).toBe(1)
    }
    const refused = await place(buyer, [{ _id: bean, qty: 1 }])
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many of your orders were not paid within the last day. Please try again later, or write to us',
    ])
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(60)
    await placed(await buyerAt('203.0.113.5'), [{ _id: bean, qty: 1 }])
    shop.clock.advance(seconds * 1000)
    await placed(buyer, [{ _id: bean, qty: 1 }])
  })

  test('can order after the shop has canceled a replacement, which held the goods for hours', async () => {
    const bean = await shop.sell({ stock: 100 })
    const buyer = await buyerAt()
    const id = await placed(buyer, [{ _id: bean, qty: 1 }])
    await pay(shop, buyer, id)
    const owner = () => signedIn(shop, { isAdmin: true })
    const admin = await owner()
    await admin.put(`/api/orders/${id}/ship`, {})
    const made = await admin.post(`/api/orders/${id}/replacement`, { lines: [{ line: 0, qty: 1 }], seen: 0 })
    expect(made.status, made.text).toBe(200)
    shop.clock.advance(6 * 60 * MINUTE)
    expect((await (await owner()).post(`/api/orders/${made.body._id}/close`)).body.state).toBe('cancelled')
    await placed(buyer, [{ _id: bean, qty: 1 }])
  })
})

describe('many accounts at one address', () => {
  test('leave a quarter of the bags to others', async () => {
    const bean = await shop.sell({ stock: 40 })
    for (let account = 0; account < 8; account++) {
      const thief = await buyerAt(`2001:db8:5:5::${account + 1}`, `Thief ${account}`)
      expect([409, 429]).toContain((await hoard(thief, bean)).status)
    }
    expect(await stockOf(bean)).toBe(10)
    const neighbor = await place(await buyerAt('2001:db8:5:5::99'), [{ _id: bean, qty: 1 }])
    expect(neighbor.body.message).toContain('your network')
    await placed(await buyerAt('203.0.113.5'), [{ _id: bean, qty: 1 }])
  })

  test('cannot exceed the limits with concurrent orders', async () => {
    const bean = await shop.sell({ stock: 40 })
    const thieves = await Promise.all(Array.from({ length: 10 }, () => buyerAt()))
    const bodies: Awaited<ReturnType<typeof orderBody>>[] = []
    for (const thief of thieves) bodies.push(await orderBody(thief, [{ _id: bean, qty: 5 }]))
    const answers = await Promise.all(thieves.map((thief, index) => thief.post('/api/orders', bodies[index])))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(6)
    expect(await stockOf(bean)).toBe(10)
  })
})

test('a retried order with the same key gets the same reply, even if its account has reached a limit since then', async () => {
  const bean = await shop.sell({ stock: 900 })
  const buyer = await buyerAt()
  const lines: CartLines = [{ _id: bean, qty: 1 }]
  const { quoteId } = await quote(buyer, lines)
  const body = { orderItems: lines, shippingAddress: VIENNA, shippingQuote: { quoteId } }
  const first = await buyer.post('/api/orders', body, { 'idempotency-key': 'the same' })
  for (let index = 0; index < 14; index++) await buyer.post('/api/orders', body)
  expect((await buyer.post('/api/orders', body)).status).toBe(409)
  const again = await buyer.post('/api/orders', body, { 'idempotency-key': 'the same' })
  expect([again.status, again.body._id]).toEqual([201, first.body._id])
})
