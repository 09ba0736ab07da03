/** Invoices in the books: by the day of their issue, and their payments by theirs. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bookkeeper, cents, YEAR } from '#server/payments/accounting/accounting.testing.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { pay } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { account, buyerOf, invoiced, ledgerViolations, left, ordered } from './ledger.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterEach(async () => {
  expect(await ledgerViolations(shop.db)).toEqual([])
  const admin = await books.owner()
  const { total } = (await admin.get('/api/ageing')).body
  const { receivables } = await books.read(nowAt(shop.clock).day.slice(0, 7))
  expect(receivables).toBe(total.balance)
})
afterAll(() => shop.close())

const books = bookkeeper(() => shop)
const [APRIL, MAY, JUNE] = [`${YEAR}-04`, `${YEAR}-05`, `${YEAR}-06`]
const receive = async (company: string, amount: number) =>
  (await books.owner()).post(`/api/ledgers/${company}/receipts`, {
    kind: 'check',
    amount,
    receivedOn: nowAt(shop.clock).day,
    reference: String(amount),
  })

test('an invoice is a sale of the month of its issue, and its check pays a receivable in the next one', async () => {
  books.goTo(`${APRIL}-10T14:00:00Z`)
  const company = await account(shop)
  const order = await ordered(shop, company, {
    lines: [{ priceCents: 5000, qty: 2 }],
    taxCents: 100,
    shippingCents: 900,
  })
  const id = (await left(shop, order))!
  const april = await books.read(APRIL)
  expect(april.total).toMatchObject({
    goods: 100,
    shipping: 9,
    tax: 1,
    invoiced: 110,
    received: 0,
    net: 0,
    payments: 0,
  })
  expect(april.receivables).toBe(110)
  books.goTo(`${MAY}-12T14:00:00Z`)
  await books.close(APRIL)
  await receive(company, 109.5)
  await (await books.owner()).post(`/api/invoices/${id}/write-off`, {})
  const may = await books.read(MAY)
  expect(may.total).toMatchObject({
    goods: 0,
    invoiced: 0,
    invoicesPaid: 110,
    bank: 109.5,
    goodwill: 0.5,
    received: 0,
  })
  expect(may.receivables).toBe(0)
  const [, ...rows] = csvRows(await books.fileOf(MAY, 'quickbooks-journal'))
  expect(rows.map(([, , ...cells]) => cells)).toEqual([
    ['Refunds and Allowances', '0.5', '', 'Invoices written off'],
    ['Wholesale Receivables', '', '110', 'Invoices paid'],
    ['Undeposited Funds', '109.5', '', 'Checks and bank transfers'],
  ])
  expect(may.corrections).toEqual([])
})

test('an online payment of an invoice is no sale and no gift card, and its refund is owed again', async () => {
  books.goTo(`${JUNE}-03T14:00:00Z`)
  const company = await account(shop)
  const id = await invoiced(shop, company)
  const buyer = await buyerOf(shop, company)
  const placed = await buyer.post(`/api/account-invoices/${company}/payments`, {
    invoices: [id],
    amount: 120,
  })
  expect((await pay(shop, buyer, placed.body._id)).status).toBe(200)
  const june = await books.read(JUNE)
  expect(june.total).toMatchObject({
    goods: 100,
    invoiced: 100,
    invoicesPaid: 120,
    received: 120,
    giftCardsSold: 0,
  })
  expect([june.receivables, june.giftCardsOwed]).toEqual([-20, 0])
  await books.refund(placed.body._id, { amount: 50, reason: 'Too much' })
  const after = await books.read(JUNE)
  expect(after.total).toMatchObject({
    invoicesPaid: 70,
    refunded: 50,
    refundedGoods: 0,
    giftCardsChanged: 0,
    goodwill: 0,
  })
  expect(after.receivables).toBe(30)
  const bookings = await books.bookingsOf(after)
  const sum = bookings.reduce((all, { receivable }) => all + cents(receivable), 0)
  expect(sum).toBe(-3000)
})

test('a credit note takes the sale back on its own day, and a prepaid order is booked with its payment only', async () => {
  books.goTo(`${JUNE}-20T14:00:00Z`)
  const before = (await books.read(JUNE)).total
  const company = await account(shop)
  const order = await ordered(shop, company, { taxCents: 100 })
  const id = await left(shop, order)
  await (
    await books.owner()
  ).post(`/api/invoices/${id}/credits`, { lines: [{ line: 0, qty: 5 }], reason: 'Torn' })
  await left(shop, await ordered(shop, company, { isPrepaid: true }))
  const after = (await books.read(JUNE)).total
  expect(cents(after.goods - before.goods)).toBe(5000)
  expect(cents(after.tax - before.tax)).toBe(50)
  expect(cents(after.invoiced - before.invoiced)).toBe(5050)
})

test('sales and Today show retail and wholesale apart', async () => {
  books.goTo(`${YEAR}-07-05T14:00:00Z`)
  const admin = await books.owner()
  const day = nowAt(shop.clock).day
  const before = (await admin.get(`/api/orders/sales?from=${day}&to=${day}`)).body
  const company = await account(shop)
  await left(shop, await ordered(shop, company, { taxCents: 100 }))
  await ordered(shop, company, { isPrepaid: true })
  const sales = (await admin.get(`/api/orders/sales?from=${day}&to=${day}`)).body
  expect(sales.kept).toEqual(before.kept)
  expect(sales.wholesale).toMatchObject({ invoices: 1, itemsPrice: 100, taxPrice: 1, totalPrice: 101 })
  expect((await admin.get('/api/desk')).body.sales).toMatchObject({
    today: { orders: 0 },
    wholesale: { today: 101 },
  })
})
