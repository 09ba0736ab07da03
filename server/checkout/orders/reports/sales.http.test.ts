// Slow, not in `npm run check`: sales of many days and time zones.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import { BALTIMORE, forgetOrders, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { orderNumberAt } from '#shared/checkout/order-number.ts'
import { cents, salesOf } from './sales.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let beans: string
let mug: string
let sold: ReturnType<typeof salesOf>['sold']
let refund: ReturnType<typeof salesOf>['refund']
let refundItems: ReturnType<typeof salesOf>['refundItems']
let read: ReturnType<typeof salesOf>['read']
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  ;({ sold, refund, refundItems, read } = salesOf(shop, admin))
  beans = await shop.sell({ stock: 500, priceCents: 1850 })
  mug = await shop.sell({ stock: 500, priceCents: 2400, sizeGrams: null })
  await shop.db.updateTable('products').set({ category: 'Goods' }).where('id', '=', mug).execute()
})
beforeEach(async () => {
  await forgetOrders(shop)
})
afterAll(() => shop.close())

const NOVEMBER = 'from=2026-11-01&to=2026-11-30'

/** A month with all kinds of orders and refunds. */
async function november() {
  const home = await sold([{ _id: beans, qty: 2 }], '2026-11-02T15:00:00.000Z')
  const mixed = await sold(
    [
      { _id: beans, qty: 1 },
      { _id: mug, qty: 3 },
    ],
    '2026-11-10T15:00:00.000Z',
  )
  const away = await sold([{ _id: mug, qty: 1 }], '2026-11-20T15:00:00.000Z', { address: BALTIMORE })
  const back = await sold([{ _id: beans, qty: 4 }], '2026-11-21T15:00:00.000Z')
  await refund(back, '2026-11-29T03:00:00.000Z')
  await placed(await signedIn(shop), [{ _id: beans, qty: 1 }])
  return { home, mixed, away, back }
}

describe('the export of sales', () => {
  test('has a row for every paid order, with its taxable amounts', async () => {
    const { home, mixed, away, back } = await november()
    const { rows } = await read(NOVEMBER)
    expect(rows.map((row) => row['Order'])).toEqual([home, mixed, away, back])
    expect(rows[0]).toMatchObject({
      Date: '2026-11-02',
      Buyer: 'Ann Buyer',
      'Ship to': 'VA',
      Status: 'paid',
      'Paid on': '2026-11-02',
      'Refunded on': '',
      Taxed: 'VA 1%',
      Items: '37',
      Tax: '0.37',
      'Tax basis': '37',
      'of it food': '37',
      'of it other goods': '0',
      Refunded: '0',
    })
    expect(rows[1]).toMatchObject({ 'Tax basis': '90.5', 'of it food': '18.5', 'of it other goods': '72' })
    expect(rows[2]).toMatchObject({ 'Ship to': 'MD', Taxed: 'no', Tax: '0', 'Tax basis': '0' })
    expect(rows[3]).toMatchObject({
      Status: 'refunded',
      'Refunded on': '2026-11-28',
      Refunded: rows[3]!['Total'],
    })
  })

  test('subtracts a refund from each part of its order in proportion, including tax and tax basis', async () => {
    // $37.00 of coffee, some shipping, and 37 cents of tax.
    const { home } = await november()
    await refundItems(home, { amount: 10 }, '2026-11-05T15:00:00.000Z')
    const { rows, sums } = await read(NOVEMBER)
    const row = rows.find((each) => each['Order'] === home)!
    const [total, tax, shipping] = ['Total', 'Tax', 'Shipping'].map((name) => cents(row[name]))
    const share = (part: number) => Math.round((1000 * part) / total!)
    const goods = 1000 - share(tax!) - share(shipping!)
    expect(row).toMatchObject({ Status: 'paid', Refunded: '10', 'Refunded on': '2026-11-05' })
    expect([cents(row['of it tax']), cents(row['of it tax basis'])]).toEqual([share(tax!), goods])
    expect(goods + share(tax!) + share(shipping!)).toBe(1000)
    const line = (name: string) => sums.find((each) => each['Date'] === name)!
    for (const column of ['Items', 'Shipping', 'Tax', 'Total', 'Tax basis', 'of it food'])
      expect(cents(line('Refunded')[column]) + cents(line('Kept')[column]), column).toBe(
        cents(line('All')[column]),
      )
    const { body } = await admin.get(`/api/orders/sales?${NOVEMBER}`)
    expect(cents(body.kept.totalPrice)).toBe(cents(line('Kept')['Total']))
    expect(body.kept.orders).toBe(3)
  })

  test('matches the database and the summary', async () => {
    await november()
    const { rows, sums } = await read(NOVEMBER)
    const books = await shop.db.selectFrom('orders').selectAll().where('paid_at', 'is not', null).execute()
    expect(rows).toHaveLength(books.length)
    for (const book of books) {
      const row = rows.find((each) => each['Order'] === book.id)!
      expect(['Items', 'Shipping', 'Tax', 'Total'].map((name) => cents(row[name]))).toEqual([
        book.items_cents,
        book.shipping_cents,
        book.tax_cents,
        book.total_cents,
      ])
      // The tax is 1% of the taxed amount, rounded half up.
      expect(Math.floor((cents(row['Tax basis']) + 50) / 100)).toBe(book.tax_cents)
    }
    const { body } = await admin.get(`/api/orders/sales?${NOVEMBER}`)
    for (const [name, of, wanted] of [
      ['All', body.paid, books],
      ['Refunded', body.refunded, books.filter((book) => book.state === 'refunded')],
      ['Kept', body.kept, books.filter((book) => book.state !== 'refunded')],
    ] as const) {
      const line = sums.find((each) => each['Date'] === name)!
      const total = (column: 'items_cents' | 'shipping_cents' | 'tax_cents' | 'total_cents') =>
        wanted.reduce((sum, book) => sum + book[column], 0)
      const inBooks = [
        total('items_cents'),
        total('shipping_cents'),
        total('tax_cents'),
        total('total_cents'),
      ]
      expect(['Items', 'Shipping', 'Tax', 'Total'].map((column) => cents(line[column]))).toEqual(inBooks)
      expect([of.itemsPrice, of.shippingPrice, of.taxPrice, of.totalPrice].map(cents)).toEqual(inBooks)
      expect([line['Order'], of.orders]).toEqual([`${wanted.length} orders`, wanted.length])
      expect(cents(line['of it food'])).toBe(cents(of.foodBasis))
      expect(cents(line['of it other goods'])).toBe(cents(of.otherBasis))
    }
    expect([body.kept.foodBasis, body.kept.otherBasis]).toEqual([55.5, 72])
    expect(sums.find((each) => each['Date'] === 'Kept')!['Refunded']).toBe('0')
  })

  test('starts and ends at midnight in the shop’s time zone', async () => {
    // The shop's time zone is UTC-5 in winter and UTC-4 in summer.
    await sold([{ _id: beans, qty: 1 }], '2026-11-01T03:59:59.999Z')
    const first = await sold([{ _id: beans, qty: 1 }], '2026-11-01T04:00:00.000Z')
    const last = await sold([{ _id: beans, qty: 1 }], '2026-12-01T04:59:59.999Z')
    await sold([{ _id: beans, qty: 1 }], '2026-12-01T05:00:00.000Z')
    const { rows } = await read(NOVEMBER)
    expect(rows.map((row) => [row['Order'], row['Paid on']])).toEqual([
      [first, '2026-11-01'],
      [last, '2026-11-30'],
    ])
    expect((await admin.get(`/api/orders/sales?${NOVEMBER}`)).body.paid.orders).toBe(2)
    expect((await read('from=2026-11-01&to=2026-11-01')).rows).toHaveLength(1)
  })

  test('contains no executable formula from a buyer’s name', async () => {
    const name = '=HYPERLINK("https://evil.example","click")'
    await sold([{ _id: beans, qty: 1 }], '2026-11-05T12:00:00.000Z', { name })
    await sold([{ _id: beans, qty: 1 }], '2026-11-06T12:00:00.000Z', { name: 'Smith, "Ann"' })
    const { rows } = await read(NOVEMBER)
    expect(rows.map((row) => row['Buyer'])).toEqual([`'${name}`, 'Smith, "Ann"'])
  })

  test('of a period without sales has the header and zero sums', async () => {
    const { rows, sums } = await read('from=2020-01-01&to=2020-12-31')
    expect(rows).toEqual([])
    expect(sums.map((sum) => [sum['Date'], sum['Order'], sum['Total']])).toEqual([
      ['All', '0 orders', '0'],
      ['Refunded', '0 orders', '0'],
      ['Kept', '0 orders', '0'],
    ])
  })

  test('has each of many orders exactly once when read in several batches', async () => {
    const id = await sold([{ _id: beans, qty: 1 }], '2026-11-05T12:00:00.000Z')
    const model = await shop.db
      .selectFrom('orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: 1300 }, (_, index) => ({
      ...model,
      id: `copy${index}`,
      number: orderNumberAt(index),
      // Many with the same time, so that a batch can end between two of them.
      paid_at: `2026-11-06T12:00:0${Math.floor(index / 450)}.000Z`,
    }))
    for (const some of inBatches(copies, 400)) await shop.db.insertInto('orders').values(some).execute()
    const { rows, sums } = await read(NOVEMBER)
    expect(new Set(rows.map((row) => row['Order'])).size).toBe(1301)
    expect(rows).toHaveLength(1301)
    expect(cents(sums[0]!['Total'])).toBe(1301 * model.total_cents)
  })

  test('is recorded, because it contains names and addresses', async () => {
    await admin.get(`/api/orders/export?${NOVEMBER}`)
    const { body } = await admin.get('/api/record?subject=order')
    expect(body.lines[0]).toMatchObject({
      by: 'Olive Owner',
      action: 'Exported',
      subjectName: 'Sales of 2026-11-01 to 2026-11-30',
    })
  })

  test.each([
    '',
    'from=2026-11-01',
    'from=2026-11-01&to=2026-10-31',
    'from=2026-02-30&to=2026-03-01',
    'from=yesterday&to=2026-03-01',
    'from=2026-11-1&to=2026-11-30',
    'from=+012026-01-01&to=2026-11-30',
    `${NOVEMBER}&x=1`,
  ])('refuses an invalid period: %s', async (query) => {
    for (const path of ['export', 'sales']) {
      const { status, body } = await admin.get(`/api/orders/${path}?${query}`)
      expect(status).toBe(400)
      expect(body.message).toEqual(expect.any(String))
    }
  })
})
