import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { soldAtCounter } from '#server/checkout/counter/counter.testing.ts'
import { soldCard } from '#server/checkout/gift-cards/gift-cards.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let bean: string

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  bean = await shop.sell({ priceCents: 1850, stock: 50 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const refund = (id: string, body: object, key = '') =>
  admin.post(`/api/orders/${id}/refund`, body, key ? { 'idempotency-key': key } : {})
const tendersOf = async (id: string) => (await admin.get(`/api/counter/orders/${id}`)).body.tenders
async function stockLeft(): Promise<number> {
  const size = shop.db.selectFrom('product_sizes').select('count_in_stock').where('id', '=', bean)
  return (await size.executeTakeFirstOrThrow()).count_in_stock
}

test('a cash sale is refunded in cash, at once and whole, and its goods go back in stock', async () => {
  const { _id } = await soldAtCounter(admin, [{ _id: bean, qty: 2 }])
  const before = await stockLeft()
  const { status, body } = await refund(_id, { stock: [{ _id: bean, qty: 2 }], reason: 'Wrong roast' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ state: 'refunded', refundable: 0 })
  expect(body.refunds).toMatchObject([{ to: 'cash', amount: 37.37, state: 'completed', paidWith: null }])
  expect(await tendersOf(_id)).toMatchObject([
    { amount: 37.37 },
    { kind: 'cash', amount: -37.37, received: null },
  ])
  expect(await stockLeft()).toBe(before + 2)
  expect((await refund(_id, { amount: 1 })).status).toBe(409)
})

test('a part of a sale by card machine is refunded with it, once for a double press', async () => {
  const payment = { by: 'tender', tender: { kind: 'machine' } }
  const { _id } = await soldAtCounter(admin, [{ _id: bean, qty: 2 }], { payment })
  const part = { lines: [{ _id: bean, qty: 1 }] }
  const answers = await Promise.all(Array.from({ length: 4 }, () => refund(_id, part, 'part')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { body } = await admin.get(`/api/orders/${_id}`)
  expect(body).toMatchObject({ state: 'delivered', refundable: 18.68 })
  expect(body.refunds).toMatchObject([{ to: 'machine', amount: 18.69, parts: { goods: 18.5, tax: 0.19 } }])
  expect(await tendersOf(_id)).toHaveLength(2)
})

test('a sale by gift card and cash gives cash back first, and the rest to the card', async () => {
  const { code } = await soldCard(shop, 1000)
  const { _id } = await soldAtCounter(admin, [{ _id: bean, qty: 1 }], { giftCards: [code] })
  const { body } = await refund(_id, {})
  expect(body.state).toBe('refunded')
  const ways = body.refunds.map(({ to, amount }: { to: string; amount: number }) => `${to} ${amount}`)
  expect(ways.toSorted()).toEqual(['cash 8.69', 'gift-card 10'])
})

test('cash that is given back is rounded as the sale, and the refund has its exact amount', async () => {
  const { body: saved } = await admin.get('/api/settings/selling')
  const { fixed: _, ...edit } = saved
  await admin.put('/api/settings/selling', { ...edit, roundsCash: true })
  const { _id } = await soldAtCounter(admin, [{ _id: bean, qty: 1 }])
  const { body } = await refund(_id, {})
  expect(body.refunds).toMatchObject([{ amount: 18.69 }])
  expect(await tendersOf(_id)).toMatchObject([
    { amount: 18.69, rounding: 0.01 },
    { amount: -18.69, rounding: -0.01 },
  ])
})
