import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { mailboxOf, MAIL_SETTINGS, type Mailbox } from '#test/mailbox.ts'
import { pdfText } from '#test/pdf-text.ts'
import { BALTIMORE, orderBody, pay, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { codeOf } from './discounts.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let mailbox: Mailbox
let beans: string
let mug: string
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  mailbox = mailboxOf(shop)
  admin = await signedIn(shop, { isAdmin: true })
  beans = await shop.sell({ name: 'Guji Highlands', priceCents: 1999, stock: 500 })
  mug = await shop.sell({ name: 'Mug', priceCents: 2200, sizeGrams: null, stock: 100 })
  await codeOf(admin, { code: 'TEN', kind: 'Amount', amount: 10, products: [beans] })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

/** Three bags with $10.00 off, so that a bag costs $16.6566…, and a mug for its full price. */
async function discounted(buyer: SignedInVisitor, address = VIENNA): Promise<string> {
  const lines = [
    { _id: beans, qty: 3 },
    { _id: mug, qty: 1 },
  ]
  const body = { ...(await orderBody(buyer, lines, address)), discountCode: 'ten' }
  const placed = await buyer.post('/api/orders', body)
  expect([placed.status, placed.body.message]).toEqual([201, undefined])
  expect((await pay(shop, buyer, placed.body._id)).body).toMatchObject({ state: 'paid' })
  return placed.body._id
}

function rowOf(id: string) {
  return shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

const cents = (dollars: number) => Math.round(dollars * 100)

test('PayPal gets the list prices and the discount, and its sums agree', async () => {
  const buyer = await signedIn(shop)
  const id = await discounted(buyer)
  const { provider_order_id: paypal } = await shop.db
    .selectFrom('payments')
    .select('provider_order_id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const [unit] = shop.paypal.view(paypal!)!.request.purchase_units
  expect(unit!.amount.breakdown).toMatchObject({
    item_total: { value: '81.97' },
    discount: { value: '10.00' },
    tax_total: { value: '0.72' },
  })
  expect(cents(Number(unit!.amount.value))).toBe((await rowOf(id)).total_cents)
})

test('bags that are refunded one by one cost what was paid for them, and nothing is left in the end', async () => {
  const buyer = await signedIn(shop)
  const id = await discounted(buyer)
  const refund = (body: object) => admin.post(`/api/orders/${id}/refund`, body)
  const goods = async () => (await buyer.get(`/api/orders/${id}`)).body.refunds.at(-1).parts.goods
  const paid: number[] = []
  for (let count = 0; count < 3; count++) {
    expect((await refund({ lines: [{ _id: beans, qty: 1 }] })).status).toBe(200)
    paid.push(cents(await goods()))
  }
  expect(paid).toEqual([1666, 1665, 1666])
  const answer = await refund({ lines: [{ _id: mug, qty: 1 }], shipping: 'all' })
  expect([answer.status, answer.body.state, answer.body.refundable]).toEqual([200, 'refunded', 0])
  expect(cents(await goods())).toBe(2200)
})

test('the order, its invoice and its mail show list prices, the discount and the net total; the slip shows no price', async () => {
  const buyer = await signedIn(shop)
  const id = await discounted(buyer)
  const order = (await buyer.get(`/api/orders/${id}`)).body
  expect(order).toMatchObject({ itemsPrice: 71.97, discount: 10, discountLabel: 'TEN ($10.00 off)' })
  expect(
    order.orderItems.map(({ price, discount }: { price: number; discount: number }) => [price, discount]),
  ).toEqual([
    [19.99, 10],
    [22, 0],
  ])
  const { pages } = await pdfText((await buyer.get(`/api/orders/${id}/invoice.pdf`)).bytes!)
  expect(pages[0]).toEqual(expect.arrayContaining(['Items|$81.97', 'Discount, TEN ($10.00 off)|−$10.00']))
  const mail = (await mailbox.newMailsTo(buyer.email)).find(({ text = '' }) => text.includes('has arrived'))
  expect(mail?.text).toContain('Discount, TEN ($10.00 off)')
  expect(mail?.text).toContain('−$10.00')
  const slip = (await admin.get(`/api/orders/${id}/packing`)).body
  expect(JSON.stringify(slip)).not.toMatch(/discount|price/)
})

test('sales, bookkeeping and their files count goods after discounts, and name the discounts', async () => {
  const id = await discounted(await signedIn(shop), BALTIMORE)
  const { items_cents: items } = await rowOf(id)
  const day = dayOf(shop.clock.now())
  const { body: sales } = await admin.get(`/api/orders/sales?from=${day}&to=${day}`)
  const rows = await shop.db.selectFrom('orders').selectAll().where('paid_at', 'is not', null).execute()
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((all, row) => all + of(row), 0)
  expect(cents(sales.paid.itemsPrice)).toBe(sum((row) => row.items_cents))
  expect(cents(sales.paid.discounts)).toBe(sum((row) => row.discount_cents))
  // Beans are food, after their discount.
  const taxed = rows.filter((row) => row.tax_cents > 0).length
  expect(cents(sales.paid.foodBasis + sales.paid.otherBasis)).toBe(taxed * 7197)
  const csv = (await admin.get(`/api/orders/export?from=${day}&to=${day}`)).text
  expect(csv).toContain('Discount in items,Discount of')
  expect(csv).toContain(',10,TEN ($10.00 off)')

  const { body } = await admin.get(`/api/accounting/months/${day.slice(0, 7)}/days/${day}`)
  const booking = body.bookings.find(
    ({ order, kind }: { order: { _id: string }; kind: string }) => order._id === id && kind === 'payment',
  )
  expect([cents(booking.goods), booking.discount, booking.other]).toEqual([items, 10, 0])
  const file = (await admin.get(`/api/accounting/months/${day.slice(0, 7)}/files/orders`)).text
  expect(file).toContain('Discount in goods')
})

test('a replacement of discounted goods costs nothing and has no discount', async () => {
  const buyer = await signedIn(shop)
  const id = await discounted(buyer)
  await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '', trackingUrl: '' })
  const { body } = await admin.post(`/api/orders/${id}/replacement`, {
    lines: [{ line: 0, qty: 1 }],
    seen: 0,
  })
  expect(body).toMatchObject({ totalPrice: 0, discount: 0, discountLabel: '' })
  expect(body.orderItems).toMatchObject([{ price: 0, discount: 0, qty: 1 }])
})
