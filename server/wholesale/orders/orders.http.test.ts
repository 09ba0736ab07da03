/** Orders of wholesale accounts: prices, tax, credit, minimum, days, and who may. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { mailboxOf } from '#test/mailbox.ts'
import { rowOf } from '#test/table-rows.ts'
import { account, certificate, order, orderOf } from '../wholesale.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let coffee: string

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  coffee = await shop.sell({
    name: 'House',
    priceCents: 1801,
    stock: 500,
    sizes: [{ priceCents: 9000, stock: 500, sizeGrams: 2268 }],
  })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const stockOf = async (size: string) => (await rowOf(shop.db, 'product_sizes', size)).count_in_stock

test('an order on account is accepted at once: it is to ship, takes its stock, and has no payment', async () => {
  const cafe = await account(shop)
  const before = await stockOf(coffee)
  const { status, body } = await order(cafe, [{ product: coffee, qty: 3 }], {
    poNumber: 'PO 7',
    note: 'Back door',
  })
  expect(status).toBe(201)
  // 30% off $18.01 is $12.607, and each piece is rounded to the cent.
  expect(body).toMatchObject({
    items: 37.83,
    tax: 0.38,
    total: 38.21,
    onAccount: true,
    poNumber: 'PO 7',
    canChange: true,
  })
  const row = await rowOf(shop.db, 'orders', body._id)
  expect(row).toMatchObject({
    state: 'paid',
    payment_method: 'On account',
    company_id: cafe.company,
    via: 'web',
  })
  expect(row.delivers_on).toBe(body.deliversOn)
  expect(await stockOf(coffee)).toBe(before - 3)
  const payments = await shop.db.selectFrom('payments').selectAll().where('order_id', '=', body._id).execute()
  expect(payments).toEqual([])
  const line = await shop.db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', body._id)
    .executeTakeFirst()
  expect(line).toMatchObject({ price_cents: 1261, list_cents: 1801, is_taxed: 1 })
})

test('a line is exempt while a certificate covers it, and taxed for goods that it does not name', async () => {
  const cafe = await account(shop)
  const grinder = await shop.sell({ name: 'Grinder', priceCents: 10_000, sizeGrams: null })
  const lines = [
    { product: coffee, qty: 1 },
    { product: grinder, qty: 1 },
  ]
  expect((await order(cafe, lines)).body.tax).toBe(0.83)
  const id = await certificate(shop, cafe.company)
  expect((await order(cafe, lines)).body.tax).toBe(0.7)
  const office = await account(shop, { company: { kind: 'office' } })
  await certificate(shop, office.company)
  expect((await order(office, lines)).body.tax).toBe(0.83)
  await shop.db
    .updateTable('certificates')
    .set({ state: 'revoked', ended_at: '2020-01-01T00:00:00.000Z' })
    .where('id', '=', id)
    .execute()
  expect((await order(cafe, lines)).body.tax).toBe(0.83)
})

test('the price of the list wins over the percentage, breaks count all coffee together, and what has neither is not sold', async () => {
  const { body: list } = await admin.post('/api/price-lists', {
    name: 'Cafes',
    percentOff: null,
    floor: null,
    breaks: [{ pounds: 20, percent: 10 }],
    prices: [
      { size: `${coffee}-1`, from: '', price: 60 },
      { size: `${coffee}-1`, from: '2020-01-01', price: 50 },
      { size: `${coffee}-1`, from: '2099-01-01', price: 70 },
    ],
  })
  const cafe = await account(shop, { company: { price_list_id: list._id, percent_off: null } })
  const { rows } = (await cafe.buyer.get(`/api/account-orders/form?company=${cafe.company}`)).body
  expect(rows.map(({ sizeId, price }: { sizeId: string; price: number }) => [sizeId, price])).toEqual([
    [`${coffee}-1`, 50],
  ])
  const five = { product: coffee, sizeId: `${coffee}-1` }
  expect((await order(cafe, [{ ...five, qty: 3 }])).body.items).toBe(150)
  // Four bags of 5 lb reach 20 lb: 10% off each.
  expect((await order(cafe, [{ ...five, qty: 4 }])).body.items).toBe(180)
  const other = await order(cafe, [{ product: coffee, qty: 1 }])
  expect([other.status, other.body.message]).toEqual([409, 'House, 12 oz is not in your price list'])
  const removed = await admin.delete(`/api/price-lists/${list._id}`)
  expect([removed.status, removed.body.message]).toEqual([
    409,
    'Corner Cafe LLC has this price list. Give the account another one first',
  ])
})

test('a total that the buyer did not see, part of a case, too little and a day without delivery are refused with a code', async () => {
  const cafe = await account(shop, {
    company: { minimum: 'grams', minimum_value: 2268, po_required: 1 },
    location: { weekdays: '4' },
  })
  const five = [{ product: coffee, sizeId: `${coffee}-1`, qty: 1 }]
  const po = { poNumber: 'A' }
  const codeOf = async (lines: Parameters<typeof order>[1], more: object) => {
    const { status, body } = await order(cafe, lines, more)
    return [status, body.code ?? body.field ?? '']
  }
  expect(await codeOf(five, {})).toEqual([400, 'poNumber'])
  expect(await codeOf([{ product: coffee, qty: 1 }], po)).toEqual([409, 'minimum'])
  expect(await codeOf(five, { ...po, total: 1 })).toEqual([409, 'prices'])
  expect(await codeOf(five, { ...po, deliversOn: '2026-11-29' })).toEqual([409, 'day'])
  expect(await codeOf([{ product: coffee, qty: 100_000 }], po)).toEqual([400, 'lines.0.qty'])
  await shop.db.updateTable('product_sizes').set({ pack: 6 }).where('id', '=', coffee).execute()
  expect(await codeOf([{ product: coffee, qty: 7 }], po)).toEqual([409, 'pack'])
  await shop.db.updateTable('product_sizes').set({ pack: null }).where('id', '=', coffee).execute()
  expect((await order(cafe, five, po)).status).toBe(201)
  expect(await codeOf(five, { poNumber: ' a ' })).toEqual([409, 'po'])
  expect((await order(cafe, five, { ...po, repeatsPo: true })).status).toBe(201)
})

test('an account that pays when it orders, or is on hold, orders prepaid and not on account', async () => {
  const prepaid = await account(shop, { company: { terms: 'prepaid' } })
  const held = await account(shop, { company: { status: 'hold' } })
  for (const cafe of [prepaid, held]) {
    const refused = await order(cafe, [{ product: coffee, qty: 1 }])
    expect([refused.status, refused.body.code]).toEqual([409, 'prepaid'])
    const { status, body } = await order(cafe, [{ product: coffee, qty: 1 }], { payBy: 'now' })
    expect([status, body.state]).toEqual([201, 'pending'])
    const row = await rowOf(shop.db, 'orders', body._id)
    // Held until the cut-off, to the minute.
    expect(row.reserved_until.slice(0, 16)).toBe(row.changeable_until!.slice(0, 16))
    expect((await cafe.buyer.get(`/api/orders/${body._id}`)).status).toBe(200)
  }
})

test('an order on account counts against the limit of the account at once, also of two at the same time, and a change counts once', async () => {
  const cafe = await account(shop, { company: { credit: 'amount', credit_cents: 10_000 } })
  const body = await orderOf(cafe, [{ product: coffee, qty: 5 }])
  const answers = await Promise.all([1, 2, 3].map(() => cafe.buyer.post('/api/account-orders', body)))
  const codes = answers.map(({ status, body: { code } }) => (status === 201 ? 'placed' : code))
  expect(codes.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(['placed', 'prepaid', 'prepaid'])
  const { _id } = answers.find(({ status }) => status === 201)!.body
  // 7 pieces are within the limit, 12 are not.
  expect((await order(cafe, [{ product: coffee, qty: 7 }], { changes: _id })).status).toBe(201)
  const blocked = await account(shop, {
    company: { credit: 'amount', credit_cents: 100, over_credit: 'block' },
  })
  const refused = await order(blocked, [{ product: coffee, qty: 1 }])
  expect([refused.status, refused.body.code]).toEqual([409, 'hold'])
})

test('a repeated request with the same key orders once', async () => {
  const cafe = await account(shop)
  const body = await orderOf(cafe, [{ product: coffee, qty: 1 }])
  const headers = { 'idempotency-key': 'twice' }
  const answers = [
    await cafe.buyer.post('/api/account-orders', body, headers),
    await cafe.buyer.post('/api/account-orders', body, headers),
  ]
  expect(answers[0]!.body._id).toBe(answers[1]!.body._id)
  const { orders } = (await cafe.buyer.get(`/api/account-orders?company=${cafe.company}`)).body
  expect(orders).toHaveLength(1)
})

test('the people who chose mails about orders get one each, also when another person orders', async () => {
  const cafe = await account(shop)
  const { body } = await order(cafe, [{ product: coffee, qty: 2 }])
  const [mail] = await mailboxOf(shop).newMailsTo(cafe.buyer.email)
  expect([mail?.subject, mail?.text?.includes('$25.47')]).toEqual([
    `We have your order No. ${body.number}`,
    true,
  ])
  const queued = await shop.db
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'wholesale-order')
    .execute()
  expect(queued.filter(({ about }) => about?.includes(body._id))).toHaveLength(1)
})

test('a stranger, another account and a removed buyer read and order nothing, not even the order that they placed', async () => {
  const cafe = await account(shop)
  const other = await account(shop)
  const stranger = await signedIn(shop)
  const { body } = await order(cafe, [{ product: coffee, qty: 1 }])
  const paths = [
    `/api/account-orders/${body._id}`,
    `/api/account-orders?company=${cafe.company}`,
    `/api/account-orders/form?company=${cafe.company}`,
    `/api/orders/${body._id}`,
  ]
  const wanted = await orderOf(cafe, [{ product: coffee, qty: 1 }])
  const statuses = async (visitor: SignedInVisitor) => [
    ...(await Promise.all(paths.map(async (path) => (await visitor.get(path)).status))),
    (await visitor.post('/api/account-orders', wanted)).status,
    (await visitor.post(`/api/account-orders/${body._id}/cancel`)).status,
  ]
  for (const visitor of [stranger, other.buyer])
    expect(await statuses(visitor)).toEqual([404, 404, 404, 404, 404, 404])
  const foreign = await other.buyer.post('/api/account-orders', { ...wanted, company: other.company })
  expect(foreign.status).toBe(404)
  await shop.db
    .updateTable('buyers')
    .set({ removed_at: '2026-11-01T00:00:00.000Z' })
    .where('id', '=', cafe.buyerId)
    .execute()
  expect(await statuses(cafe.buyer)).toEqual([404, 404, 404, 404, 404, 404])
  const mine = (await cafe.buyer.get('/api/orders/mine')).body
  expect(JSON.stringify(mine)).not.toContain(body._id)
})

test('a buyer without the right to order sees the orders and places none', async () => {
  const cafe = await account(shop, { buyer: { may_order: 0 } })
  expect((await cafe.buyer.get(`/api/account-orders?company=${cafe.company}`)).status).toBe(200)
  expect((await cafe.buyer.get(`/api/account-orders/form?company=${cafe.company}`)).status).toBe(403)
})

test('only accounts buy what is for accounts, and a private label only its own', async () => {
  const cafe = await account(shop)
  const other = await account(shop)
  const label = await shop.sell({ name: 'Corner Blend' })
  await admin.put(`/api/products/${label}`, { companyId: cafe.company })
  expect((await order(cafe, [{ product: label, qty: 1 }])).status).toBe(201)
  expect((await order(other, [{ product: label, qty: 1 }])).status).toBe(409)
  const names = async (of: typeof cafe) =>
    (await of.buyer.get(`/api/account-orders/form?company=${of.company}`)).body.rows.map(
      ({ name }: { name: string }) => name,
    )
  expect([
    (await names(cafe)).includes('Corner Blend'),
    (await names(other)).includes('Corner Blend'),
  ]).toEqual([true, false])
})

test('the form has what the location takes: the last order, the median, and the days that can be ordered', async () => {
  const cafe = await account(shop)
  for (const qty of [4, 6, 1]) await order(cafe, [{ product: coffee, qty }])
  const { body } = await cafe.buyer.get(`/api/account-orders/form?company=${cafe.company}`)
  expect(body.rows[0]).toMatchObject({ sizeId: coffee, last: 1, typical: 4, price: 12.61 })
  expect(body.last.lines).toMatchObject([{ sizeId: coffee, qty: 1 }])
  expect(body.deliveries.length).toBeGreaterThan(3)
  expect(body.company).toMatchObject({ onAccount: true, terms: 'Net 30 days from delivery' })
})

test('the form lists the orders and standing orders that the location already has for a day', async () => {
  const cafe = await account(shop)
  const form = async (more = '') =>
    (await cafe.buyer.get(`/api/account-orders/form?company=${cafe.company}${more}`)).body
  expect((await form()).booked).toEqual([])
  const { body } = await order(cafe, [{ product: coffee, qty: 2 }])
  const { _id, number, total, deliversOn } = body
  expect((await form()).booked).toEqual([{ deliversOn, order: { _id, number, total } }])
  expect((await form(`&changes=${_id}`)).booked).toEqual([])
  await cafe.buyer.post(`/api/account-orders/${_id}/cancel`, {})
  expect((await form()).booked).toEqual([])
})

test('staff read the orders of an account, newest first', async () => {
  const cafe = await account(shop)
  const first = await order(cafe, [{ product: coffee, qty: 2 }])
  const second = await order(cafe, [{ product: coffee, qty: 1 }])
  const path = `/api/account-orders/desk?company=${cafe.company}`
  const { body } = await admin.get(path)
  expect(body.orders).toMatchObject([
    { _id: second.body._id, pieces: 1 },
    { _id: first.body._id, pieces: 2 },
  ])
  expect((await cafe.buyer.get(path)).status).toBe(403)
})
