/** Invoices of goods that left: their numbers, their frozen data, their days, and bills for weeks and months. */
import { addDays } from '#shared/kernel/days.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { DAY, isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { account, invoiced, ledgerViolations, left, ordered } from './ledger.testing.ts'
import { leaveAtDoor } from '../delivery/leave.ts'
import { billPeriods } from './bill.ts'
import { shortAtTheDoor } from './short.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
})
// A session ends after a month.
beforeEach(async () => {
  owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
})
afterEach(async () => expect(await ledgerViolations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const today = () => nowAt(shop.clock).day
const read = async (id: string) => (await owner.get(`/api/invoices/${id}`)).body
const invoicesOf = (company: string) =>
  shop.db.selectFrom('invoices').selectAll().where('company_id', '=', company).orderBy('number').execute()
const creditsOf = (company: string) =>
  shop.db.selectFrom('credit_notes').selectAll().where('company_id', '=', company).execute()
const short = (order: string, pieces: [number, number][]) =>
  transact(shop.db, (tx) =>
    shortAtTheDoor(tx, shop.shop, order, {
      pieces: new Map(pieces),
      reason: 'Bag torn',
      actor: 'Dee Driver',
    }),
  )

test('goods that leave are invoiced, and the terms count from the day on which they left', async () => {
  const company = await account(shop, { net_days: 15 })
  const order = await ordered(shop, company, {
    lines: [
      { priceCents: 6250, qty: 4, isTaxed: false },
      { priceCents: 1999, qty: 3, isTaxed: true, discountCents: 100 },
    ],
    taxCents: 59,
    shippingCents: 1500,
    po: 'PO-77',
  })
  const id = await left(shop, order)
  expect(await read(id!)).toMatchObject({
    items: 308.97,
    tax: 0.59,
    shipping: 15,
    total: 324.56,
    open: 324.56,
    state: 'open',
    deliveredOn: today(),
    dueOn: addDays(today(), 15),
    terms: 'Net 15',
    buyer: { name: 'Corner Cafe LLC' },
    orders: [{ po: 'PO-77' }],
    lines: [
      { qty: 4, price: 62.5, amount: 250, tax: 0 },
      { qty: 3, price: 19.99, amount: 58.97, tax: 0.59 },
    ],
  })
})

test('what leaves in several parts adds up to the order, and no piece is invoiced twice', async () => {
  const company = await account(shop)
  const order = await ordered(shop, company, {
    lines: [{ priceCents: 333, qty: 7, discountCents: 50, isTaxed: true }],
    taxCents: 23,
    shippingCents: 700,
  })
  await left(shop, order, new Map([[0, 3]]))
  await left(shop, order, new Map([[0, 2]]))
  await expect(left(shop, order, new Map([[0, 3]]))).rejects.toThrow('Only 2 of House Blend')
  await left(shop, order)
  expect(await left(shop, order)).toBeNull()
  const sums = (await invoicesOf(company)).map(({ items_cents, tax_cents, shipping_cents }) => [
    items_cents,
    tax_cents,
    shipping_cents,
  ])
  expect(sums).toHaveLength(3)
  expect(sums.map(([, , shipping]) => shipping)).toEqual([700, 0, 0])
  expect([0, 1].map((at) => sums.reduce((sum, row) => sum + row[at]!, 0))).toEqual([2281, 23])
})

test('fifty issues at once have fifty numbers without a gap', async () => {
  const companies = await Promise.all(Array.from({ length: 5 }, () => account(shop)))
  const orders = await Promise.all(Array.from({ length: 50 }, (_, at) => ordered(shop, companies[at % 5]!)))
  const before = (await owner.get('/api/invoice-numbers')).body.invoice
  const issued = await Promise.all(orders.map((order) => left(shop, order)))
  const rows = await shop.db
    .selectFrom('invoices')
    .select('number')
    .where('id', 'in', issued as string[])
    .execute()
  const numbers = rows.map(({ number }) => Number(number.slice(-4))).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 50 }, (_, at) => before + at))
})

test('the same goods that leave twice at once are invoiced once', async () => {
  const order = await ordered(shop, await account(shop))
  const issued = await Promise.all([left(shop, order), left(shop, order), left(shop, order)])
  expect(issued.filter((id) => id !== null)).toHaveLength(1)
})

test('an issue that fails gives its number to the next one', async () => {
  const company = await account(shop)
  const { invoice: next } = (await owner.get('/api/invoice-numbers')).body
  const order = await ordered(shop, company)
  const { day } = nowAt(shop.clock)
  const { goodsLeft } = await import('./depart.ts')
  const failed = transact(shop.db, async (tx) => {
    await goodsLeft(tx, shop.shop, order, null, day)
    throw new Error('The van has a flat tire')
  })
  await expect(failed).rejects.toThrow('flat tire')
  const { number } = await read((await left(shop, order))!)
  expect(number.endsWith(String(next).padStart(4, '0'))).toBe(true)
})

test('the owner sets the next number, but no number that was given already', async () => {
  const { year, invoice } = (await owner.get('/api/invoice-numbers')).body
  expect((await owner.put('/api/invoice-numbers', { invoice: invoice + 500 })).status).toBe(200)
  const { number } = await read(await invoiced(shop, await account(shop)))
  expect(number).toBe(`W-${year}-${String(invoice + 500).padStart(4, '0')}`)
  expect((await owner.put('/api/invoice-numbers', { invoice })).body.code).toBe('number')
  const admin = await signedIn(shop, { role: 'manager' })
  expect((await admin.put('/api/invoice-numbers', { invoice: 9999 })).status).toBe(403)
})

test('an issued invoice stays as it was when names, addresses and terms change', async () => {
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const { account: _, ...before } = await read(id)
  await shop.db
    .updateTable('companies')
    .set({ legal_name: 'Other LLC', address: '1 Elsewhere', net_days: 60, terms: 'receipt' })
    .where('id', '=', company)
    .execute()
  expect(await read(id)).toMatchObject(before)
  const file = await owner.get(`/api/invoices/${id}/file`)
  expect([file.status, file.headers['content-type']]).toEqual([200, 'application/pdf'])
})

test('an account that is billed for the month gets one invoice of it, also with two instances', async () => {
  const company = await account(shop, { bills: 'monthly' })
  const orders = await Promise.all([ordered(shop, company), ordered(shop, company, { shippingCents: 500 })])
  for (const order of orders) expect(await left(shop, order)).toBeNull()
  expect(await billPeriods(shop.shop)).toBe(0)
  shop.clock.advance(31 * DAY)
  await Promise.all([billPeriods(shop.shop), billPeriods(shop.shop)])
  owner = await signedIn(shop, { role: 'owner' })
  const rows = await invoicesOf(company)
  expect(rows.map(({ total_cents }) => total_cents)).toEqual([20_500])
  expect((await read(rows[0]!.id)).orders).toHaveLength(2)
})

test('a weekly bill has the goods of Monday to Sunday', async () => {
  const company = await account(shop, { bills: 'weekly' })
  while (new Date(`${today()}T12:00:00Z`).getUTCDay() !== 0) shop.clock.advance(DAY)
  await left(shop, await ordered(shop, company))
  shop.clock.advance(DAY)
  await left(shop, await ordered(shop, company, { lines: [{ priceCents: 100, qty: 1 }] }))
  await billPeriods(shop.shop)
  expect((await invoicesOf(company)).map(({ total_cents }) => total_cents)).toEqual([10_000])
  shop.clock.advance(7 * DAY)
  await billPeriods(shop.shop)
  expect((await invoicesOf(company)).map(({ total_cents }) => total_cents)).toEqual([10_000, 100])
})

test('pieces that are short make a bill smaller before it is issued, and a credit note after', async () => {
  const monthly = await account(shop, { bills: 'monthly' })
  const waiting = await ordered(shop, monthly)
  const missing = [{ line: 0, qty: 4, why: 'damaged' as const }]
  await transact(shop.db, (tx) =>
    leaveAtDoor(
      tx,
      shop.shop,
      { id: waiting, on_account: 1 },
      { missing, at: isoNow(shop.clock), actor: 'Dee Driver' },
    ),
  )
  expect(await creditsOf(monthly)).toEqual([])
  shop.clock.advance(31 * DAY)
  await billPeriods(shop.shop)
  owner = await signedIn(shop, { role: 'owner' })
  expect((await invoicesOf(monthly)).map(({ total_cents }) => total_cents)).toEqual([6000])

  const order = await ordered(shop, await account(shop), { taxCents: 100 })
  const id = await left(shop, order)
  const { creditIds } = await short(order, [[0, 3]])
  expect(creditIds).toHaveLength(1)
  expect(await read(id!)).toMatchObject({
    total: 101,
    settled: 30.3,
    open: 70.7,
    state: 'partly',
    lines: [{ credited: 3 }],
  })
  await expect(short(order, [[0, 8]])).rejects.toThrow('More pieces are short than have left')
  expect((await owner.get(`/api/credit-notes/${creditIds[0]}/file`)).status).toBe(200)
})

test('a prepaid order is invoiced as paid when its goods leave', async () => {
  const company = await account(shop, { terms: 'prepaid', bills: 'monthly' })
  const id = await left(shop, await ordered(shop, company, { isPrepaid: true }))
  expect(await read(id!)).toMatchObject({
    state: 'paid',
    open: 0,
    isPrepaid: true,
    dueOn: today(),
    terms: 'Paid in advance',
  })
})

test('an invoice without payments can be voided and keeps its number; one with a payment cannot', async () => {
  const company = await account(shop)
  const [first, second] = [await invoiced(shop, company), await invoiced(shop, company)]
  expect((await owner.post(`/api/invoices/${first}/void`)).body).toMatchObject({ state: 'void', open: 0 })
  const receipt = { kind: 'cash', amount: 1, receivedOn: today() }
  await owner.post(`/api/ledgers/${company}/receipts`, receipt)
  expect((await owner.post(`/api/invoices/${second}/void`)).body.code).toBe('settled')
  expect((await owner.get(`/api/ledgers/${company}`)).body.ages.balance).toBe(99)
})
