/** Outdated information about a payment, and payments that cannot be repaired, must not affect others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE, newId } from '#server/kernel/time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { PaymentUnavailable, type Payment, type Providers } from '#server/providers/providers.ts'
import { violations } from './invariants.ts'
import { approve, placed } from './purchase.ts'
import { openShop, type TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import { insert } from './table-rows.ts'

/** By kind of call to the provider: the promise for which the next call waits, or null. */
const blockedCalls: { get: Promise<void> | null; capture: Promise<void> | null } = {
  get: null,
  capture: null,
}
const unreadable = new Set<string>()

let shop: TestShop
beforeAll(async () => {
  shop = await openShop({ providers: withBlockedCalls })
})
afterAll(() => shop.close())

test('a decline that arrives while another tab pays does not end the next attempt', async () => {
  const { buyer, order, id } = await approvedOrder('decline')
  const slow = blockNext('get')
  const slowPay = buyer.put(`/api/orders/${order}/pay`, { id })
  await slow.reached
  const quickPay = await buyer.put(`/api/orders/${order}/pay`, { id })
  expect(quickPay.status).toBe(402)
  shop.paypal.choose(id, 'approve')
  slow.open()
  expect((await slowPay).body).toMatchObject({ isPaid: true })
  expect(await violations(shop.db)).toEqual([])
})

test('reconciling with an outdated decline does not affect the next attempt', async () => {
  const { buyer, order, id } = await approvedOrder('decline')
  const first = blockNext('capture')
  const declined = buyer.put(`/api/orders/${order}/pay`, { id })
  await first.reached
  const slow = blockNext('get')
  const reconciling = reconcile(shop.shop, true)
  await slow.reached
  first.open()
  expect((await declined).status).toBe(402)
  shop.paypal.choose(id, 'approve')
  const second = blockNext('capture')
  const paying = buyer.put(`/api/orders/${order}/pay`, { id })
  await second.reached
  returnsOldState = true
  slow.open()
  await reconciling
  // The order may be captured at this moment. If it appeared unpaid, it could be canceled.
  expect((await buyer.delete(`/api/orders/${order}`)).status).toBe(409)
  second.open()
  expect((await paying).body).toMatchObject({ isPaid: true })
  expect(await violations(shop.db)).toEqual([])
})

test('a payment that cannot be read from PayPal does not stop the repair of others', async () => {
  const [stuck, next] = [await interrupted(), await interrupted()]
  unreadable.add(stuck.id)
  await reconcile(shop.shop, true)
  expect((await next.buyer.get(`/api/orders/${next.order}`)).body.state).toBe('paid')
  expect((await stuck.buyer.get(`/api/orders/${stuck.order}`)).body.state).toBe('capturing')
  unreadable.clear()
  await reconcile(shop.shop, true)
  expect((await stuck.buyer.get(`/api/orders/${stuck.order}`)).body.state).toBe('paid')
})

test('an order that cannot be closed does not stop others from expiring', async () => {
  const buyer = await signedIn(shop)
  const bag = await shop.sell()
  const [stuck, next] = [
    await placed(buyer, [{ _id: bag, qty: 1 }]),
    await placed(buyer, [{ _id: bag, qty: 1 }]),
  ]
  // Inconsistent rows: the stock was returned, though the order is still open.
  const move = { id: newId(shop.clock), size_id: bag, order_id: stuck, qty: 1, reason: 'return' as const }
  await insert(shop.db, 'stock_moves', { ...move, at: shop.clock.now().toISOString() })
  shop.clock.advance(31 * MINUTE)
  await expireOrders(shop.shop)
  expect((await buyer.get(`/api/orders/${next}`)).body.state).toBe('expired')
  await shop.db.deleteFrom('stock_moves').where('id', '=', move.id).execute()
  await expireOrders(shop.shop)
  expect(await violations(shop.db)).toEqual([])
})

async function approvedOrder(choice: 'approve' | 'decline') {
  const buyer = await signedIn(shop)
  const order = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
  return { buyer, order, id: await approve(shop, buyer, order, choice) }
}

/** An order whose capture was started by a server that was then killed. */
async function interrupted() {
  const sale = await approvedOrder('approve')
  const payment = await shop.db
    .updateTable('payments')
    .set({ state: 'capture_started', capture_request_id: `${sale.id}-capture-1` })
    .where('order_id', '=', sale.order)
    .returning('id')
    .executeTakeFirstOrThrow()
  await shop.db.updateTable('orders').set({ state: 'capturing' }).where('id', '=', sale.order).execute()
  return { ...sale, payment: payment.id }
}

let onBlocked: () => void = () => {}
/** Whether the next read returns the payment's state from before the buyer's second choice. */
let returnsOldState = false

function blockNext(call: 'get' | 'capture') {
  const blocked = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  blockedCalls[call] = blocked.promise
  onBlocked = reached.resolve
  return { reached: reached.promise, open: blocked.resolve }
}

async function waitIfBlocked(call: 'get' | 'capture'): Promise<void> {
  const gate = blockedCalls[call]
  blockedCalls[call] = null
  if (gate) onBlocked()
  await gate
}

function withBlockedCalls(real: Providers): Providers {
  const getPayment = async (id: string): Promise<Payment | null> => {
    if (unreadable.has(id)) throw new PaymentUnavailable('PayPal sent an order in an unknown format')
    await waitIfBlocked('get')
    const seen = await real.payments.getPayment(id)
    if (!returnsOldState || !seen) return seen
    returnsOldState = false
    return { ...seen, status: 'open', capture: null }
  }
  const capturePayment = async (id: string, requestId: string) => {
    await waitIfBlocked('capture')
    return real.payments.capturePayment(id, requestId)
  }
  return { ...real, payments: { ...real.payments, getPayment, capturePayment } }
}
