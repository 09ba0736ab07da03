/** Payments and refunds in progress whose result has not arrived. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Finding, FindingKind } from '#shared/payments/api/payments-check.ts'
import { violations } from '#test/invariants.ts'
import { approve, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { moneyAdmin } from './payments-check.testing.ts'

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

const { admin, compare, settle, theOne } = moneyAdmin(() => shop)
const order = async () => placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
const read = async (id: string) => (await buyer.get(`/api/orders/${id}`)).body
const expectFinding = (kind: FindingKind, action: Finding['action']) => theOne({ kind, action, seen: null })

test('a refund that PayPal has and the shop does not have is booked by Settle', async () => {
  const id = await order()
  const payment = await approve(shop, buyer, id)
  await buyer.put(`/api/orders/${id}/pay`, { id: payment })
  shop.paypal.refundAtPaypal(payment, 500)
  const finding = await expectFinding('returned', 'settle')
  expect(finding).toMatchObject({ amount: 5, order: { _id: id } })
  expect((await settle(finding)).findings).toEqual([])
  expect((await compare()).findings).toEqual([])
  const { returned_cents: back } = await shop.db
    .selectFrom('payments')
    .select('returned_cents')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(back).toBe(500)
})

test('a refund without an answer is requested again, and refunded once', async () => {
  const id = await order()
  const payment = await approve(shop, buyer, id)
  await buyer.put(`/api/orders/${id}/pay`, { id: payment })
  shop.paypal.addFault({ call: 'refund', kind: 'drop', times: 3 })
  await (await admin()).post(`/api/orders/${id}/refund`, { amount: 5 })
  shop.clock.advance(61 * MINUTE)
  const { findings } = (await (await admin()).get('/api/money')).body
  expect(findings).toMatchObject([{ kind: 'returning', action: 'settle', amount: 5, order: { _id: id } }])
  expect((await settle(findings[0])).findings).toEqual([])
  expect(shop.paypal.refunds(payment)).toHaveLength(1)
})

test('a capture without an answer is settled at once by reading the payment', async () => {
  const id = await order()
  const payment = await approve(shop, buyer, id)
  shop.paypal.addFault({ call: 'capture', kind: 'drop', times: 3 })
  expect((await buyer.put(`/api/orders/${id}/pay`, { id: payment })).status).toBe(503)
  shop.clock.advance(61 * MINUTE)
  const { findings } = (await (await admin()).get('/api/money')).body
  expect(findings).toMatchObject([{ kind: 'confirming', action: 'settle', order: { _id: id } }])
  // The comparison finds that the money was taken. The payment is listed once.
  expect((await compare()).findings).toMatchObject([{ kind: 'unpaid' }])
  expect((await settle((await compare()).findings[0]!)).findings).toEqual([])
  expect((await read(id)).state).toBe('paid')
})
