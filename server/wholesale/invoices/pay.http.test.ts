/** Invoices that are paid on the website: by a mailed link, by buyers, twice at once, by too much, and after crashes. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, pay } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { account, buyerOf, invoiced, ledgerViolations } from './ledger.testing.ts'
import { signInvoiceLink } from './links.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
})
afterEach(async () => {
  expect(await ledgerViolations(shop.db)).toEqual([])
  expect((await violations(shop.db)).filter((each) => !ROWS_ONLY.test(each))).toEqual([])
})
afterAll(() => shop.close())

/** The orders of these accounts are only rows: without payments, stock moves and bookings. */
const ROWS_ONLY =
  /^(Every order line has one stock move|A paid order has one payment|Tax is|A paid order has returned)/

const read = async (id: string) => (await owner.get(`/api/invoices/${id}`)).body
const agesOf = async (company: string) => (await owner.get(`/api/ledgers/${company}`)).body.ages
const linkOf = async (id: string) => ({ invoice: id, link: await signInvoiceLink(shop.shop, id) })

/** A guest who has the link of the order. */
const guestWith = (link: string): Visitor => {
  const visitor = shop.visitor()
  const headers = { 'x-guest-link': link }
  return {
    ...visitor,
    get: (path) => visitor.get(path, headers),
    post: (path, body) => visitor.post(path, body, headers),
    put: (path, body) => visitor.put(path, body, headers),
  }
}

/** Places the order that pays by link. */
async function begun(id: string, amount: number): Promise<{ order: string; guest: Visitor }> {
  const { status, text, body } = await shop
    .visitor()
    .post('/api/invoice-links/payments', { ...(await linkOf(id)), amount })
  expect(status, text).toBe(201)
  return { order: body._id, guest: guestWith(body.guestLink) }
}

test('the link of an invoice shows this invoice only, and pays it without a sign-in', async () => {
  const company = await account(shop)
  const [id, other] = [await invoiced(shop, company), await invoiced(shop, company)]
  const stranger = shop.visitor()
  const opened = await stranger.post('/api/invoice-links/open', await linkOf(id))
  expect([opened.status, opened.body]).toMatchObject([
    200,
    { open: 100, canPay: true, buyer: { name: 'Corner Cafe LLC' } },
  ])
  expect(opened.headers['cache-control']).toBe('no-store')
  expect(JSON.stringify(opened.body)).not.toContain((await read(other)).number)
  const { link } = await linkOf(id)
  const wrong = await stranger.post('/api/invoice-links/open', { invoice: other, link })
  expect([wrong.status, wrong.body.code]).toEqual([404, 'link'])
  const { order, guest } = await begun(id, 100)
  expect((await pay(shop, guest, order)).body).toMatchObject({ state: 'delivered', isPaid: true })
  expect(await read(id)).toMatchObject({
    state: 'paid',
    settlements: [{ kind: 'receipt', amount: 100, canUndo: false }],
  })
  const file = await stranger.post('/api/invoice-links/file', await linkOf(id))
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
  const again = await stranger.post('/api/invoice-links/payments', { ...(await linkOf(id)), amount: 100 })
  expect([again.status, again.body.code]).toEqual([409, 'paid'])
})

test('an old link no longer opens its invoice', async () => {
  const id = await invoiced(shop, await account(shop))
  const old = await linkOf(id)
  shop.clock.advance(181 * DAY)
  const { status, body } = await shop.visitor().post('/api/invoice-links/open', old)
  expect([status, body.code]).toEqual([404, 'link'])
})

test('a part is paid, and the rest stays open', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const { order, guest } = await begun(id, 40.5)
  await pay(shop, guest, order)
  expect(await read(id)).toMatchObject({ state: 'partly', settled: 40.5, open: 59.5 })
})

test('an invoice that is paid twice at once is settled once, and the second payment is credit', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const both = [await begun(id, 100), await begun(id, 100)]
  const answers = await Promise.all(both.map(({ order, guest }) => pay(shop, guest, order)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await read(id)).toMatchObject({ state: 'paid', settled: 100 })
  expect(await agesOf(company)).toMatchObject({ credit: 100, balance: -100 })
})

test('what is paid too much is credit, and pays the next invoice', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const { order, guest } = await begun(id, 150)
  await pay(shop, guest, order)
  expect(await agesOf(company)).toMatchObject({ credit: 50 })
  expect(await read(await invoiced(shop, company, 4000))).toMatchObject({ state: 'paid' })
})

test('a payment that a crash left open is booked once', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const { order, guest } = await begun(id, 100)
  await approve(shop, guest, order)
  shop.clock.advance(2 * MINUTE)
  await Promise.all([reconcile(shop.shop), reconcile(shop.shop)])
  await reconcile(shop.shop)
  expect(await read(id)).toMatchObject({ state: 'paid', settlements: [{ amount: 100 }] })
})

test('a declined payment books nothing', async () => {
  const id = await invoiced(shop, await account(shop))
  const { order, guest } = await begun(id, 100)
  const paypal = await approve(shop, guest, order, 'decline')
  expect((await guest.put(`/api/orders/${order}/pay`, { id: paypal })).status).toBe(402)
  expect(await read(id)).toMatchObject({ state: 'open', settled: 0 })
})

test('a refund opens the invoice again, and takes credit first', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const { order, guest } = await begun(id, 120)
  await pay(shop, guest, order)
  const refund = (amount: number) => owner.post(`/api/orders/${order}/refund`, { amount, reason: 'Twice' })
  expect((await refund(15)).status).toBe(200)
  expect(await agesOf(company)).toMatchObject({ credit: 5, balance: -5 })
  expect((await refund(65)).status).toBe(200)
  expect(await read(id)).toMatchObject({ state: 'partly', open: 60 })
  expect(await agesOf(company)).toMatchObject({ credit: 0, balance: 60 })
})

test('a buyer pays several invoices of the account at once, in their order', async () => {
  const company = await account(shop)
  const buyer = await buyerOf(shop, company)
  const ids = [await invoiced(shop, company), await invoiced(shop, company)]
  const { status, body } = await buyer.post(`/api/account-invoices/${company}/payments`, {
    invoices: ids.toReversed(),
    amount: 130,
  })
  expect(status).toBe(201)
  await pay(shop, buyer, body._id)
  expect(await read(ids[1]!)).toMatchObject({ state: 'paid' })
  expect(await read(ids[0]!)).toMatchObject({ state: 'partly', open: 70 })
  expect((await buyer.get(`/api/account-invoices/${company}`)).body).toMatchObject({
    open: 70,
    overdue: 0,
    credit: 0,
    canPay: true,
  })
  expect((await buyer.get('/api/orders/mine')).body.orders ?? []).toEqual([])
})

test('only buyers with the right see and pay the invoices of an account', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const foreign = await buyerOf(shop, await account(shop))
  const blind = await buyerOf(shop, company, { may_invoices: 0 })
  const poor = await buyerOf(shop, company, { may_pay: 0 })
  const gone = await buyerOf(shop, company, { removed_at: '2026-01-01T00:00:00.000Z' })
  const customer = await signedIn(shop)
  const statuses = async (who: Visitor) => [
    (await who.get(`/api/account-invoices/${company}`)).status,
    (await who.get(`/api/own-invoices/${id}`)).status,
    (await who.get(`/api/own-invoices/${id}/file`)).status,
    (await who.post(`/api/account-invoices/${company}/payments`, { invoices: [id], amount: 1 })).status,
  ]
  expect(await statuses(foreign)).toEqual([404, 404, 404, 404])
  expect(await statuses(customer)).toEqual([404, 404, 404, 404])
  expect(await statuses(gone)).toEqual([404, 404, 404, 404])
  expect(await statuses(blind)).toEqual([403, 403, 403, 201])
  expect(await statuses(poor)).toEqual([200, 200, 200, 403])
  const own = await foreign.post(
    `/api/account-invoices/${(await foreign.get('/api/own-invoices')).body.accounts[0]._id}/payments`,
    { invoices: [id], amount: 1 },
  )
  expect([own.status, own.body.code]).toEqual([409, 'paid'])
})

test('an account that may not pay online gets no payment, and is told how to pay', async () => {
  const company = await account(shop, { online_pay: 0 })
  const id = await invoiced(shop, company)
  const opened = await shop.visitor().post('/api/invoice-links/open', await linkOf(id))
  expect(opened.body.canPay).toBe(false)
  const { body } = await shop
    .visitor()
    .post('/api/invoice-links/payments', { ...(await linkOf(id)), amount: 1 })
  expect(body.code).toBe('online')
})

test('orders that pay invoices are in no list of orders and in no sales', async () => {
  const company = await account(shop)
  const { order, guest } = await begun(await invoiced(shop, company), 100)
  await pay(shop, guest, order)
  const list = (await owner.get('/api/orders')).body
  expect(list.orders.map(({ _id }: { _id: string }) => _id)).not.toContain(order)
  expect((await owner.get(`/api/orders/${order}/invoice.pdf`)).status).toBe(409)
})
