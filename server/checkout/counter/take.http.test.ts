import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { guestOf } from '#test/guests.ts'
import { approve, pay, placed, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { signOrderLink } from '#server/platform/sessions/guests.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { expireOrders } from '../orders/close.ts'
import { ANN, byPhone } from './counter.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let barista: SignedInVisitor
let bean: string

beforeAll(async () => {
  shop = await openShop()
  bean = await shop.sell({ stock: 500 })
})
beforeEach(signIn)
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

/** Sessions end while days pass. */
async function signIn(): Promise<void> {
  admin = await signedIn(shop, { isAdmin: true })
  barista = await signedIn(shop, { role: 'barista' })
}

async function phoned(more: object = {}): Promise<string> {
  const { body } = await admin.post(
    '/api/counter/orders',
    await byPhone(admin, [{ _id: bean, qty: 1 }], more),
  )
  return body._id
}
const buyerWithLink = async (id: string) => guestOf(shop, { link: await signOrderLink(shop.shop, id) })
async function stockLeft(): Promise<number> {
  const size = shop.db.selectFrom('product_sizes').select('count_in_stock').where('id', '=', bean)
  return (await size.executeTakeFirstOrThrow()).count_in_stock
}
const stateOf = async (id: string) => (await admin.get(`/api/orders/${id}`)).body.state
const take = (id: string, tender: object, key?: string) =>
  barista.post(`/api/counter/orders/${id}/tenders`, tender, key ? { 'idempotency-key': key } : {})

test('the buyer pays an order by phone with the mailed link, without an account', async () => {
  const id = await phoned()
  const answer = await pay(shop, await buyerWithLink(id), id)
  expect(answer.body).toMatchObject({ state: 'paid', via: 'phone', paymentMethod: 'PayPal' })
})

test('a mailed link whose time is over shows that the hold ended, and nothing can be paid with it', async () => {
  const id = await phoned()
  const buyer = await buyerWithLink(id)
  const stock = await stockLeft()
  shop.clock.advance(3 * DAY + 1000)
  await expireOrders(shop.shop)
  await signIn()
  const changed = await changedBy(shop.db, async () => {
    expect((await buyer.get(`/api/orders/${id}`)).body.state).toBe('expired')
    expect((await buyer.post(`/api/orders/${id}/paypal`)).status).toBe(409)
    expect((await take(id, { kind: 'cash' })).status).toBe(409)
    expect((await admin.post(`/api/counter/orders/${id}/link`, { days: 2 })).status).toBe(409)
  })
  expect(changed).toEqual([])
  expect(await stockLeft()).toBe(stock + 1)
})

test('an order whose mailed link has ended is placed again with the discount or the free shipping that was agreed', async () => {
  const given = [
    { kind: 'percent', value: 15, reason: 'Regular' },
    { kind: 'amount', value: 1234.5, reason: 'A late parcel' },
    { kind: 'shipping', value: 0, reason: 'A neighbor' },
  ]
  for (const discount of given) {
    const two = await shop.sell({ stock: 2, priceCents: 200_000 })
    const lines = [{ _id: two, qty: 2 }]
    const first = await admin.post('/api/counter/orders', await byPhone(admin, lines, { discount }))
    shop.clock.advance(3 * DAY + 1000)
    await expireOrders(shop.shop)
    await signIn()
    const { _id: id, totalPrice, discountPrice, shippingPrice } = first.body
    expect(await stateOf(id)).toBe('expired')
    const { body: again } = await admin.get(`/api/counter/orders/${id}/again`)
    expect(again).toMatchObject({
      buyer: ANN,
      person: { email: ANN.email, user: null },
      lines: [{ qty: 2 }],
      goods: [{ product: two }],
      address: VIENNA,
      discount,
    })
    const body = await byPhone(admin, lines, { discount: again.discount, person: again.buyer })
    const { status, body: second } = await admin.post('/api/counter/orders', body)
    expect(status).toBe(201)
    expect(second).toMatchObject({
      totalPrice,
      discountPrice,
      shippingPrice,
      discountReason: discount.reason,
    })
    expect((await barista.get(`/api/counter/orders/${id}/again`)).status).toBe(403)
    expect((await barista.post('/api/counter/orders', body)).status).toBe(403)
  }
  const own = await placed(await signedIn(shop), [{ _id: bean, qty: 1 }])
  expect((await admin.get(`/api/counter/orders/${own}/again`)).status).toBe(404)
})

test('a link that is mailed again holds the goods for the new days', async () => {
  const id = await phoned()
  shop.clock.advance(2 * DAY)
  await signIn()
  for (const [days, message] of [
    [8, 'At most 7 days'],
    [0, 'At least 1 day'],
    [1.5, 'Enter the days as a whole number'],
    ['7', 'Enter the days as a whole number'],
    [undefined, 'Enter the days as a whole number'],
  ] as const) {
    const refused = await admin.post(`/api/counter/orders/${id}/link`, { days })
    expect([refused.status, refused.body.message]).toEqual([400, message])
  }
  expect((await admin.post(`/api/counter/orders/${id}/link`, { days: 7 })).status).toBe(200)
  shop.clock.advance(2 * DAY)
  await expireOrders(shop.shop)
  await signIn()
  expect(await stateOf(id)).toBe('pending')
  const mails = await shop.db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'order-received')
    .where('about', 'like', `%${id}%`)
    .execute()
  expect(mails.length).toBeGreaterThan(0)
})

test('an unpaid order is paid at the counter, once for a double press', async () => {
  const id = await phoned()
  const answers = await Promise.all(Array.from({ length: 5 }, () => take(id, { kind: 'machine' }, 'twice')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(answers[0]!.body.tenders).toHaveLength(1)
  expect((await take(id, { kind: 'machine' })).status).toBe(409)
  const order = (await admin.get(`/api/orders/${id}`)).body
  expect(order).toMatchObject({
    state: 'paid',
    paymentMethod: 'Card machine',
    paymentResult: null,
    paidWith: null,
  })
})

test('cash for an order whose buyer is paying at PayPal in the same moment is taken once, or owed back', async () => {
  for (let trial = 0; trial < 4; trial++) {
    const id = await phoned()
    const buyer = await buyerWithLink(id)
    const paypalId = await approve(shop, buyer, id)
    const answers = await Promise.all([
      buyer.put(`/api/orders/${id}/pay`, { id: paypalId }),
      take(id, { kind: 'cash' }),
    ])
    expect(answers.map(({ status }) => status)).toContain(200)
    const paid = await shop.db
      .selectFrom('payments')
      .select('provider')
      .where('order_id', '=', id)
      .where('state', '=', 'completed')
      .execute()
    expect(paid).toHaveLength(1)
  }
})

test('a web order that is not paid can be paid at the counter, but not the first delivery of a subscription', async () => {
  const buyer = await signedIn(shop)
  const id = await placed(buyer, [{ _id: bean, qty: 1 }])
  expect((await take(id, { kind: 'cash' })).status).toBe(200)
  const saving = await placed(buyer, [{ _id: bean, qty: 1 }])
  await shop.db.updateTable('orders').set({ saves_method: 1 }).where('id', '=', saving).execute()
  expect((await take(saving, { kind: 'cash' })).status).toBe(409)
})
