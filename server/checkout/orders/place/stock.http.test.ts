import { afterEach, afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, orderBody, pay, place, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from '../close.ts'

let shop: TestShop
let buyer: SignedInVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  bean = await shop.sell({ stock: 10 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const stockOf = async (id: string) => (await shop.visitor().get(`/api/products/${id}`)).body.countInStock

/** Signs in a number of buyers, each with the body of an order. */
async function crowd(count: number, linesOf: (index: number) => { _id: string; qty: number }[]) {
  const people = await Promise.all(Array.from({ length: count }, () => signedIn(shop)))
  const bodies = await Promise.all(people.map((each, index) => orderBody(each, linesOf(index))))
  return people.map((each, index) => () => each.post('/api/orders', bodies[index]))
}

test('if sixty buyers order the last bag, one of them gets it', async () => {
  const last = await shop.sell({ stock: 1, name: 'Last Bag' })
  const orders = await crowd(60, () => [{ _id: last, qty: 1 }])
  const answers = await Promise.all(orders.map((order) => order()))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 409)
  expect(refused).toHaveLength(59)
  for (const { body } of refused)
    expect(body).toMatchObject({ message: 'Last Bag is out of stock', countInStock: 0 })
  expect(await stockOf(last)).toBe(0)
})

test('concurrent carts of A and B, and of B and A, succeed or fail as a whole and never deadlock', async () => {
  const [one, two] = [await shop.sell({ stock: 15 }), await shop.sell({ stock: 12 })]
  const orders = await crowd(40, (index) => {
    const lines = [
      { _id: one, qty: 1 },
      { _id: two, qty: 1 },
    ]
    return index % 2 ? lines : lines.toReversed()
  })
  const answers = await Promise.all(orders.map((order) => order()))
  const statuses = answers.map(({ status }) => status)
  expect([
    statuses.filter((status) => status === 201).length,
    statuses.filter((status) => status === 409).length,
  ]).toEqual([12, 28])
  expect([await stockOf(one), await stockOf(two)]).toEqual([3, 0])
})

function withKey(body: object, key: string, customer: SignedInVisitor = buyer) {
  return customer.post('/api/orders', body, { 'idempotency-key': key })
}

describe('a retry with the same Idempotency-Key', () => {
  test('returns the same response to the byte, also when sent concurrently', async () => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 2 }])
    const answers = await Promise.all(Array.from({ length: 10 }, () => withKey(body, 'double-click')))
    answers.push(await withKey(body, 'double-click'))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await stockOf(bean)).toBe(8)
  })

  test('returns the same order when the first request has just taken the last bag', async () => {
    const last = await shop.sell({ stock: 2 })
    const body = await orderBody(buyer, [{ _id: last, qty: 2 }])
    const answers = await Promise.all(Array.from({ length: 10 }, () => withKey(body, 'last-bag')))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]!.status).toBe(201)
  })

  test('with another body is refused with 422', async () => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 2 }])
    await withKey(body, 'key')
    const changed = await changedBy(shop.db, async () => {
      expect((await withKey({ ...body, orderItems: [{ _id: bean, qty: 3 }] }, 'key')).status).toBe(422)
    })
    expect(changed).toEqual([])
  })

  test('by another user is another order', async () => {
    const other = await signedIn(shop)
    const first = await withKey(await orderBody(buyer, [{ _id: bean, qty: 1 }]), 'shared')
    const second = await withKey(await orderBody(other, [{ _id: bean, qty: 1 }]), 'shared', other)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.body._id).not.toBe(second.body._id)
  })

  test('after a refusal is a new attempt', async () => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 11 }])
    expect((await withKey(body, 'again')).status).toBe(409)
    await shop.db.updateTable('product_sizes').set({ count_in_stock: 10 }).where('id', '=', bean).execute()
    const less = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    expect((await withKey(less, 'again')).status).toBe(201)
  })

  test('that is empty or too long is refused with 400, and a request without a key is processed', async () => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    expect((await withKey(body, '')).status).toBe(400)
    expect((await withKey(body, 'x'.repeat(256))).status).toBe(400)
    const [one, two] = [await buyer.post('/api/orders', body), await buyer.post('/api/orders', body)]
    expect(one.body._id).not.toBe(two.body._id)
  })
})

test('if one order is canceled, expires and is paid concurrently, exactly one of these succeeds, and the stock is correct', async () => {
  for (let trial = 0; trial < 8; trial++) {
    const id = await placed(buyer, [{ _id: bean, qty: 1 }])
    const payment = await approve(shop, buyer, id)
    if (trial % 2) shop.clock.advance(31 * MINUTE)
    await Promise.all([
      buyer.put(`/api/orders/${id}/pay`, { id: payment }),
      buyer.delete(`/api/orders/${id}`),
      expireOrders(shop.shop),
    ])
    const { state } = (await buyer.get(`/api/orders/${id}`)).body
    expect(['paid', 'cancelled', 'expired']).toContain(state)
    const captured = shop.paypal.view(payment)?.status === 'COMPLETED'
    expect(captured).toBe(state === 'paid')
  }
})

describe('removing', () => {
  test('an unpaid order ten times at once returns its stock once', async () => {
    const id = await placed(buyer, [{ _id: bean, qty: 4 }])
    const answers = await Promise.all(Array.from({ length: 10 }, () => buyer.delete(`/api/orders/${id}`)))
    for (const { status } of answers) expect(status).toBe(200)
    expect(await stockOf(bean)).toBe(10)
  })

  test('a paid or delivered order is refused with 409', async () => {
    const admin = await signedIn(shop, { isAdmin: true })
    const id = await placed(buyer, [{ _id: bean, qty: 1 }])
    await pay(shop, buyer, id)
    for (const user of [buyer, admin]) {
      const changed = await changedBy(shop.db, async () => {
        expect((await user.delete(`/api/orders/${id}`)).status).toBe(409)
      })
      expect(changed).toEqual([])
    }
    await admin.put(`/api/orders/${id}/deliver`)
    expect((await buyer.delete(`/api/orders/${id}`)).status).toBe(409)
    expect(await stockOf(bean)).toBe(9)
  })
})

test('an order keeps its lines and prices when the product changes', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const before = (await place(buyer, [{ _id: bean, qty: 1 }])).body
  const form = { name: 'Renamed', price: 99, image: '', category: 'Mugs', countInStock: 1 }
  await admin.put(`/api/products/${bean}`, form)
  const { body: after } = await buyer.get(`/api/orders/${before._id}`)
  // The address of the product is the one that it has now.
  const [{ slug, ...line }] = after.orderItems
  expect(slug).toBe('renamed')
  expect(before.orderItems).toEqual([{ ...line, slug: '' }])
  expect(after.totalPrice).toBe(before.totalPrice)
})

test('another user’s order is 404 at every endpoint', async () => {
  const id = await placed(buyer, [{ _id: bean, qty: 1 }])
  const payment = await approve(shop, buyer, id)
  const other = await signedIn(shop)
  const changed = await changedBy(shop.db, async () => {
    const answers = [
      await other.get(`/api/orders/${id}`),
      await other.post(`/api/orders/${id}/paypal`),
      await other.put(`/api/orders/${id}/pay`, { id: payment }),
      await other.delete(`/api/orders/${id}`),
    ]
    const unknown = await other.get('/api/orders/nobody')
    for (const answer of answers) expect([answer.status, answer.text]).toEqual([404, unknown.text])
  })
  expect(changed).toEqual([])
})

test('the list of a user’s orders has only their own, whatever the query', async () => {
  const other = await signedIn(shop)
  await placed(other, [{ _id: bean, qty: 1 }])
  const mine = [await placed(buyer, [{ _id: bean, qty: 1 }]), await placed(buyer, [{ _id: bean, qty: 1 }])]
  const first = (await buyer.get('/api/orders/mine')).body
  expect(first.orders.map(({ _id }: { _id: string }) => _id)).toEqual(mine.toReversed())
  expect((await buyer.get('/api/orders/mine?pageNumber=2')).body).toEqual({ orders: [], page: 2, pages: 1 })
  expect((await buyer.get(`/api/orders/mine?user=${other.id}`)).status).toBe(400)
})

test('when the clock jumps a day, unpaid holds expire and paid orders stay paid', async () => {
  const paid = await placed(buyer, [{ _id: bean, qty: 1 }])
  await pay(shop, buyer, paid)
  const unpaid = await placed(buyer, [{ _id: bean, qty: 1 }])
  shop.clock.advance(24 * 60 * MINUTE)
  await expireOrders(shop.shop)
  const stateOf = async (id: string) => (await buyer.get(`/api/orders/${id}`)).body.state
  expect([await stateOf(paid), await stateOf(unpaid)]).toEqual(['paid', 'expired'])
  shop.clock.advance(-24 * 60 * MINUTE)
  await expireOrders(shop.shop)
  expect([await stateOf(paid), await stateOf(unpaid)]).toEqual(['paid', 'expired'])
})

test('lists and orders work after their product and buyer are deleted', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const id = await placed(buyer, [{ _id: bean, qty: 1 }])
  await admin.delete(`/api/products/${bean}`)
  await admin.delete(`/api/users/${buyer.id}`)
  expect((await admin.get('/api/orders')).body.orders[0]._id).toBe(id)
  expect((await admin.get(`/api/orders/${id}`)).body.orderItems[0].name).toBe('Test Beans')
})
