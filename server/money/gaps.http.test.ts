/** Comparing the books when PayPal's answers leave out what its contract calls optional, or one of them does not come. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { bought, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SomebodySignedIn } from '#test/signed-in.ts'
import { DAY } from '../time/clock.ts'
import { moneyDesk } from './books.testing.ts'
import { compareDaily } from './compare.ts'

let shop: TestShop
let buyer: SomebodySignedIn
beforeEach(async () => {
  shop = await openShop()
  buyer = await signedIn(shop)
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const { admin, compare } = moneyDesk(() => shop)

async function sale() {
  const made = await bought(shop, buyer, [{ _id: await shop.sell(), qty: 1 }])
  const order = (await buyer.get(`/api/orders/${made.id}`)).body
  return { ...made, capture: order.paymentResult.id as string }
}

const OPTIONAL = [
  'transaction_id',
  'transaction_event_code',
  'transaction_initiation_date',
  'transaction_amount',
  'transaction_status',
  'custom_field',
  'invoice_id',
]

test.each(OPTIONAL)(
  'a listed payment without %s stops nothing, and is read by itself if need be',
  async (field) => {
    const [vague, other] = [await sale(), await sale()]
    shop.paypal.omitFromList(vague.capture, field)
    shop.paypal.refundHere(other.paypalId, 500)
    const { comparison, findings } = await compare()
    expect(comparison).toMatchObject({ listed: true, payments: 2, problem: '' })
    expect(findings).toMatchObject([{ kind: 'returned', order: { _id: other.id } }])
  },
)

test.each(OPTIONAL)('a listed refund without %s hides no difference', async (field) => {
  const { id, paypalId } = await sale()
  shop.paypal.omitFromList(shop.paypal.refundHere(paypalId, 500), field)
  expect((await compare()).findings).toMatchObject([{ kind: 'returned', order: { _id: id } }])
})

test.each(['transaction_amount', 'transaction_event_code', 'transaction_status'])(
  'money taken unheard is found though the list leaves out its %s',
  async (field) => {
    const id = await takenUnheard()
    shop.paypal.omitFromList(shop.paypal.captureOf(id), field)
    expect((await compare()).findings).toMatchObject([{ kind: 'unpaid' }])
  },
)

/** A payment that PayPal took days ago and that our own books still call open. Answers PayPal's id. */
async function takenUnheard(): Promise<string> {
  const order = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  const id: string = (await buyer.post(`/api/orders/${order}/paypal`)).body.orderId
  shop.paypal.captureElsewhere(id, undefined, false)
  shop.clock.advance(5 * DAY)
  return id
}

test('one payment that PayPal does not show leaves the others compared, and what was known of it as it was', async () => {
  const [hidden, other] = [await sale(), await sale()]
  shop.paypal.refundHere(hidden.paypalId, 300)
  expect((await compare()).findings).toMatchObject([{ kind: 'returned', amount: 3 }])
  shop.paypal.refundHere(other.paypalId, 500)
  // Both are read one by one; the first to be asked for gets no answer, however often the client tries.
  shop.paypal.misbehave({ call: 'get', kind: 'error', times: 3 })
  const { comparison, findings } = await compare()
  expect(comparison).toMatchObject({ payments: 2, problem: '' })
  expect(findings.map(({ kind }) => kind)).toContain('returned')
  await compareDaily(shop.shop)
  const books = (await (await admin()).get('/api/money')).body
  expect(books.comparison.unread).toBeUndefined()
  expect(books.findings).toHaveLength(2)
})
