import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { orderBody } from '#test/purchase.ts'
import type { Visitor } from '#test/visitor.ts'
import { soldCard } from '../gift-cards/gift-cards.testing.ts'
import { ANN, byPhone, soldAtCounter, takenAlong } from './counter.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let barista: SignedInVisitor
let bean: string

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  barista = await signedIn(shop, { role: 'barista' })
  bean = await shop.sell({ name: 'Counter Beans', priceCents: 1850, stock: 500 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const rowOf = (id: string) =>
  shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const machine = (tender: object) => ({ by: 'tender', tender: { kind: 'machine', ...tender } })
const cash = (tender: object) => ({ payment: { by: 'tender', tender: { kind: 'cash', ...tender } } })
const place = (staff: Visitor, body: object, key?: string) =>
  staff.post('/api/counter/orders', body, key ? { 'idempotency-key': key } : {})

test('goods that are taken along are paid in cash and delivered in one step, with the tax of the shop', async () => {
  const sale = await soldAtCounter(barista, [{ _id: bean, qty: 2 }], {
    payment: { by: 'tender', tender: { kind: 'cash', received: 40, due: 37.37 } },
  })
  expect(sale).toMatchObject({
    via: 'counter',
    state: 'delivered',
    handover: 'taken',
    itemsPrice: 37,
    taxPrice: 0.37,
    totalPrice: 37.37,
    paymentMethod: 'Cash',
    placedBy: 'Quick Buyer',
    tenders: [{ kind: 'cash', amount: 37.37, received: 40, change: 2.63, rounding: 0 }],
  })
  const row = await rowOf(sale._id)
  expect(row).toMatchObject({
    user_id: null,
    is_guest: 1,
    buyer_email: '',
    buyer_name: 'Customer at the counter',
  })
})

test('a sale at the counter sends no mail, and is in no list of orders to hand over', async () => {
  const { _id } = await soldAtCounter(barista, [{ _id: bean, qty: 1 }], { person: ANN })
  const mails = await shop.db.selectFrom('outbox').select('kind').where('about', 'like', `%${_id}%`).execute()
  expect(mails).toEqual([])
  const { body } = await barista.get('/api/pickup')
  expect(body.orders.map((each: { _id: string }) => each._id)).not.toContain(_id)
})

test('an order by phone belongs to the buyer, and is paid with the mailed link until its hold ends', async () => {
  const { status, body } = await place(admin, await byPhone(admin, [{ _id: bean, qty: 1 }]))
  expect(status).toBe(201)
  expect(body).toMatchObject({ state: 'pending', via: 'phone', handover: 'ship', buyer: ANN })
  const row = await rowOf(body._id)
  const days = (Date.parse(row.reserved_until) - Date.parse(row.created_at)) / 86_400_000
  expect(days).toBe(3)
  const [mail] = await shop.db
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'next_at'])
    .where('dedupe_key', '=', `order-received:${body._id}`)
    .execute()
  expect(mail).toMatchObject({ kind: 'order-received', recipient: ANN.email })
  expect(Date.parse(mail!.next_at)).toBeLessThanOrEqual(shop.clock.now().getTime())
})

test('a person with another spelling of the email of an account is found, and the order goes to the account that staff choose', async () => {
  const buyer = await signedIn(shop)
  const email = `lea.${buyer.id}@gmail.com`
  await shop.db
    .updateTable('users')
    .set({ email, confirmed_email: email })
    .where('id', '=', buyer.id)
    .execute()
  const typed = `Lea${buyer.id.toUpperCase()}+beans@GoogleMail.com`
  const found = await admin.get(`/api/counter/people?keyword=${encodeURIComponent(typed)}`)
  expect(found.body.people).toMatchObject([{ user: buyer.id, email, isConfirmed: true, by: 'email' }])
  const chosen = await byPhone(admin, [{ _id: bean, qty: 1 }], { person: { user: buyer.id } })
  const { body } = await place(admin, chosen)
  expect(await rowOf(body._id)).toMatchObject({ user_id: buyer.id, is_guest: 0, buyer_email: email })
  const seen = { via: 'phone', placedBy: '', discountReason: '' }
  expect((await buyer.get(`/api/orders/${body._id}`)).body).toMatchObject(seen)
})

test('an account whose email is not confirmed gets the mail, and not the order', async () => {
  const buyer = await signedIn(shop)
  await shop.db.updateTable('users').set({ confirmed_email: null }).where('id', '=', buyer.id).execute()
  const { body } = await place(
    admin,
    await byPhone(admin, [{ _id: bean, qty: 1 }], { person: { user: buyer.id } }),
  )
  expect(await rowOf(body._id)).toMatchObject({ user_id: null, is_guest: 1 })
})

test('an email alone never gives an order to an account', async () => {
  const buyer = await signedIn(shop)
  const { email } = (await buyer.get('/api/users/profile')).body
  const { body } = await place(
    admin,
    await byPhone(admin, [{ _id: bean, qty: 1 }], { person: { name: 'Ann', email } }),
  )
  expect(await rowOf(body._id)).toMatchObject({ user_id: null, buyer_email: email })
})

test('a double press is one sale, also at the same moment', async () => {
  const last = await shop.sell({ stock: 1 })
  const body = takenAlong([{ _id: last, qty: 1 }])
  const answers = await Promise.all(Array.from({ length: 6 }, () => place(barista, body, 'double')))
  answers.push(await place(barista, body, 'double'))
  expect(new Set(answers.map(({ status, body: { _id } }) => `${status} ${_id}`)).size).toBe(1)
  expect(answers[0]!.status).toBe(201)
})

test('of the last bag at the counter and on the web at the same moment, one buyer gets it', async () => {
  for (let trial = 0; trial < 6; trial++) {
    const last = await shop.sell({ stock: 1, name: 'Last Bag' })
    const buyer = await signedIn(shop)
    const web = await orderBody(buyer, [{ _id: last, qty: 1 }])
    const answers = await Promise.all([
      buyer.post('/api/orders', web),
      place(barista, takenAlong([{ _id: last, qty: 1 }])),
    ])
    const refused = answers.find(({ status }) => status === 409)!
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(refused.body).toMatchObject({ message: 'Last Bag is out of stock', productId: last })
  }
})

test('the number of a card is refused wherever staff could type it', async () => {
  const number = '4111 1111 1111 1111'
  const lines = [{ _id: bean, qty: 1 }]
  const bodies = [
    takenAlong(lines, { payment: machine({ lastFour: number }) }),
    takenAlong(lines, { payment: machine({ lastFour: '41111' }) }),
    takenAlong(lines, { payment: machine({ approval: number }) }),
    takenAlong(lines, { person: { name: `Ann ${number}` } }),
    takenAlong(lines, { discount: { kind: 'percent', value: 5, reason: number } }),
  ]
  const changed = await changedBy(shop.db, async () => {
    for (const body of bodies) expect((await place(admin, body)).status).toBe(400)
  })
  expect(changed).toEqual([])
  const sale = await soldAtCounter(barista, lines, {
    payment: machine({ lastFour: '4242', approval: '004512' }),
  })
  expect(sale.tenders).toMatchObject([
    { kind: 'machine', lastFour: '4242', approval: '004512', received: null },
  ])
})

test('only those who run the shop give discounts and place orders by phone', async () => {
  const discount = { kind: 'percent', value: 20, reason: 'Torn bag' }
  expect((await place(barista, takenAlong([{ _id: bean, qty: 1 }], { discount }))).status).toBe(403)
  expect((await place(barista, await byPhone(admin, [{ _id: bean, qty: 1 }]))).status).toBe(403)
  expect((await barista.get('/api/counter/people?keyword=ann')).status).toBe(403)
  const free = takenAlong([{ _id: bean, qty: 1 }], { discount: { ...discount, value: 100 } })
  expect(await place(admin, free)).toMatchObject({ status: 409, body: { code: 'discount' } })
  expect((await place(admin, free)).body.message).toMatch(/^With this discount/)
  const sale = await soldAtCounter(admin, [{ _id: bean, qty: 1 }], { discount })
  expect(sale).toMatchObject({
    discountPrice: 3.7,
    discountLabel: '20% off',
    discountReason: 'Torn bag',
    totalPrice: 14.95,
  })
  const [line] = await shop.db
    .selectFrom('record_lines')
    .select(['action', 'changes'])
    .where('subject_id', '=', sale._id)
    .execute()
  expect(line!.action).toBe('Placed at the counter')
  expect(line!.changes).toContain('Torn bag')
})

test('free shipping has a reason too, and a discount needs one', async () => {
  const free = { discount: { kind: 'shipping', reason: 'Late last time' } }
  const body = await byPhone(admin, [{ _id: bean, qty: 1 }], free)
  expect((await place(admin, body)).body).toMatchObject({
    shippingPrice: 0,
    discountReason: 'Late last time',
  })
  const without = takenAlong([{ _id: bean, qty: 1 }], { discount: { kind: 'amount', value: 1, reason: ' ' } })
  expect((await place(admin, without)).status).toBe(400)
})

test('gift cards pay what they have, and cash the rest', async () => {
  const { code } = await soldCard(shop, 1000)
  const sale = await soldAtCounter(barista, [{ _id: bean, qty: 1 }], { giftCards: [code] })
  expect(sale).toMatchObject({ giftCardPrice: 10, due: 8.69, paymentMethod: 'Gift card and Cash' })
  expect(sale.tenders).toMatchObject([{ amount: 8.69 }])
  const { code: rich } = await soldCard(shop, 5000)
  const paid = await soldAtCounter(barista, [{ _id: bean, qty: 1 }], {
    giftCards: [rich],
    payment: { by: 'gift-card' },
  })
  expect(paid).toMatchObject({ state: 'delivered', paymentMethod: 'Gift card', tenders: [] })
  const { code: poor } = await soldCard(shop, 100)
  const answer = await place(
    barista,
    takenAlong([{ _id: bean, qty: 1 }], { giftCards: [poor], payment: { by: 'gift-card' } }),
  )
  expect(answer.status).toBe(409)
  expect(answer.body.code).toBe('gift-card')
})

test('too little cash, another total and coffee roasted to order are refused, and nothing is written', async () => {
  const toOrder = await shop.sell({ isRoastedToOrder: true, name: 'Fresh' })
  const changed = await changedBy(shop.db, async () => {
    const little = await place(barista, takenAlong([{ _id: bean, qty: 1 }], cash({ received: 18 })))
    expect([little.status, little.body.field]).toEqual([400, 'received'])
    const other = await place(barista, takenAlong([{ _id: bean, qty: 1 }], cash({ due: 18.5 })))
    expect([other.status, other.body.code]).toEqual([409, 'prices'])
    const later = await place(barista, takenAlong([{ _id: toOrder, qty: 1 }]))
    expect([later.status, later.body.code]).toEqual([409, 'stock'])
  })
  expect(changed).toEqual([])
})

test('cash is rounded if the shop rounds, and the order keeps its exact amount', async () => {
  const { body: saved } = await admin.get('/api/settings/selling')
  const { fixed: _, _id, ...edit } = saved
  await admin.put('/api/settings/selling', { ...edit, roundsCash: true })
  const sale = await soldAtCounter(barista, [{ _id: bean, qty: 1 }], {
    payment: { by: 'tender', tender: { kind: 'cash', received: 20, due: 18.7 } },
  })
  expect(sale).toMatchObject({ totalPrice: 18.69, rounding: 0.01, cash: 18.7 })
  expect(sale.tenders).toMatchObject([{ amount: 18.69, rounding: 0.01, change: 1.3 }])
  const { body: again } = await admin.get('/api/settings/selling')
  await admin.put('/api/settings/selling', { ...edit, version: again.version, roundsCash: false })
})
