// On SQLite only: what PayPal reports later; the money that it moves is tested on both databases beside it.
/** Refunds that PayPal accepts or completes, and reports as failed afterwards. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { moneyAdmin } from '../comparison/books.testing.ts'
import { rereadPayments } from '../events/events.ts'
import { reconcile } from '../events/reconcile.ts'
import { makeSale, type Sale } from './refund.testing.ts'

let shop: TestShop
let sale: Sale
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
})
beforeEach(async () => {
  owner = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  sale = await makeSale(shop, owner)
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.db.deleteFrom('money_findings').execute()
})
afterAll(() => shop.close())

const { admin, compare, settle } = moneyAdmin(() => shop)
const read = async () => (await (await admin()).get(`/api/orders/${sale.id}`)).body
const refunds = () => shop.paypal.refunds(sale.paypalId)
const findings = async () => (await (await admin()).get('/api/money')).body.findings

/** Lets PayPal report the last refund as failed. */
function failLast(): void {
  shop.paypal.endRefund(refunds().at(-1)!.id, 'FAILED')
}

const KINDS = [
  ['partial', { amount: 5 }, 'paid'],
  ['full', {}, 'refunded'],
] as const

describe.each(KINDS)('a %s refund that fails after it was completed', (_, request, state) => {
  beforeEach(async () => {
    expect((await sale.refund(request)).body.state).toBe(state)
    failLast()
  })

  test('is a finding of the comparison, and Settle records the state at PayPal', async () => {
    const [finding, ...others] = (await compare()).findings
    expect([finding, others]).toMatchObject([{ kind: 'unreturned', action: 'settle' }, []])
    const { findings: left } = await settle(finding!)
    expect(left).toMatchObject([{ kind: 'failed', action: 'note', order: { _id: sale.id } }])
    expect(await read()).toMatchObject({
      state: 'paid',
      isPaid: true,
      refundable: sale.total,
      refunds: [{ state: 'failed', refundedAt: null }],
    })
    // Another comparison keeps the finding.
    expect((await compare()).findings).toMatchObject([{ kind: 'failed' }])
  })

  test('is also found without PayPal’s list, by the daily rereading of the payment', async () => {
    shop.clock.advance(DAY + MINUTE)
    await rereadPayments(shop.shop)
    expect(await read()).toMatchObject({ state: 'paid', refunds: [{ state: 'failed' }] })
    expect(await findings()).toMatchObject([{ kind: 'failed', order: { _id: sale.id } }])
    const { payments } = (await (await admin()).get('/api/desk')).body.todo
    expect(payments).toMatchObject({ count: 1, first: [{ why: 'failed' }] })
  })

  test('can be repeated once, and then the finding is gone', async () => {
    shop.clock.advance(DAY + MINUTE)
    await rereadPayments(shop.shop)
    const again = await (await admin()).post(`/api/orders/${sale.id}/refund`, request)
    expect([again.status, again.body.state]).toEqual([200, state])
    expect((await read()).refunds.map((each: { state: string }) => each.state)).toEqual([
      'failed',
      'completed',
    ])
    expect(await findings()).toEqual([])
    expect((await compare()).findings).toEqual([])
  })

  test('and later completes counts as refunded, and the finding is gone', async () => {
    shop.clock.advance(DAY + MINUTE)
    await rereadPayments(shop.shop)
    shop.paypal.endRefund(refunds().at(-1)!.id, 'COMPLETED')
    shop.clock.advance(DAY + MINUTE)
    await rereadPayments(shop.shop)
    expect(await read()).toMatchObject({ state, refunds: [{ state: 'completed' }] })
    expect(await findings()).toEqual([])
  })
})

test('returned goods stay in stock and do not return a second time', async () => {
  await sale.refund({ stock: [{ _id: sale.bean, qty: 1 }] })
  expect(await sale.inStock()).toEqual([9, 9])
  failLast()
  shop.clock.advance(DAY + MINUTE)
  await rereadPayments(shop.shop)
  expect(await sale.inStock()).toEqual([9, 9])
  const request = { stock: [{ _id: sale.bean, qty: 2 }] }
  expect((await (await admin()).post(`/api/orders/${sale.id}/refund`, request)).status).toBe(409)
})

test('a shipped order gets its state back', async () => {
  await owner.put(`/api/orders/${sale.id}/ship`, { trackingNumber: '1Z', trackingUrl: '' })
  expect((await sale.refund({})).body.state).toBe('refunded')
  failLast()
  shop.clock.advance(DAY + MINUTE)
  await rereadPayments(shop.shop)
  expect(await read()).toMatchObject({ state: 'shipped', isPaid: true })
})

test('a pending refund that fails is a finding, which can be marked as seen', async () => {
  shop.paypal.setRefundOutcomes('pending')
  expect((await sale.refund({ amount: 5 })).body.refunds).toMatchObject([{ state: 'pending' }])
  failLast()
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  const [finding] = await findings()
  expect(finding).toMatchObject({ kind: 'failed', amount: 5 })
  const note = 'Sent as a check'
  const { body } = await (await admin()).put(`/api/money/${finding._id}/seen`, { note })
  expect(body).toMatchObject({ findings: [], seen: [{ kind: 'failed', seen: { note } }] })
  expect(await compare()).toMatchObject({ findings: [], seen: [{ kind: 'failed' }] })
})

test('a refund made on PayPal’s site that fails afterwards makes the order refundable again', async () => {
  shop.paypal.refundAtPaypal(sale.paypalId)
  shop.clock.advance(DAY + MINUTE)
  await rereadPayments(shop.shop)
  expect((await read()).state).toBe('refunded')
  failLast()
  expect((await compare()).findings).toMatchObject([{ kind: 'unreturned' }])
  shop.clock.advance(DAY + MINUTE)
  await rereadPayments(shop.shop)
  expect(await read()).toMatchObject({ state: 'paid', refundable: sale.total })
})

test('a refund without a response yet is not a finding', async () => {
  shop.paypal.addFault({ call: 'refund', kind: 'refuse', times: 3 })
  await sale.refund({ amount: 5 })
  expect((await compare()).findings).toEqual([])
  shop.clock.advance(MINUTE)
  await reconcile(shop.shop)
  expect(await read()).toMatchObject({ refunds: [{ state: 'completed' }] })
})
