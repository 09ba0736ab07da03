/** Captures that PayPal completes with a different amount, currency, payee or reference than the order has. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, type Mailbox, mailboxOf } from '#test/mailbox.ts'
import { approve, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { moneyAdmin } from '../payments-check/payments-check.testing.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { rereadPayments } from '../events/events.ts'
import { reconcile } from '../events/reconcile.ts'

let shop: TestShop
let mailbox: Mailbox
let buyer: SignedInVisitor
let product: string
let id: string

beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  mailbox = mailboxOf(shop)
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  product = await shop.sell({ stock: 10 })
  id = await placed(buyer, [{ _id: product, qty: 2 }])
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.db.deleteFrom('money_findings').execute()
})
afterAll(() => shop.close())

const { admin, compare, settle } = moneyAdmin(() => shop)
const read = async () => (await buyer.get(`/api/orders/${id}`)).body
const stockNow = async () => (await buyer.get(`/api/products/${product}`)).body.countInStock
const findingsOfOrder = async () => {
  const { findings } = (await (await admin()).get('/api/money')).body
  return findings.filter(({ order }: { order: { _id: string } | null }) => order?._id === id)
}

/** Lets the hold expire and runs the expiry job. */
async function expireHold(): Promise<void> {
  shop.clock.advance(HOUR)
  buyer = await signedIn(shop, { isAdmin: true })
  await expireOrders(shop.shop)
  await expireOrders(shop.shop)
}

const MISMATCHES = [
  ['amount', { value: '1.00' }],
  ['currency', { currency: 'EUR' }],
  ['payee', { payee: 'SOMEBODYELSE1' }],
  ['reference', { reference: 'another-order' }],
] as const

describe.each(MISMATCHES)('a capture with another %s', (_, changes) => {
  test('leaves the order payable, appears on the Money page, and its stock returns once', async () => {
    const payment = await approve(shop, buyer, id)
    shop.paypal.setCaptureDifferences(changes)
    await buyer.put(`/api/orders/${id}/pay`, { id: payment })
    expect(await read()).toMatchObject({ state: 'pending', isPaid: false, paymentState: 'none' })
    expect((await read()).dueBack).toHaveLength(1)
    expect(await findingsOfOrder()).toMatchObject([{ kind: 'due', action: 'order' }])

    // The same payment cannot be captured again.
    expect((await buyer.put(`/api/orders/${id}/pay`, { id: payment })).status).toBe(400)

    shop.paypal.refundAtPaypal(payment)
    shop.clock.advance(DAY + MINUTE)
    await rereadPayments(shop.shop)
    expect(await findingsOfOrder()).toEqual([])

    await expireHold()
    expect(await read()).toMatchObject({ state: 'expired', isPaid: false, dueBack: [] })
    expect((await read()).refunds).toMatchObject([{ state: 'completed', ofSale: false }])
    expect(await stockNow()).toBe(10)
  })

  test('whose response was lost has the same result, even if it was refunded before the next check', async () => {
    const payment = await approve(shop, buyer, id)
    shop.paypal.setCaptureDifferences(changes)
    shop.paypal.addFault({ call: 'capture', kind: 'drop', times: 3 })
    expect((await buyer.put(`/api/orders/${id}/pay`, { id: payment })).status).toBe(503)
    expect((await read()).state).toBe('capturing')
    shop.paypal.refundAtPaypal(payment)
    shop.clock.advance(MINUTE)
    await Promise.all([reconcile(shop.shop), reconcile(shop.shop)])
    expect(await read()).toMatchObject({ state: 'pending', isPaid: false })
    await expireHold()
    expect(await read()).toMatchObject({ state: 'expired' })
    expect((await read()).refunds).toMatchObject([{ state: 'completed', ofSale: false }])
    expect(await stockNow()).toBe(10)
  })

  test('whose response was lost is a finding of the comparison, and Settle records it', async () => {
    const payment = await approve(shop, buyer, id)
    shop.paypal.setCaptureDifferences(changes)
    shop.paypal.addFault({ call: 'capture', kind: 'drop', times: 3 })
    await buyer.put(`/api/orders/${id}/pay`, { id: payment })
    const found = (await compare()).findings.filter(({ order }) => order?._id === id)
    expect(found).toMatchObject([{ kind: 'amount', action: 'settle' }])
    const { findings } = await settle(found[0]!)
    expect(findings.filter(({ order }) => order?._id === id)).toMatchObject([{ kind: 'due' }])
    expect((await read()).state).toBe('pending')
  })
})

test('a payment of a wrong amount can be refunded on the order page, and another payment pays the order', async () => {
  const payment = await approve(shop, buyer, id)
  shop.paypal.setCaptureDifferences({ value: '1.00' })
  await buyer.put(`/api/orders/${id}/pay`, { id: payment })
  const [due] = (await read()).dueBack
  const owner = await admin()
  const refunded = await owner.post(`/api/orders/${id}/refund`, { payment: due.payment })
  expect([refunded.status, refunded.body.state]).toEqual([200, 'pending'])
  const another = await approve(shop, buyer, id)
  expect(another).not.toBe(payment)
  expect((await buyer.put(`/api/orders/${id}/pay`, { id: another })).body.state).toBe('paid')
  expect(await stockNow()).toBe(8)
})

test('the mail about an order that closes while money is owed back does not say that nothing was charged', async () => {
  const payment = await approve(shop, buyer, id)
  shop.paypal.setCaptureDifferences({ value: '1.00' })
  await buyer.put(`/api/orders/${id}/pay`, { id: payment })
  expect((await buyer.delete(`/api/orders/${id}`)).status).toBe(200)
  const mails = (await mailbox.newMails()).filter(({ to }) => to?.[0]?.address === buyer.email)
  const text = mails.find(({ subject }) => subject?.includes('is canceled'))?.text
  expect(text).toContain('We received a payment that does not match this order')
  expect(text).not.toContain('Nothing has been charged')
})
