// On SQLite only: calls of outside services, the same code on both databases.
// Slow, not in `npm run check`: services that never answer, fail, or are down for minutes.
/** Comparisons in which PayPal omits optional fields, or does not answer some requests. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { bought, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { moneyAdmin } from './books.testing.ts'
import { compareDaily } from './compare.ts'

let shop: TestShop
let buyer: SignedInVisitor
beforeEach(async () => {
  shop = await openShop()
  buyer = await signedIn(shop)
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const { admin, compare } = moneyAdmin(() => shop)

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
  'a listed payment without %s does not stop the comparison, and is read individually if necessary',
  async (field) => {
    const [incomplete, other] = [await sale(), await sale()]
    shop.paypal.omitFromTransactions(incomplete.capture, field)
    shop.paypal.refundAtPaypal(other.paypalId, 500)
    const { comparison, findings } = await compare()
    expect(comparison).toMatchObject({ listed: true, payments: 2, problem: '' })
    expect(findings).toMatchObject([{ kind: 'returned', order: { _id: other.id } }])
  },
)

test.each(OPTIONAL)('a listed refund without %s does not hide a difference', async (field) => {
  const { id, paypalId } = await sale()
  shop.paypal.omitFromTransactions(shop.paypal.refundAtPaypal(paypalId, 500), field)
  expect((await compare()).findings).toMatchObject([{ kind: 'returned', order: { _id: id } }])
})

test.each(['transaction_amount', 'transaction_event_code', 'transaction_status'])(
  'a payment that PayPal captured without telling the shop is found even if the list omits its %s',
  async (field) => {
    const id = await paidWithoutConfirmation()
    shop.paypal.omitFromTransactions(shop.paypal.captureOf(id), field)
    expect((await compare()).findings).toMatchObject([{ kind: 'unpaid' }])
  },
)

/** Makes a payment that PayPal captured days ago without telling the shop. Returns PayPal's id of the payment. */
async function paidWithoutConfirmation(): Promise<string> {
  const order = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  const id: string = (await buyer.post(`/api/orders/${order}/paypal`)).body.orderId
  shop.paypal.captureAtPaypal(id, undefined, false)
  shop.clock.advance(5 * DAY)
  return id
}

test('if one payment cannot be read, the others are compared, and the stored findings about it are kept', async () => {
  const [hidden, other] = [await sale(), await sale()]
  shop.paypal.refundAtPaypal(hidden.paypalId, 300)
  expect((await compare()).findings).toMatchObject([{ kind: 'returned', amount: 3 }])
  shop.paypal.refundAtPaypal(other.paypalId, 500)
  // Both payments are read individually; all attempts to read the first one fail.
  shop.paypal.addFault({ call: 'get', kind: 'error', times: 3 })
  const { comparison, findings } = await compare()
  expect(comparison).toMatchObject({ payments: 2, problem: '' })
  expect(findings.map(({ kind }) => kind)).toContain('returned')
  await compareDaily(shop.shop)
  const books = (await (await admin()).get('/api/money')).body
  expect(books.comparison.unread).toBeUndefined()
  expect(books.findings).toHaveLength(2)
})
