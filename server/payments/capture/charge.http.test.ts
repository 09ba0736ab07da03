import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { pay, placed } from '#test/purchase.ts'
import { deliverTo, openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Issue } from '#sandbox/paypal/issues.ts'
import { deleteRemoved } from '../methods/methods.ts'
import { PaymentUnavailable } from '#server/providers/payments.ts'
import { HOUR, MINUTE, SECOND } from '#server/kernel/time/clock.ts'
import { chargeOrder } from './charge-order.ts'
import { processEvents, rereadUnsaved } from '../events/events.ts'
import { reconcile } from '../events/reconcile.ts'

let shop: TestShop
let buyer: SignedInVisitor
let bean: string
/** What happens instead of, or after, the next charge. */
let fault: 'lost request' | 'lost answer' | null = null

beforeAll(async () => {
  shop = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        chargeSaved: async (request) => {
          const lost = fault
          fault = null
          if (lost === 'lost request') throw new PaymentUnavailable('The request was lost')
          const seen = await real.payments.chargeSaved(request)
          if (lost === 'lost answer') throw new PaymentUnavailable('The answer was lost')
          return seen
        },
      },
    }),
  })
  bean = await shop.sell({ priceCents: 1850, stock: 1000 })
  shop.paypal.webhooks.deliver = (delivery) => deliverTo(shop, delivery)
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  shop.paypal.webhooks.hold()
  shop.shop.circuits.payments.recordResponse()
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  expect(await capturedTwice()).toEqual([])
})
afterAll(() => shop.close())

const order = () => placed(buyer, [{ _id: bean, qty: 1 }])

async function payAndSave() {
  const id = await order()
  await shop.db.updateTable('orders').set({ saves_method: 1 }).where('id', '=', id).execute()
  expect((await pay(shop, buyer, id)).status).toBe(200)
  return id
}

const methodOf = (orderId: string) =>
  shop.db.selectFrom('payment_methods').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()

/** Pays an order and saves the payment method with it. */
const saved = async () => methodOf(await payAndSave())

const charge = (orderId: string, method: { id: string }) => chargeOrder(shop.shop, orderId, method.id)
const stateOf = async (id: string) => (await buyer.get(`/api/orders/${id}`)).body.state
const lastPayment = (orderId: string) =>
  shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
/** Delivers the webhooks that PayPal has sent, and processes them. */
const events = async () => {
  await shop.paypal.webhooks.release()
  shop.paypal.webhooks.hold()
  shop.clock.advance(6 * SECOND)
  await processEvents(shop.shop)
}
/** Lets the reconciler see a payment that a request no longer waits for. */
const recover = async (after = MINUTE) => {
  shop.clock.advance(after)
  await reconcile(shop.shop)
}

/** Orders for which PayPal took money more than once. */
async function capturedTwice() {
  const from = new Date(shop.clock.now().getTime() - 48 * HOUR).toISOString()
  const movements = await shop.shop.providers.payments.listMovements(from, shop.clock.now().toISOString())
  const orders = movements!.filter(({ kind }) => kind === 'payment').map(({ orderId }) => orderId)
  return orders.filter((id, index) => orders.indexOf(id) !== index)
}

test('a purchase saves the payment method, and the shop charges the next order to it once', async () => {
  const method = await saved()
  expect(method).toMatchObject({ state: 'active', user_id: buyer.id, label: 'buyer@sandbox.example' })
  const next = await order()
  const outcomes = await Promise.all([charge(next, method), charge(next, method), charge(next, method)])
  expect(outcomes.toSorted()).toContain('paid')
  expect(outcomes.every((outcome) => outcome === 'paid' || outcome === 'pending')).toBe(true)
  expect(await stateOf(next)).toBe('paid')
  expect(await charge(next, method)).toBe('paid')
  await events()
})

test('an order that does not ask for it saves no payment method', async () => {
  const id = await order()
  await pay(shop, buyer, id)
  const rows = await shop.db.selectFrom('payment_methods').select('id').where('order_id', '=', id).execute()
  expect(rows).toEqual([])
})

test('the payment method of another buyer is never charged', async () => {
  const method = await saved()
  buyer = await signedIn(shop)
  const id = await order()
  await expect(charge(id, method)).rejects.toThrow('does not belong to the buyer')
  expect(await stateOf(id)).toBe('pending')
})

test('a canceled order is not charged', async () => {
  const method = await saved()
  const id = await order()
  await buyer.delete(`/api/orders/${id}`)
  await expect(charge(id, method)).rejects.toThrow('This order was canceled')
})

describe('a charge that PayPal declines', () => {
  test.each<Issue>(['INSTRUMENT_DECLINED', 'PAYER_CANNOT_PAY', 'TRANSACTION_REFUSED'])(
    '%s leaves the order payable: by another charge, and by the buyer',
    async (issue) => {
      const method = await saved()
      shop.paypal.setNextCharges(method.token!, issue)
      const [first, second] = [await order(), await order()]
      expect(await charge(first, method)).toBe('declined')
      expect(await charge(second, method)).toBe('declined')
      expect(await lastPayment(first)).toMatchObject({
        state: 'declined',
        problem: `Automatic payment declined (${issue})`,
      })
      expect(await stateOf(first)).toBe('pending')
      shop.paypal.setNextCharges(method.token!, 'accept')
      expect(await charge(first, method)).toBe('paid')
      expect((await pay(shop, buyer, second)).body.state).toBe('paid')
    },
  )
})

describe('a payment that PayPal reviews', () => {
  test.each([
    ['COMPLETED', 'paid', 'paid'],
    ['DECLINED', 'pending', 'declined'],
  ] as const)('%s in the end makes the order %s', async (state, after, next) => {
    const method = await saved()
    shop.paypal.setNextCharges(method.token!, 'pending')
    const id = await order()
    expect(await charge(id, method)).toBe('pending')
    expect(await charge(id, method)).toBe('pending')
    expect(await stateOf(id)).toBe('capturing')
    shop.paypal.review((await lastPayment(id)).provider_order_id!, state)
    await events()
    expect(await stateOf(id)).toBe(after)
    expect((await lastPayment(id)).state).toBe(after === 'paid' ? 'completed' : 'declined')
    shop.paypal.setNextCharges(method.token!, 'INSTRUMENT_DECLINED')
    expect(await charge(id, method)).toBe(next)
  })
})

describe('without an answer from PayPal', () => {
  test.each(['lost request', 'lost answer'] as const)(
    '%s: the reconciler sends the charge again, and the order is paid once',
    async (kind) => {
      const method = await saved()
      const id = await order()
      fault = kind
      expect(await charge(id, method)).toBe('unavailable')
      expect(await charge(id, method)).toBe('pending')
      const admin = await shop.admin()
      expect((await admin.post(`/api/orders/${id}/close`)).status).toBe(503)
      await recover()
      expect(await stateOf(id)).toBe('paid')
    },
  )

  test('the webhook of the charge finishes it', async () => {
    const method = await saved()
    const id = await order()
    fault = 'lost answer'
    await charge(id, method)
    await events()
    expect(await stateOf(id)).toBe('paid')
  })

  test('after five hours a charge is looked up and not sent again, because PayPal has forgotten its request id', async () => {
    const method = await saved()
    const [taken, lost] = [await order(), await order()]
    fault = 'lost answer'
    await charge(taken, method)
    fault = 'lost request'
    await charge(lost, method)
    await recover(7 * HOUR)
    expect([await stateOf(taken), await stateOf(lost)]).toEqual(['paid', 'capturing'])
    // The list of transactions is complete now.
    await recover(3 * HOUR)
    expect(await lastPayment(lost)).toMatchObject({ state: 'failed' })
    expect(await stateOf(lost)).not.toBe('capturing')
    await events()
  })

  test('an open circuit starts no attempt', async () => {
    const method = await saved()
    const id = await order()
    for (let count = 0; count < 10; count++) shop.shop.circuits.payments.recordOutage()
    expect(await charge(id, method)).toBe('unavailable')
    expect(await stateOf(id)).toBe('pending')
  })
})

describe('a payment method that the buyer removes at PayPal', () => {
  test('is found by the webhook', async () => {
    const method = await saved()
    shop.paypal.removeAtPaypal(method.token!)
    await events()
    expect(await methodOf(method.order_id!)).toMatchObject({ state: 'deleted', deleted_by: 'PayPal' })
    expect(await charge(await order(), method)).toBe('method-gone')
  })

  test('is found by the next charge, and the order stays payable', async () => {
    const method = await saved()
    shop.paypal.removeAtPaypal(method.token!)
    const id = await order()
    expect(await charge(id, method)).toBe('method-gone')
    expect(await methodOf(method.order_id!)).toMatchObject({ state: 'deleted', deleted_by: 'PayPal' })
    expect((await pay(shop, buyer, id)).body.state).toBe('paid')
  })
})

describe('a payment method that PayPal saves after the payment', () => {
  test.each([
    ['the webhook', true],
    ['the reconciler', false],
  ])('becomes usable by %s', async (_, isDelivered) => {
    shop.paypal.saveLater(true)
    const id = await payAndSave()
    shop.paypal.saveLater(false)
    const method = await methodOf(id)
    expect(method).toMatchObject({ state: 'waiting', token: null })
    const next = await order()
    expect(await charge(next, method)).toBe('unavailable')
    expect(await stateOf(next)).toBe('pending')
    shop.paypal.saveNow((await lastPayment(id)).provider_order_id!)
    if (isDelivered) await events()
    shop.clock.advance(2 * MINUTE)
    await rereadUnsaved(shop.shop)
    expect(await methodOf(id)).toMatchObject({ state: 'active' })
    expect(await charge(next, method)).toBe('paid')
  })
})

test('an account that is deleted takes its payment methods with it, also at PayPal', async () => {
  const method = await saved()
  const admin = await shop.admin()
  expect((await admin.delete(`/api/users/${buyer.id}`)).status).toBe(200)
  expect(await methodOf(method.order_id!)).toMatchObject({ state: 'deleted', user_id: null })
  await deleteRemoved(shop.shop)
  expect(shop.paypal.savedMethods().map(({ id }) => id)).not.toContain(method.token)
})
