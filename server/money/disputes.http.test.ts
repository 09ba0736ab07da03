/** Complaints at PayPal that no webhook told of. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { bought } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SomebodySignedIn } from '#test/signed-in.ts'
import { moneyDesk } from './books.testing.ts'
import { compareDaily } from './compare.ts'

let shop: TestShop
let buyer: SomebodySignedIn
let admin: SomebodySignedIn
/** Whether PayPal lets our credentials read disputes. */
let isAllowed: boolean
beforeEach(async () => {
  isAllowed = true
  shop = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        listDisputes: async (since) => (isAllowed ? real.payments.listDisputes(since) : null),
      },
    }),
  })
  buyer = await signedIn(shop, { name: 'Ada Byron' })
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const sale = async () => bought(shop, buyer, [{ _id: await shop.sell(), qty: 1 }])
const dispute = async (id: string) => (await admin.get(`/api/orders/${id}`)).body.dispute
const { compare } = moneyDesk(() => shop)

test('a dispute is learned by the comparison, and stands at the desk while the shop is to answer it', async () => {
  const { id, paypalId, total } = await sale()
  const another = await sale()
  shop.paypal.dispute(paypalId)
  expect(await dispute(id)).toBeNull()
  const { comparison, findings } = await compare()
  expect(comparison).toMatchObject({ disputes: true, problem: '' })
  expect(findings).toMatchObject([{ kind: 'disputed', action: 'order', amount: total, order: { _id: id } }])
  expect(await dispute(id)).toMatchObject({ state: 'open' })
  expect(await dispute(another.id)).toBeNull()
  const { payments } = (await admin.get('/api/desk')).body.todo
  expect(payments).toMatchObject({ count: 1, first: [{ order: id, name: 'Ada Byron', why: 'disputed' }] })

  shop.paypal.dispute(paypalId, 'WAITING_FOR_SELLER_RESPONSE')
  expect((await compare()).findings).toMatchObject([{ kind: 'disputed' }])
  expect(await dispute(id)).toMatchObject({ state: 'waiting_for_us' })
  // Answered: others are at it now.
  shop.paypal.dispute(paypalId, 'UNDER_REVIEW')
  expect((await compare()).findings).toEqual([])
  shop.paypal.dispute(paypalId, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  expect((await compare()).findings).toEqual([])
  expect(await dispute(id)).toMatchObject({ state: 'won' })
  const { calls } = shop.paypal.traffic
  await compare()
  // One that is over is read no more: what is left are the two lists.
  expect(shop.paypal.traffic.calls - calls).toBeLessThanOrEqual(2 + 2)
})

test('a dispute that took the money is found with what it took', async () => {
  const { id, paypalId } = await sale()
  shop.paypal.dispute(paypalId, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR')
  shop.paypal.reverse(paypalId)
  await compare()
  expect((await admin.get(`/api/orders/${id}`)).body).toMatchObject({
    state: 'refunded',
    dispute: { state: 'lost' },
    refunds: [{ by: 'PayPal', reason: 'Taken back by PayPal' }],
  })
})

test('the desk says when PayPal does not let it read disputes', async () => {
  const { id, paypalId } = await sale()
  shop.paypal.dispute(paypalId)
  isAllowed = false
  expect(await compare()).toMatchObject({ comparison: { disputes: false, problem: '' }, findings: [] })
  expect(await dispute(id)).toBeNull()
})

test('a list of disputes that does not come leaves the comparison of the money as it is, and is asked for again', async () => {
  const { paypalId, id, total } = await sale()
  shop.paypal.dispute(paypalId)
  const { paypalId: refunded } = await sale()
  shop.paypal.refundHere(refunded, 500)
  shop.paypal.misbehave({ call: 'list disputes', kind: 'error', times: 3 })
  const { comparison, findings } = await compare()
  expect(comparison).toMatchObject({
    payments: 2,
    disputes: true,
    problem: '',
    disputesProblem: expect.stringContaining('PayPal did not answer'),
  })
  expect(findings).toMatchObject([{ kind: 'returned', amount: 5 }])
  await compareDaily(shop.shop)
  const books = (await admin.get('/api/money')).body
  expect(books.comparison.disputesProblem).toBeUndefined()
  expect(books.findings).toMatchObject([
    { kind: 'disputed', amount: total, order: { _id: id } },
    { kind: 'returned' },
  ])
})
