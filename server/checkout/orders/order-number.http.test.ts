import { assignNumbers } from './order-numbers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { numberOf, pay, place, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { PaymentRequest } from '#server/providers/payments.ts'

const NUMBER = /^[2-9CFGHJMPQRVWX]{3}-[2-9CFGHJMPQRVWX]{3}$/

let shop: TestShop
/** The payments that the shop opened at PayPal. */
const requests: PaymentRequest[] = []
/** Payments that PayPal no longer has. */
const expired = new Set<string>()
let admin: SignedInVisitor
let buyer: SignedInVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        getPayment: async (paypalId) => (expired.has(paypalId) ? null : real.payments.getPayment(paypalId)),
        createPayment: (request) => {
          requests.push(request)
          return real.payments.createPayment(request)
        },
      },
    }),
  })
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  bean = await shop.sell({ stock: 1000 })
})
afterAll(() => shop.close())

const items = () => [{ _id: bean, qty: 1 }]

test('every order gets a unique number, which its buyer and the admins see', async () => {
  const answers = [await place(buyer, items()), await place(buyer, items())]
  const [first, second] = answers.map(({ body }) => body)
  expect(first.number).toMatch(NUMBER)
  expect(second.number).not.toBe(first.number)
  expect((await buyer.get(`/api/orders/${first._id}`)).body.number).toBe(first.number)
  const mine = (await buyer.get('/api/orders/mine')).body.orders
  expect(new Set(mine.map(({ number }: { number: string }) => number))).toEqual(
    new Set([first.number, second.number]),
  )
})

test('the database refuses a number that is taken', async () => {
  const [one, other] = [await placed(buyer, items()), await placed(buyer, items())]
  const number = await numberOf(shop, one)
  const change = shop.db.updateTable('orders').set({ number }).where('id', '=', other).execute()
  await expect(change).rejects.toThrow(/unique/i)
})

test('a search finds an order by its number, as people write it', async () => {
  const { _id: id, number } = (await place(buyer, items())).body
  for (const keyword of [
    number,
    number.toLowerCase(),
    number.replace('-', ''),
    number.replace('-', ' ').toLowerCase(),
    `No. ${number}`,
    ` #${number} `,
  ]) {
    const { body } = await admin.get(`/api/orders?keyword=${encodeURIComponent(keyword)}`)
    expect(body.orders.map(({ _id }: { _id: string }) => _id)).toEqual([id])
    expect(body.totals.count).toBe(1)
  }
  const half = await admin.get(`/api/orders?keyword=${number.slice(0, 3)}`)
  expect(half.body.orders.map(({ _id }: { _id: string }) => _id)).not.toContain(id)
})

test('a search for a number also finds a buyer whose name contains it, once', async () => {
  const { _id: id, number } = (await place(buyer, items())).body
  const namesake = await signedIn(shop, { name: `Shop ${number}` })
  const theirs = await placed(namesake, items())
  const { body } = await admin.get(`/api/orders?keyword=${number}`)
  expect(new Set(body.orders.map(({ _id }: { _id: string }) => _id))).toEqual(new Set([id, theirs]))
  expect(body.totals.count).toBe(2)
})

test('the payment at PayPal has the number as its invoice, and still the id', async () => {
  const { _id: id, number } = (await place(buyer, items())).body
  await buyer.post(`/api/orders/${id}/paypal`)
  expect(requests.at(-1)).toMatchObject({ invoiceId: number, orderId: id })
})

test('a later payment of the same order has a different invoice id', async () => {
  const { _id: id, number } = (await place(buyer, items())).body
  const first = await buyer.post(`/api/orders/${id}/paypal`)
  expired.add(first.body.orderId)
  const second = await buyer.post(`/api/orders/${id}/paypal`)
  expect(second.body.orderId).not.toBe(first.body.orderId)
  expect(requests.at(-1)).toMatchObject({ invoiceId: `${number}-2`, orderId: id })
})

test('the change log, the orders to ship and the export name the number', async () => {
  const { _id: id, number } = (await place(buyer, items())).body
  expect((await pay(shop, buyer, id)).status).toBe(200)
  const queue = (await admin.get('/api/shippo/queue')).body.orders
  expect(queue.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ number })
  const todo = (await admin.get('/api/desk')).body.todo.toShip.first
  expect(todo.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({ number })
  await admin.put(`/api/orders/${id}/ship`, {})
  const { lines } = (await admin.get(`/api/record?subjectId=${id}`)).body
  expect(lines[0].subjectName).toBe(`Order ${number} of Ann Buyer`)
  const { text } = await admin.get('/api/orders/export?from=2020-01-01&to=2040-01-01')
  expect(text.split('\r\n').find((row) => row.includes(id))).toMatch(
    new RegExp(`,${id},.+,${number},Ann Buyer,,0,,0,,PayPal,,web,,$`),
  )
})

test('an order of an earlier release is shown with its id until it gets a number', async () => {
  const { _id: id } = (await place(buyer, items())).body
  await shop.db.updateTable('orders').set({ number: null, quoted_cents: null }).where('id', '=', id).execute()
  expect((await buyer.get(`/api/orders/${id}`)).body.number).toBe(id)
  await assignNumbers(shop.shop)
  const { number } = (await buyer.get(`/api/orders/${id}`)).body
  expect(number).toMatch(/^[2-9CFGHJMPQRVWX]{3}-[2-9CFGHJMPQRVWX]{3}$/)
  await assignNumbers(shop.shop)
  expect((await buyer.get(`/api/orders/${id}`)).body.number).toBe(number)
})
