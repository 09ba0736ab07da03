/** Express purchases that are refused: nothing is charged, no order is placed, and the goods stay on sale. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import type { Visitor } from '#test/visitor.ts'
import { codeOf } from '#server/checkout/discounts/discounts.testing.ts'
import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { reconcile } from '../events/reconcile.ts'
import {
  ALASKA,
  approved,
  choosePlace,
  open,
  ordersOf,
  pay,
  PLACE,
  statusAtPaypal,
  stockOf,
  type Express,
} from './express.testing.ts'

let shop: TestShop
let visitor: Visitor
let bean: string

beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  visitor = shop.visitor()
  bean = await shop.sell({ priceCents: 1850, stock: 10 })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

/** Tries to pay; checks that nothing was charged or placed, and that the next try says the same. Returns the answer. */
async function refusedPayment(opened: Express) {
  const first = await pay(visitor, opened)
  expect([first.status, first.body.code]).toEqual([409, 'express'])
  expect(first.body.message).toMatch(/\. Nothing was charged$/)
  const again = await pay(visitor, opened)
  expect([again.status, again.body.message]).toEqual([409, first.body.message])
  shop.clock.advance(2 * MINUTE)
  await reconcile(shop.shop)
  expect(await ordersOf(shop, opened)).toEqual([])
  expect(statusAtPaypal(shop, opened)).toBe('APPROVED')
  return first.body
}

test.each([
  ['Alaska', ALASKA, 'state', /We do not ship to Alaska/],
  [
    'a ZIP code in Hawaii with another state',
    { ...PLACE, postalCode: '96813' },
    'postalCode',
    /We do not ship/,
  ],
  [
    'Canada',
    { city: 'Toronto', state: 'ON', postalCode: 'M5H 2N2', country: 'CA' },
    'country',
    /United States/,
  ],
  [
    'a ZIP code of another state',
    { ...PLACE, postalCode: '21202' },
    'postalCode',
    /not a ZIP code in Virginia/,
  ],
])('%s is refused in the wallet, and the amount stays', async (_, place, field, message) => {
  const opened = await open(visitor, [{ _id: bean, qty: 1 }])
  const known = await choosePlace(visitor, opened)
  const refused = await choosePlace(visitor, opened, place)
  expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'address', field])
  expect(refused.body.message).toMatch(message)
  const price = await visitor.post('/api/express/price', { orderItems: [{ _id: bean, qty: 1 }], ...place })
  expect([price.status, price.body.code, price.body.field]).toEqual([400, 'address', field])
  expect(shop.paypal.view(opened.orderId)?.request.purchase_units[0]?.amount.value).toBe(known.body.amount)
})

test('a wallet that leaves out city and state is priced by the ZIP code', async () => {
  const opened = await open(visitor, [{ _id: bean, qty: 1 }])
  const whole = await choosePlace(visitor, opened)
  const sparse = await choosePlace(visitor, opened, { ...PLACE, city: '', state: '' })
  expect(sparse.body).toEqual(whole.body)
})

test('an address in Alaska that PayPal accepts after all is not charged', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  shop.paypal.chooseAddress(opened.orderId, 'anchorage')
  expect((await refusedPayment(opened)).message).toMatch(/We do not ship to Alaska/)
})

test('a place with another price than the approved one is not charged', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  shop.paypal.chooseAddress(opened.orderId, {
    address_line_1: '12 Light Street',
    admin_area_2: 'Baltimore',
    admin_area_1: 'MD',
    postal_code: '21202',
    country_code: 'US',
  })
  expect((await refusedPayment(opened)).message).toMatch(
    /^This order costs \$[\d.]+ now, and you approved \$[\d.]+/,
  )
})

test('an approval without any price for the address is not charged', async () => {
  const opened = await open(visitor, [{ _id: bean, qty: 1 }])
  shop.paypal.choose(opened.orderId, 'approve')
  await refusedPayment(opened)
})

test('a price that changes between approval and order is not charged', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  await shop.db.updateTable('product_sizes').set({ price_cents: 2100 }).where('id', '=', bean).execute()
  const { message, reason } = await refusedPayment(opened)
  expect([reason, message]).toEqual(['prices', expect.stringContaining('you approved')])
})

test('nothing is charged if another buyer bought the last bag before the approval was used', async () => {
  const last = await shop.sell({ stock: 1 })
  const opened = await approved(shop, visitor, [{ _id: last, qty: 1 }])
  await placed(await signedIn(shop), [{ _id: last, qty: 1 }])
  expect((await refusedPayment(opened)).reason).toBe('stock')
  expect(await stockOf(shop, last)).toBe(0)
})

test('of two buyers who approve for the last bag, one gets it and the other is not charged', async () => {
  const last = await shop.sell({ stock: 1 })
  const both = [
    await approved(shop, visitor, [{ _id: last, qty: 1 }]),
    await approved(shop, visitor, [{ _id: last, qty: 1 }]),
  ]
  const answers = await Promise.all(both.map((each) => pay(visitor, each)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const loser = both[answers.findIndex(({ status }) => status === 409)]!
  await refusedPayment(loser)
})

test('nothing is charged if the discount code was used up before the approval was used', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const { code } = await codeOf(admin, { percent: 10, total: 1 })
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }], { discountCode: code })
  const other = await approved(shop, visitor, [{ _id: bean, qty: 1 }], { discountCode: code })
  expect((await pay(visitor, other)).status).toBe(200)
  expect((await refusedPayment(opened)).reason).toBe('discount')
})

test('an unapproved payment can still be approved, and an expired one cannot', async () => {
  const opened = await open(visitor, [{ _id: bean, qty: 1 }])
  await choosePlace(visitor, opened)
  const early = await pay(visitor, opened)
  expect([early.status, early.body.code]).toEqual([409, 'not-approved'])
  const late = await open(visitor, [{ _id: bean, qty: 1 }])
  shop.paypal.choose(opened.orderId, 'approve')
  expect((await pay(visitor, opened)).status).toBe(200)
  shop.clock.advance(7 * HOUR)
  const expired = await pay(visitor, late)
  expect([expired.status, expired.body.message]).toEqual([
    409,
    'This payment has expired at PayPal. Nothing was charged',
  ])
})

test('an address cannot change after the order is placed', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  await pay(visitor, opened)
  expect((await choosePlace(visitor, opened)).status).toBe(409)
})

test('a change of the address is refused while PayPal captures the payment', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  shop.paypal.captureAtPaypal(opened.orderId, undefined, false)
  const { status, body } = await choosePlace(visitor, opened)
  expect([status, body.message]).toEqual([409, 'This payment can no longer be changed. Please start again'])
})

test('another token, an unknown purchase and an invalid cart are refused, and nothing changes', async () => {
  const opened = await approved(shop, visitor, [{ _id: bean, qty: 1 }])
  const changed = await changedBy(shop.db, async () => {
    const forged = { ...opened, token: 'x'.repeat(43) }
    expect((await pay(visitor, forged)).status).toBe(404)
    expect((await choosePlace(visitor, forged)).status).toBe(404)
    expect((await pay(visitor, { ...opened, expressId: 'unknown' })).status).toBe(404)
    for (const orderItems of [[], [{ _id: bean, qty: 0 }], undefined])
      expect((await visitor.post('/api/express', { orderItems })).status).toBe(400)
    expect((await visitor.post('/api/express', { orderItems: [{ _id: bean, qty: 11 }] })).body.code).toBe(
      'stock',
    )
    const code = { orderItems: [{ _id: bean, qty: 1 }], discountCode: 'UNKNOWN' }
    expect((await visitor.post('/api/express', code)).body.code).toBe('discount')
  })
  expect(changed).toEqual([])
})

test('a work that is only picked up is refused: it is ordered in the checkout', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  const work = await admin.post('/api/works', {
    title: 'The Ridge',
    artist: await createFeaturedArtist(shop),
    image: '',
    year: 2025,
    medium: 'Gouache',
    dimensions: '48 × 64 in',
    text: '',
    price: 640,
    box: '',
    packedGrams: null,
  })
  const { status, body } = await visitor.post('/api/express', {
    orderItems: [{ _id: work.body._id, qty: 1 }],
  })
  expect([status, body.code, body.message]).toEqual([
    409,
    'express',
    'The Ridge is picked up at the bar. Please order it in the checkout',
  ])
})

test('a subscription is refused: it is ordered in the checkout', async () => {
  const orderItems = [{ _id: bean, qty: 1, subscribe: { weeks: 2 } }]
  const { status, body } = await visitor.post('/api/express', { orderItems })
  expect([status, body.code]).toEqual([409, 'express'])
})
