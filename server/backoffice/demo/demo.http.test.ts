/** The invented history of the demo, and its removal. Each test continues the previous one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedContent } from '#server/start/seed/content.ts'
import { seedDemo } from '#server/start/seed/demo.ts'
import { seedEvents } from '#server/start/seed/events.ts'
import { seedWorks } from '#server/start/seed/works.ts'
import { requestReviews } from '#server/catalog/products/reviews/reviews.ts'
import { rereadPayments } from '#server/payments/events/events.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import type { Schema } from '#server/kernel/db/schema.ts'
import { violations } from '#test/invariants.ts'
import { owedOf } from '#test/parts.ts'
import { bought } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  expect(await seedDemo(shop.db, shop.clock, { hasHistory: true })).toBe(true)
})
afterAll(() => shop.close())

const count = async (table: keyof Schema) => {
  const { rows } = await shop.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

const stock = () =>
  shop.db.selectFrom('product_sizes').select(['id', 'count_in_stock']).orderBy('id').execute()

const get = async (path: string) => {
  const { status, body, text } = await admin.get(path)
  expect(status, text).toBe(200)
  return body
}

test('the demo has 60 days of orders in every state that satisfy all invariants, and is added once', async () => {
  expect(await violations(shop.db)).toEqual([])
  const orders = await shop.db.selectFrom('orders').selectAll().orderBy('created_at').execute()
  expect(orders.length).toBeGreaterThan(250)
  expect(orders.length).toBeLessThan(400)
  const now = shop.clock.now().getTime()
  expect(now - Date.parse(orders[0]!.created_at)).toBeGreaterThan(57 * DAY)
  expect(now - Date.parse(orders[0]!.created_at)).toBeLessThan(60 * DAY)
  expect(orders.filter(({ created_at: at }) => Date.parse(at) > now)).toEqual([])
  const states = new Set(orders.map(({ state }) => state))
  for (const state of ['shipped', 'delivered', 'cancelled', 'expired', 'refunded'])
    expect(states).toContain(state)
  // The order of a delivery whose charge has failed.
  expect(orders.filter(({ state }) => state === 'pending')).toHaveLength(1)
  expect(new Set(orders.map(({ is_guest: isGuest }) => isGuest))).toEqual(new Set([0, 1]))
  expect(await seedDemo(shop.db, shop.clock, { hasHistory: true })).toBe(false)
  expect(await count('orders')).toBe(orders.length)
})

test('charts, best sellers and lists of the admin show the history', async () => {
  const { sales, todo } = await get('/api/desk')
  expect(sales.month.orders).toBeGreaterThan(100)
  expect(sales.month.before.orders).toBeGreaterThan(80)
  expect(sales.best.length).toBeGreaterThan(3)
  expect(sales.coffees.length).toBeGreaterThan(3)
  expect(todo.unanswered.count).toBe(4)
  expect((await get('/api/users/search')).count).toBeGreaterThan(20)
  expect((await get('/api/reviews')).pages).toBeGreaterThan(1)
  expect((await get('/api/orders')).totals.count).toBe(await count('orders'))
})

test('no mail is sent for it, PayPal is not asked about it, and the books have no differences', async () => {
  await reconcile(shop.shop, true)
  await rereadPayments(shop.shop)
  await requestReviews(shop.shop)
  const waiting = await shop.db.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute()
  expect(waiting).toEqual([])
  const { body } = await admin.post('/api/money/compare', {})
  // The invented dispute, which the shop shows from its own records.
  expect(body.findings.map(({ kind }: { kind: string }) => kind)).toEqual(['disputed'])
  expect(body.comparison).toMatchObject({ problem: '', read: 0 })
})

test('an invented order cannot be refunded, and its buyer cannot sign in', async () => {
  const paid = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'delivered')
    .executeTakeFirstOrThrow()
  const answer = await admin.post(`/api/orders/${paid.id}/refund`, { amount: 1, reason: 'Try', stock: [] })
  expect(answer.status).toBe(409)
  expect(answer.body.message).toContain('invented for the demo')
  const { email } = await shop.db
    .selectFrom('users')
    .select('email')
    .where('email', 'like', '%@demo.example')
    .executeTakeFirstOrThrow()
  const signIn = await shop.visitor().post('/api/users/auth', { email, password: 'correct horse battery' })
  expect(signIn.status).toBe(401)
})

test('a label for an invented order is bought at the current price, and the order is shipped', async () => {
  const { id } = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'shipped')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  // The invented price can be the current one by chance.
  await shop.db.updateTable('orders').set({ quoted_cents: 1 }).where('id', '=', id).execute()
  const offer = await admin.post('/api/shippo', { orderId: id })
  expect(offer.body).toMatchObject({ code: 'price' })
  const { status, text } = await admin.post('/api/shippo', { orderId: id, price: offer.body.price })
  expect(status, text).toBe(200)
})

test('only admins see and remove the demo data', async () => {
  const buyer = await signedIn(shop)
  expect((await buyer.get('/api/demo')).status).toBe(403)
  expect((await buyer.post('/api/demo/remove', { products: true })).status).toBe(403)
  expect((await get('/api/demo')).orders).toBe(await count('orders'))
})

/** Sends a replacement for an invented order, and a replacement for that one. */
async function replaceTwice(): Promise<void> {
  let { id } = await shop.db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .innerJoin('product_sizes', 'product_sizes.id', 'order_lines.size_id')
    .where('orders.state', '=', 'delivered')
    .where('order_lines.position', '=', 0)
    .where('count_in_stock', '>=', 2)
    .select('orders.id')
    .executeTakeFirstOrThrow()
  for (let round = 1; round <= 2; round++) {
    const lines = [{ line: 0, qty: 1 }]
    const made = await admin.post(`/api/orders/${id}/replacement`, { lines, seen: 0 })
    expect(made.status, made.text).toBe(200)
    id = made.body._id
    expect((await admin.put(`/api/orders/${id}/ship`, {})).status).toBe(200)
  }
}

test('two calls at once remove all invented rows, and nothing that the owner or a buyer made', async () => {
  const { body: list } = await shop.visitor().get('/api/products')
  const [first, second] = list.products
  const buyer = await signedIn(shop, { name: 'Real Buyer' })
  const own = await shop.sell({ name: 'Own Coffee', stock: 20 })
  const order = await bought(shop, buyer, [
    { _id: first._id, qty: 1 },
    { _id: own, qty: 2 },
  ])
  const review = { rating: 5, comment: 'Mine.' }
  expect((await buyer.post(`/api/products/${first._id}/reviews`, review)).status).toBe(201)
  const words = { name: 'Ann', email: 'ann@example.com', message: 'A real message.' }
  expect((await shop.visitor().post('/send', { mailerState: words })).status).toBe(200)
  const { body: saved } = await shop.visitor().get(`/api/products/${second._id}`)
  const renamed = await admin.put(`/api/products/${second._id}`, { ...saved, name: 'My Own Name' })
  expect(renamed.status, renamed.text).toBe(200)
  await replaceTwice()
  await get('/api/desk')
  const before = await stock()

  const answers = await Promise.all([1, 2].map(() => admin.post('/api/demo/remove', { products: true })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const removed = answers.map(({ body }) => body.orders as number).toSorted((a, b) => a - b)
  expect(removed[0]).toBe(0)
  expect(removed[1]).toBeGreaterThan(250)

  expect(await violations(shop.db)).toEqual([])
  expect(await stock()).toEqual(before)
  expect(await shop.db.selectFrom('orders').select('id').execute()).toEqual([{ id: order.id }])
  expect((await shop.db.selectFrom('reviews').select('comment').execute()).map((row) => row.comment)).toEqual(
    ['Mine.'],
  )
  expect((await shop.db.selectFrom('messages').select('name').execute()).map((row) => row.name)).toEqual([
    'Ann',
  ])
  const demoUsers = await shop.db
    .selectFrom('users')
    .where('email', 'like', '%@demo.example')
    .select('id')
    .execute()
  expect(demoUsers).toEqual([])
  const onSale: { name: string }[] = (await shop.visitor().get('/api/products')).body.products
  expect(onSale.map(({ name }) => name).toSorted()).toEqual(['My Own Name', 'Own Coffee'])
  const { orderItems } = await get(`/api/orders/${order.id}`)
  expect(orderItems.map(({ name }: { name: string }) => name)).toEqual([first.name, 'Own Coffee'])
})

test('afterwards sales count real orders only, nothing is left to remove, and the change log has one line', async () => {
  const { sales, todo } = await get('/api/desk')
  expect(sales.month.orders).toBe(1)
  expect(sales.month.before.orders).toBe(0)
  expect(todo.unanswered.count).toBe(1)
  const { kept, originalPages, artistsWithoutWorks: __, ...left } = await get('/api/demo')
  expect(Object.values(left).filter((number) => number !== 0)).toEqual([])
  expect(kept).toEqual({ goods: 1, events: 0, artists: 0, codes: 0, newsletters: 0 })
  expect(originalPages).toContain('About')
  const { lines } = await get('/api/record?subject=shop')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ by: 'Olive Owner', subjectName: 'Demo data', action: 'Removed' })
})

test('events, works, artists and menu of the demo are removed, except what was edited, sold or signed up for', async () => {
  await seedContent(shop.db, shop.clock)
  await seedWorks(shop.db, shop.clock)
  await seedEvents(shop.db, shop.clock)
  const found = await get('/api/demo')
  expect(found).toMatchObject({
    artists: 3,
    menuPages: 3,
    kept: { goods: 1, events: 0, artists: 0, codes: 0, newsletters: 0 },
  })
  expect(found.works).toBeGreaterThan(3)
  expect(await owedOf(shop, 'events')).toEqual([])

  const [event] = (await shop.visitor().get('/api/events')).body.events
  const person = { name: 'Real Person', email: 'real@example.com', seats: 1 }
  expect((await shop.visitor().post(`/api/events/${event._id}/signups`, person)).status).toBe(200)
  expect(await owedOf(shop, 'events')).toEqual(['1 sign-up for a coming event'])
  const buyer = await signedIn(shop)
  const { works } = (await shop.visitor().get('/api/works')).body
  const boxed = await shop.db.selectFrom('works').select('product_id').where('box', '<>', '').execute()
  const work = works.find(
    ({ _id: id, state }: { _id: string; state: string }) =>
      state === 'forSale' && boxed.some(({ product_id: each }) => each === id),
  )
  await bought(shop, buyer, [{ _id: work._id, qty: 1 }])

  const before = await get('/api/demo')
  expect(before.events).toBe(found.events - 1)
  expect(before.artists).toBe(2)
  const {
    status,
    body: removed,
    text,
  } = await admin.post('/api/demo/remove', { products: true, content: true })
  expect(status, text).toBe(200)
  expect(before.artistsWithoutWorks).toBe(2)
  const { kept, originalPages: _, artistsWithoutWorks: __, ...counts } = before
  expect(removed).toEqual(counts)
  expect(kept).toEqual({ goods: 1, events: 1, artists: 1, codes: 0, newsletters: 0 })
  expect(await violations(shop.db)).toEqual([])
  const artists = await shop.db.selectFrom('artists').select('id').execute()
  expect(artists.map(({ id }) => id)).toEqual([work.artist._id])
  expect(await count('menu_pages')).toBe(0)
  const left = await shop.db.selectFrom('events').select('id').execute()
  expect(left.map(({ id }) => id)).toEqual([event._id])
})
