/** Limits on declined payments, against bots that test stolen cards. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { guestOf, type GuestVisitor } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { DECLINES } from '#server/kernel/limits/rules.ts'
import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { reconcile } from '../events/reconcile.ts'

let shop: TestShop
let bean: string
let home = 0

beforeAll(async () => {
  shop = await openShop({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
  bean = await shop.sell({ priceCents: 4000, stock: 500 })
})
beforeEach(() => home++)
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

/** A guest in the network of this test. */
const guest = () => guestOf(shop, { ip: `198.51.100.${home}` })
const order = (buyer: GuestVisitor) => placed(buyer, [{ _id: bean, qty: 1 }])
const open = (buyer: GuestVisitor, id: string, method = 'card') =>
  buyer.post(`/api/orders/${id}/paypal`, { method })

/** Opens the payment, and lets PayPal decline it. Returns PayPal's id. */
async function decline(
  buyer: GuestVisitor,
  id: string,
  method = 'card',
  says = 'PayPal declined this card or account. Please try another one',
): Promise<string> {
  const { body } = await open(buyer, id, method)
  expect(shop.paypal.choose(body.orderId, 'decline')).toBe(true)
  const declined = await buyer.put(`/api/orders/${id}/pay`, { id: body.orderId })
  expect([declined.status, declined.body.message]).toEqual([402, says])
  return body.orderId
}

const TOO_MANY = `${DECLINES.order} payments of this order did not go through, so it takes no more. Nothing was charged. Please ask your bank and order again later, or write to us`
const WAIT =
  'Too many payments from your network did not go through. Nothing was charged. Please try again in an hour, or write to us'

test('an order takes three declines, with any methods: then no payment is opened and none captured', async () => {
  const buyer = guest()
  const id = await order(buyer)
  await decline(buyer, id, 'apple_pay')
  await decline(buyer, id, 'card')
  const last = await decline(buyer, id, 'card', TOO_MANY)
  for (const method of ['paypal', 'card', 'venmo']) {
    const { status, body } = await open(buyer, id, method)
    expect([status, body]).toEqual([409, { message: TOO_MANY, code: 'declines' }])
  }
  // A window that is still open can approve the same payment with another card.
  shop.paypal.choose(last, 'approve')
  const { status, body } = await buyer.put(`/api/orders/${id}/pay`, { id: last })
  expect([status, body.message]).toEqual([409, TOO_MANY])
  shop.clock.advance(2 * MINUTE)
  await reconcile(shop.shop)
  expect(shop.paypal.view(last)?.status).toBe('APPROVED')
  // Another order of the same buyer can be paid.
  const next = await order(buyer)
  const opened = await open(buyer, next)
  shop.paypal.choose(opened.body.orderId, 'approve')
  expect((await buyer.put(`/api/orders/${next}/pay`, { id: opened.body.orderId })).body.state).toBe('paid')
})

test('a card whose bank does not confirm the buyer counts as declined', async () => {
  const buyer = guest()
  const id = await order(buyer)
  for (let count = 0; count < DECLINES.order; count++) {
    const { body } = await open(buyer, id)
    shop.paypal.choose(body.orderId, 'approve', { method: 'card', authentication: 'open' })
    shop.paypal.answerBank(body.orderId, 'unknown')
    expect((await buyer.put(`/api/orders/${id}/pay`, { id: body.orderId })).status).toBe(402)
  }
  expect((await open(buyer, id)).body.code).toBe('declines')
})

test('after twelve declines in an hour, a network has to wait, and others can pay', async () => {
  for (let count = 0; count < DECLINES.holder / 2; count++) {
    const buyer = guest()
    const id = await order(buyer)
    await decline(buyer, id)
    await decline(buyer, id, 'google_pay', count === DECLINES.holder / 2 - 1 ? WAIT : undefined)
  }
  const blocked = guest()
  const id = await order(blocked)
  const { status, body, headers } = await open(blocked, id, 'paypal')
  expect([status, headers['retry-after']]).toEqual([429, '3600'])
  expect(body.message).toBe(WAIT)
  home++
  const neighbor = guest()
  expect((await open(neighbor, await order(neighbor))).status).toBe(200)
  home--
  shop.clock.advance(HOUR + MINUTE)
  expect((await open(blocked, id)).status).toBe(200)
})
