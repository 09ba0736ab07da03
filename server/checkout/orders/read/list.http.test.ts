import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toCents, toDollars } from '#shared/kernel/pricing.ts'
import { forgetOrders, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from '../close.ts'

let shop: TestShop
let admin: SignedInVisitor
let bean: string

beforeAll(async () => {
  shop = await openShop()
  bean = await shop.sell({ stock: 500, priceCents: 1500 })
})
afterAll(() => shop.close())
beforeEach(async () => {
  // Each test starts with an empty list.
  await forgetOrders(shop)
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})

const order = (buyer: SignedInVisitor) => placed(buyer, [{ _id: bean, qty: 1 }])

async function found(query: string): Promise<string[]> {
  const { status, body } = await admin.get(`/api/orders?${query}`)
  expect(status).toBe(200)
  return body.orders.map(({ _id }: { _id: string }) => _id)
}

const search = (keyword: string) => found(`keyword=${encodeURIComponent(keyword)}`)

describe('the list of all orders', () => {
  test('is sorted newest first, ten per page, and a page out of range is empty', async () => {
    const buyer = await signedIn(shop)
    const ids: string[] = []
    for (let number = 1; number <= 23; number++) ids.unshift(await order(buyer))
    expect(await found('')).toEqual(ids.slice(0, 10))
    expect(await found('pageNumber=2')).toEqual(ids.slice(10, 20))
    expect(await found('pageNumber=3')).toEqual(ids.slice(20))
    const beyond = await admin.get('/api/orders?pageNumber=4')
    expect(beyond.body).toMatchObject({ orders: [], page: 4, pages: 3, totals: { count: 23 } })
  })

  test('is sorted by total, by payment or by delivery, both ways, with equal orders in the order of their ids', async () => {
    const buyer = await signedIn(shop)
    const ids: string[] = []
    for (const qty of [2, 1, 3, 1]) ids.push(await placed(buyer, [{ _id: bean, qty }]))
    const [two, one, three, other] = ids as [string, string, string, string]
    shop.clock.advance(MINUTE)
    await pay(shop, buyer, three)
    shop.clock.advance(MINUTE)
    await pay(shop, buyer, one)
    await admin.put(`/api/orders/${one}/deliver`)
    expect(await found('sort=total&order=asc')).toEqual([...[one, other].sort(), two, three])
    expect(await found('sort=total')).toEqual([three, two, ...[one, other].sort().toReversed()])
    // Those that are not paid are before all that are.
    expect(await found('sort=paid&order=asc')).toEqual([...[two, other].sort(), three, one])
    expect(await found('sort=paid&order=desc&state=paid')).toEqual([three])
    expect((await found('sort=delivered'))[0]).toBe(one)
    expect(await found('sort=date&order=asc')).toEqual(ids)
    expect(await found('sort=total&keyword=nobody')).toEqual([])
  })

  test('has 10, 25 or 50 rows per page, sorted too on its last page, and refuses other numbers and columns', async () => {
    const buyer = await signedIn(shop)
    for (let number = 1; number <= 27; number++) await order(buyer)
    const all = await found('sort=total&order=asc&pageSize=50')
    expect(all).toHaveLength(27)
    expect(all).toEqual([...all].sort())
    const { body } = await admin.get('/api/orders?sort=total&order=asc&pageSize=25&pageNumber=2')
    expect(body).toMatchObject({ page: 2, pages: 2 })
    expect(body.orders.map(({ _id }: { _id: string }) => _id)).toEqual(all.slice(25))
    for (const query of ['pageSize=11', 'pageSize=1000000', 'sort=secret', 'order=up'])
      expect((await admin.get(`/api/orders?${query}`)).status).toBe(400)
  })

  test('is empty in an empty shop, with zero totals', async () => {
    const { body } = await admin.get('/api/orders')
    expect(body).toMatchObject({ orders: [], page: 1, pages: 0, totals: { count: 0, paid: 0 } })
  })

  test('is filtered by state, and so are its totals', async () => {
    const buyer = await signedIn(shop)
    const [unpaid, first, second, gone] = [
      await order(buyer),
      await order(buyer),
      await order(buyer),
      await order(buyer),
    ]
    const totals = [await pay(shop, buyer, first), await pay(shop, buyer, second)].map(
      ({ body }) => body.totalPrice as number,
    )
    await buyer.delete(`/api/orders/${gone}`)
    await admin.put(`/api/orders/${second}/deliver`)
    expect(await found('state=paid')).toEqual([first])
    expect(await found('state=delivered')).toEqual([second])
    expect(await found('state=pending')).toEqual([unpaid])
    expect(await found('state=cancelled')).toEqual([gone])
    expect(await found('state=refunded')).toEqual([])
    const all = (await admin.get('/api/orders')).body.totals
    expect(all.count).toBe(4)
    expect(all.paid).toBeCloseTo(totals[0]! + totals[1]!, 10)
    const delivered = (await admin.get('/api/orders?state=delivered')).body.totals
    expect([delivered.count, delivered.paid]).toEqual([1, totals[1]])
    // The counts of all states are returned with any filter, for display in the filter.
    for (const { states } of [all, delivered]) {
      expect(states).toContainEqual({ state: 'pending', count: 1 })
      expect(states).toContainEqual({ state: 'refunded', count: 0 })
    }
  })

  test('does not count refunded or unpaid money', async () => {
    const buyer = await signedIn(shop)
    const refunded = await order(buyer)
    await pay(shop, buyer, refunded)
    await admin.post(`/api/orders/${refunded}/refund`, {})
    const partly = await order(buyer)
    const { totalPrice } = (await pay(shop, buyer, partly)).body
    await admin.post(`/api/orders/${partly}/refund`, { amount: 2.5 })
    const { totals } = (await admin.get('/api/orders')).body
    expect([totals.count, totals.paid]).toEqual([2, toDollars(toCents(totalPrice) - 250)])
    await admin.post(`/api/orders/${partly}/refund`, {})
    await order(buyer)
    shop.clock.advance(31 * MINUTE)
    await expireOrders(shop.shop)
    expect((await admin.get('/api/orders')).body.totals).toMatchObject({ count: 3, paid: 0 })
  })

  test('is filtered by buyer', async () => {
    const [ann, ben] = [await signedIn(shop, { name: 'Ann' }), await signedIn(shop, { name: 'Ben' })]
    const [first] = [await order(ann), await order(ben)]
    expect(await found(`user=${ann.id}`)).toEqual([first])
    expect(await found('user=nobody')).toEqual([])
  })

  test.each(['state=lost', 'user=%00', `keyword=${'x'.repeat(101)}`, 'keyword=a&keyword=b', 'sort=asc'])(
    'refuses unknown parameters and invalid values: %s',
    async (query) => {
      expect((await admin.get(`/api/orders?${query}`)).status).toBe(400)
    },
  )
})

describe('a search', () => {
  test('finds an order by its id or the start of it', async () => {
    const buyer = await signedIn(shop)
    const [id] = [await order(buyer), await order(buyer)]
    expect(await search(id)).toEqual([id])
    expect(await search(id.toUpperCase())).toEqual([id])
    expect(await search(` ${id} `)).toEqual([id])
    expect(await search(id.slice(1))).toEqual([])
  })

  test('finds the buyer’s name regardless of case, accents and word order', async () => {
    const zoe = await signedIn(shop, { name: 'Zoë Ángström-O’Neill' })
    const other = await signedIn(shop, { name: 'Zora Other' })
    const [id] = [await order(zoe), await order(other)]
    for (const keyword of ['zoe', 'ZOË', 'angstrom', 'o’neill zoe', 'Ángs  zo'])
      expect(await search(keyword), keyword).toEqual([id])
    expect(await search('zoe other')).toEqual([])
  })

  test('finds the email', async () => {
    const buyer = await signedIn(shop)
    const id = await order(buyer)
    await order(await signedIn(shop))
    expect(await search(buyer.email)).toEqual([id])
  })

  test.each(['%', '_', '\\', "'", '%%', '__', 'a%', '\\%'])(
    'treats %s as a plain character',
    async (keyword) => {
      const plain = await order(await signedIn(shop, { name: 'Plain Name' }))
      const odd = await order(await signedIn(shop, { name: `Odd a${keyword}b` }))
      expect(await search(`a${keyword}b`)).toEqual([odd])
      expect(await search('plain')).toEqual([plain])
    },
  )

  test('combines with the state and buyer filters', async () => {
    const ann = await signedIn(shop, { name: 'Ann' })
    const [first, second] = [await order(ann), await order(ann)]
    await pay(shop, ann, first)
    expect(await found('keyword=ann&state=paid')).toEqual([first])
    expect(await found(`keyword=ann&state=pending&user=${ann.id}`)).toEqual([second])
    expect(await found(`keyword=ben&user=${ann.id}`)).toEqual([])
  })

  test('finds an order by its buyer’s name at the time of the order and by the current name', async () => {
    const buyer = await signedIn(shop, { name: 'Mária Maiden' })
    const before = await order(buyer)
    await buyer.put('/api/users/profile', { name: 'Mária Married' })
    const after = await order(buyer)
    expect(await search('maria maiden')).toEqual([before])
    expect(await search('maria married')).toEqual([after, before])
    const edit = { name: 'Mária Widowed', email: `new-${buyer.email}`, isAdmin: false }
    expect((await admin.put(`/api/users/${buyer.id}`, edit)).status).toBe(200)
    expect(await search('maiden')).toEqual([before])
    expect(await search('married')).toEqual([after])
    expect(await search('widowed')).toEqual([after, before])
    expect(await search(buyer.email)).toEqual([after, before])
  })

  test('finds the orders of a deleted account', async () => {
    const buyer = await signedIn(shop, { name: 'Désirée Gone' })
    const id = await order(buyer)
    expect((await admin.delete(`/api/users/${buyer.id}`)).status).toBe(200)
    expect(await search('desiree')).toEqual([id])
    expect(await search(buyer.email)).toEqual([id])
    expect(await search(id)).toEqual([id])
  })
})
