/** Purchases in the sheets of Apple Pay and Google Pay: addresses that they tell, and what changes while they are open. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { guestOf, type GuestVisitor } from '#test/guests.ts'
import { orderBody, placed, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { METHOD_NAMES } from '#shared/platform/pay-methods.ts'
import { codeOf } from '#server/checkout/discounts/discounts.testing.ts'
import { confirmed } from '../capture/ways.testing.ts'
import { approved, ordersOf, pay, PLACE, statusAtPaypal, stockOf } from './express.testing.ts'

let shop: TestShop
let admin: Visitor
let guest: GuestVisitor
let bean: string

beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
beforeEach(async () => {
  guest = guestOf(shop)
  bean = await shop.sell({ priceCents: 4000, stock: 5 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const lines = () => [{ _id: bean, qty: 1 }]
const ordersOfGuest = () =>
  shop.db.selectFrom('orders').select(['id', 'state']).where('buyer_email', '=', guest.email).execute()

const raisePrice = () =>
  shop.db.updateTable('product_sizes').set({ price_cents: 4100 }).where('id', '=', bean).execute()

/** Places that a wallet may tell once the buyer has confirmed, and the answer. */
const CONTACTS: [string, object, number, RegExp][] = [
  ['Alaska', { city: 'Anchorage', state: 'AK', postalCode: '99501' }, 400, /We do not ship to Alaska/],
  ['Hawaii by its ZIP code', { postalCode: '96813' }, 400, /We do not ship/],
  ['the military', { city: 'APO', state: 'AE', postalCode: '09012' }, 400, /military/],
  ['Canada', { city: 'Toronto', state: 'ON', postalCode: 'M5H 2N2', country: 'CA' }, 400, /United States/],
  ['another ZIP code', { postalCode: '21202' }, 400, /not a ZIP code in Virginia/],
  ['no street', { address: '' }, 400, /street/i],
  ['no city', { city: '' }, 400, /city/i],
  ['no ZIP code', { postalCode: '' }, 400, /ZIP/],
  ['no country', { country: '' }, 400, /United States/],
  ['a P.O. box', { address: 'P.O. Box 12' }, 201, /^$/],
  ['small letters and a long ZIP code', { city: 'vienna', state: 'va', postalCode: '221801234' }, 201, /^$/],
]

describe.each(['apple_pay', 'google_pay'] as const)('%s', (method) => {
  const paymentMethod = METHOD_NAMES[method]

  test.each(CONTACTS)('an address in or with %s', async (_, changes, expected, message) => {
    const shippingAddress = { ...VIENNA, ...changes }
    const quoted = await guest.post('/api/shippo/calcship', { orderItems: lines(), shippingAddress })
    const body = await orderBody(guest, lines())
    // A browser that sends a quote of another place gets the same answer.
    const shippingQuote = quoted.status === 200 ? { quoteId: quoted.body.quoteId } : body.shippingQuote
    const answer = await guest.post('/api/orders', { ...body, shippingAddress, shippingQuote, paymentMethod })
    expect(answer.status).toBe(expected)
    if (expected === 201) return
    expect(quoted.status).toBe(400)
    for (const refused of [quoted, answer]) expect(refused.body.message).toMatch(message)
    expect(await ordersOfGuest()).toEqual([])
    expect(await stockOf(shop, bean)).toBe(5)
  })

  test.each([{ name: '' }, { email: '' }, { email: 'sandy' }])(
    'a contact without name or email is refused: %j',
    async (changes) => {
      const body = await orderBody(guest, lines())
      const contact = { name: 'Sandy Box', email: guest.email, ...changes }
      const { status } = await guest.post('/api/orders', { ...body, paymentMethod, guest: contact })
      expect(status).toBe(400)
      expect(await ordersOfGuest()).toEqual([])
    },
  )

  test('the price changes between sheet and order: nothing is placed, and the answer has the new total', async () => {
    const { status, body } = await confirmed(guest, lines(), method, { between: raisePrice })
    expect([status, body.code, body.itemsPrice]).toEqual([409, 'prices', 41])
    expect(await ordersOfGuest()).toEqual([])
  })

  test('the last bag is sold between sheet and order: nothing is placed', async () => {
    const last = [{ _id: await shop.sell({ stock: 1, name: 'Last Bag' }), qty: 1 }]
    const body = await orderBody(guest, last)
    await placed(guestOf(shop), last)
    const answer = await guest.post('/api/orders', { ...body, paymentMethod })
    expect([answer.status, answer.body.code]).toEqual([409, 'stock'])
    expect(answer.body.message).toMatch(/^Last Bag.* is out of stock$/)
    const sheet = await guest.post('/api/express/price', { orderItems: last, ...PLACE })
    expect([sheet.status, sheet.body.code]).toEqual([409, 'stock'])
    expect(await ordersOfGuest()).toEqual([])
  })

  test('the discount code is used up between sheet and order: nothing is placed', async () => {
    const { code: discountCode } = await codeOf(admin, { percent: 10, total: 1 })
    const between = () => confirmed(guestOf(shop), lines(), method, { discountCode })
    const { status, body } = await confirmed(guest, lines(), method, { between, discountCode })
    expect([status, body.code, body.message]).toEqual([409, 'discount', 'This code is used up'])
    expect(await ordersOfGuest()).toEqual([])
  })

  test('a confirmation that is sent many times at once is one order and one payment', async () => {
    const body = { ...(await orderBody(guest, lines())), paymentMethod }
    const key = { 'idempotency-key': `sheet ${method}` }
    const answers = await Promise.all([1, 2, 3, 4].map(() => guest.post('/api/orders', body, key)))
    expect(new Set(answers.map(({ body: order }) => order._id)).size).toBe(1)
    const [{ body: order } = { body: {} }] = answers
    const opened = await Promise.all(
      [1, 2, 3].map(() => guest.post(`/api/orders/${order._id}/paypal`, { method })),
    )
    expect(new Set(opened.map(({ body: payment }) => payment.orderId)).size).toBe(1)
    expect(await stockOf(shop, bean)).toBe(4)
  })

  test('another card in the same sheet is another payment of the same order', async () => {
    const { body: order } = await confirmed(guest, lines(), method)
    const open = async () => (await guest.post(`/api/orders/${order._id}/paypal`, { method })).body.orderId
    const first = await open()
    shop.paypal.choose(first, 'decline', { method })
    expect((await guest.put(`/api/orders/${order._id}/pay`, { id: first })).status).toBe(402)
    const second = await open()
    expect(second).not.toBe(first)
    shop.paypal.choose(second, 'approve', { method })
    expect((await guest.put(`/api/orders/${order._id}/pay`, { id: second })).body.state).toBe('paid')
    expect(await ordersOfGuest()).toHaveLength(1)
  })
})

test.each<[string, Record<string, string>, RegExp]>([
  ['Canada', { country_code: 'CA', admin_area_1: 'ON', postal_code: 'M5H 2N2' }, /United States/],
  ['the military', { admin_area_2: 'APO', admin_area_1: 'AE', postal_code: '09012' }, /military/],
  ['no street', { address_line_1: '' }, /street/i],
  ['no ZIP code', { postal_code: '' }, /ZIP/],
  ['another ZIP code', { postal_code: '21202' }, /not a ZIP code in Virginia/],
])('PayPal’s wallet with %s is not charged', async (_, changes, message) => {
  const opened = await approved(shop, guest, lines())
  const address = {
    address_line_1: '123 Maple Avenue E',
    admin_area_2: 'Vienna',
    admin_area_1: 'VA',
    postal_code: '22180',
    country_code: 'US',
    ...changes,
  }
  shop.paypal.chooseAddress(opened.orderId, address)
  const { status, body } = await pay(guest, opened)
  expect([status, body.code]).toEqual([409, 'express'])
  expect(body.message).toMatch(message)
  expect(body.message).toMatch(/\. Nothing was charged$/)
  expect(await ordersOf(shop, opened)).toEqual([])
  expect(statusAtPaypal(shop, opened)).toBe('APPROVED')
})
