/** Disputes at PayPal whose webhook did not arrive. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { bought } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { moneyAdmin } from './payments-check.testing.ts'
import { compareDaily } from './compare.ts'

let shop: TestShop
let buyer: SignedInVisitor
let admin: SignedInVisitor
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
const disputeOf = async (id: string) => (await admin.get(`/api/orders/${id}`)).body.dispute
const { compare } = moneyAdmin(() => shop)

test('the comparison finds a dispute, and the admin lists it until the shop has answered', async () => {
  const { id, paypalId, total } = await sale()
  const another = await sale()
  shop.paypal.dispute(paypalId)
  expect(await disputeOf(id)).toBeNull()
  const { comparison, findings } = await compare()
  expect(comparison).toMatchObject({ disputes: true, problem: '' })
  expect(findings).toMatchObject([{ kind: 'disputed', action: 'order', amount: total, order: { _id: id } }])
  expect(await disputeOf(id)).toMatchObject({ state: 'open' })
  expect(await disputeOf(another.id)).toBeNull()
  const { disputes } = (await admin.get('/api/desk')).body.todo
  expect(disputes).toMatchObject({ count: 1, first: [{ order: id, name: 'Ada Byron', why: 'disputed' }] })

  shop.paypal.dispute(paypalId, 'WAITING_FOR_SELLER_RESPONSE')
  expect((await compare()).findings).toMatchObject([{ kind: 'disputed' }])
  expect(await disputeOf(id)).toMatchObject({ state: 'waiting_for_us' })
  // After the shop's answer PayPal reviews the case.
  shop.paypal.dispute(paypalId, 'UNDER_REVIEW')
  expect((await compare()).findings).toEqual([])
  shop.paypal.dispute(paypalId, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  expect((await compare()).findings).toEqual([])
  expect(await disputeOf(id)).toMatchObject({ state: 'won' })
  const { calls } = shop.paypal.traffic
  await compare()
  // A closed dispute is not read again: only the two lists are requested.
  expect(shop.paypal.traffic.calls - calls).toBeLessThanOrEqual(2 + 2)
})

test('a lost dispute is booked with its amount', async () => {
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

test('the Money page says if PayPal does not allow reading disputes', async () => {
  const { id, paypalId } = await sale()
  shop.paypal.dispute(paypalId)
  isAllowed = false
  expect(await compare()).toMatchObject({ comparison: { disputes: false, problem: '' }, findings: [] })
  expect(await disputeOf(id)).toBeNull()
})

test('if the list of disputes fails, the comparison of the money is kept, and the list is requested again', async () => {
  const { paypalId, id, total } = await sale()
  shop.paypal.dispute(paypalId)
  const { paypalId: refunded } = await sale()
  shop.paypal.refundAtPaypal(refunded, 500)
  shop.paypal.addFault({ call: 'list disputes', kind: 'error', times: 3 })
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
