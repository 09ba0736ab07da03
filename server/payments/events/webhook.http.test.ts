import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { approve, pay, placed } from '#test/purchase.ts'
import { deliverTo, openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import type { Delivery } from '#server/providers/payments.ts'
import { processEvents, rereadPayments } from './events.ts'

let shop: TestShop
let buyer: SignedInVisitor
let admin: SignedInVisitor
let bean: string
let id: string
let paypalId: string

beforeAll(async () => {
  shop = await openShop({ patienceMs: 10_000 })
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  shop.paypal.webhooks.deliver = deliver
})
beforeEach(async () => {
  await shop.db.deleteFrom('paypal_events').execute()
  deliveries.length = 0
  buyer = await signedIn(shop)
  bean = await shop.sell({ priceCents: 1850, stock: 10 })
  id = await placed(buyer, [{ _id: bean, qty: 2 }])
})
afterEach(async () => {
  Object.assign(shop.paypal.webhooks, { copies: 1, delayMs: 0 })
  expect(await violations(shop.db)).toEqual([])
})
afterAll(() => shop.close())

/** All deliveries of the sandbox, with the shop's responses. */
const deliveries: { delivery: Delivery; status: number }[] = []

async function deliver(delivery: Delivery): Promise<number> {
  const status = await deliverTo(shop, delivery)
  deliveries.push({ delivery, status })
  return status
}

/** Waits for a number of deliveries and processes the events. */
async function processDeliveries(count: number): Promise<void> {
  await expect.poll(() => deliveries.length).toBeGreaterThanOrEqual(count)
  expect(deliveries.map(({ status }) => status)).toEqual(deliveries.map(() => 200))
  await processEvents(shop.shop)
}

async function payOrder(): Promise<void> {
  paypalId = await approve(shop, buyer, id)
  await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })
}

const read = async () => (await buyer.get(`/api/orders/${id}`)).body
const eventStates = async () => {
  const rows = await shop.db.selectFrom('paypal_events').select(['event_type', 'state']).execute()
  return rows.map(({ event_type, state }) => `${event_type} ${state}`).sort()
}

describe('a PayPal webhook', () => {
  test('completes the purchase of a buyer who approved and closed the window', async () => {
    await approve(shop, buyer, id)
    await processDeliveries(1)
    // The event waits for the buyer's browser.
    expect((await read()).state).toBe('pending')
    shop.clock.advance(2 * MINUTE)
    await processEvents(shop.shop)
    expect(await read()).toMatchObject({ state: 'paid', isPaid: true })
    expect((await read()).history.at(-1)).toMatchObject({ event: 'Paid', by: 'PayPal' })
  })

  test('ends a review with either outcome', async () => {
    paypalId = await approve(shop, buyer, id, 'pending')
    await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })
    shop.paypal.review(paypalId, 'DECLINED')
    await processDeliveries(3)
    expect(await read()).toMatchObject({ state: 'pending', isPaid: false })
  })

  test.each(['PAYMENT.CAPTURE.DECLINED', 'PAYMENT.CAPTURE.DENIED'])(
    'ends a review that PayPal declines, also by the name %s',
    async (name) => {
      shop.paypal.webhooks.deliver = null
      try {
        paypalId = await approve(shop, buyer, id, 'pending')
        await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })
        expect(await read()).toMatchObject({ state: 'capturing' })
        shop.paypal.review(paypalId, 'DECLINED')
        const resource = { id: shop.paypal.captureOf(paypalId), status: 'DECLINED' }
        const composed = shop.paypal.webhooks.compose(name, 'capture', resource)
        expect(await deliverTo(shop, composed)).toBe(200)
        shop.clock.advance(2 * MINUTE)
        await processEvents(shop.shop)
        expect(await read()).toMatchObject({ state: 'pending', isPaid: false })
        expect(await eventStates()).toEqual([`${name} done`])
      } finally {
        shop.paypal.webhooks.deliver = deliver
      }
    },
  )

  test('reports a refund made on PayPal’s site and one made by PayPal', async () => {
    await payOrder()
    await processDeliveries(2)
    shop.paypal.refundAtPaypal(paypalId, 700)
    await processDeliveries(3)
    expect(await read()).toMatchObject({ state: 'paid', refunds: [{ amount: 7, by: 'PayPal' }] })
    shop.paypal.reverse(paypalId)
    await processDeliveries(4)
    const { state, refunds } = await read()
    expect([state, refunds[1].reason]).toEqual(['refunded', 'Taken back by PayPal'])
  })

  test('reports a dispute, its outcome, and the money taken back', async () => {
    await payOrder()
    shop.paypal.dispute(paypalId)
    await processDeliveries(3)
    expect((await read()).dispute).toMatchObject({
      state: 'open',
      reason: 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
    })
    const partly = await admin.post(`/api/orders/${id}/refund`, { amount: 1 })
    expect([partly.status, partly.body.message]).toEqual([409, expect.stringContaining('dispute is open')])
    shop.paypal.dispute(paypalId, 'WAITING_FOR_SELLER_RESPONSE')
    await processDeliveries(4)
    expect((await read()).dispute.state).toBe('waiting_for_us')
    shop.paypal.dispute(paypalId, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR')
    shop.paypal.reverse(paypalId)
    await processDeliveries(6)
    expect(await read()).toMatchObject({ state: 'refunded', dispute: { state: 'lost' } })
    const events = (await read()).history.map(({ event }: { event: string }) => event)
    expect(events).toContain('The buyer opened a dispute')
    expect(events).toContain('The dispute was decided in favor of the buyer')
  })

  test('has one effect, however often it is sent', async () => {
    shop.paypal.webhooks.copies = 10
    await payOrder()
    shop.paypal.refundAtPaypal(paypalId, 500)
    await processDeliveries(30)
    for (const { delivery } of deliveries) await deliverTo(shop, delivery)
    await processEvents(shop.shop)
    expect((await read()).refunds).toHaveLength(1)
    expect((await eventStates()).length).toBe(3)
  })

  test('has the same result in any order, and before the response of the shop’s own call', async () => {
    shop.paypal.webhooks.hold()
    await payOrder()
    const { body } = await admin.post(`/api/orders/${id}/refund`, { amount: 4 })
    expect(body.refunds).toHaveLength(1)
    shop.paypal.refundAtPaypal(paypalId)
    await shop.paypal.webhooks.release('reversed')
    await processDeliveries(4)
    const { state, refunds } = await read()
    expect([state, refunds.length]).toEqual(['refunded', 2])
  })

  test('about a refund that the shop is still requesting does not create a second refund', async () => {
    await payOrder()
    // The response is lost, and the webhook arrives before the next attempt.
    shop.paypal.addFault({ call: 'refund', kind: 'drop', times: 3 })
    await admin.post(`/api/orders/${id}/refund`, { amount: 4 })
    await processDeliveries(3)
    expect((await read()).refunds).toMatchObject([{ state: 'completed', amount: 4, by: 'Olive Owner' }])
    expect(shop.paypal.refunds(paypalId)).toHaveLength(1)
  })

  test('about a capture whose answer hangs is processed at once, and the buyer reads that the order is paid', async () => {
    paypalId = await approve(shop, buyer, id)
    deliveries.length = 0
    shop.paypal.addFault({ call: 'capture', kind: 'hang' })
    const paying = buyer.put(`/api/orders/${id}/pay`, { id: paypalId })
    // The event about the approval may arrive late.
    await expect
      .poll(() => deliveries.some(({ delivery }) => delivery.body.includes('PAYMENT.CAPTURE.COMPLETED')))
      .toBe(true)
    // Without a pause: no time passes for the shop.
    await processDeliveries(1)
    expect((await read()).state).toBe('paid')
    expect((await paying).body).toMatchObject({ state: 'paid', isPaid: true })
  })

  test('about a capture finds its order by the link, or by the capture, if PayPal leaves out the related ids', async () => {
    shop.paypal.webhooks.hold()
    paypalId = await approve(shop, buyer, id)
    // The answer is lost, and the shop does not know the capture.
    shop.paypal.addFault({ call: 'capture', kind: 'drop', times: 3 })
    await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })
    expect((await read()).state).toBe('capturing')
    const { capture } = (await shop.shop.providers.payments.getPayment(paypalId))!
    const href = `https://api-m.paypal.com/v2/checkout/orders/${paypalId}`
    const bare = { id: capture!.id, status: 'COMPLETED' }
    for (const resource of [{ ...bare, links: [{ rel: 'up', href, method: 'GET' }] }, bare]) {
      await shop.db
        .updateTable('payments')
        .set({ updated_at: '2026-01-01' })
        .where('order_id', '=', id)
        .execute()
      const delivery = shop.paypal.webhooks.compose('PAYMENT.CAPTURE.COMPLETED', 'capture', resource)
      expect(await deliverTo(shop, delivery)).toBe(200)
      await processEvents(shop.shop)
      expect((await read()).state).toBe('paid')
    }
    expect(await eventStates()).toEqual(['PAYMENT.CAPTURE.COMPLETED done', 'PAYMENT.CAPTURE.COMPLETED done'])
    await shop.paypal.webhooks.release('reversed')
    await processDeliveries(2)
  })

  test('about no payment of the shop is stored as stray', async () => {
    const resource = { id: 'NOBODYKNOWS', custom_id: 'somebody-elses-order' }
    const delivery = shop.paypal.webhooks.compose('PAYMENT.CAPTURE.COMPLETED', 'capture', resource)
    expect(await deliverTo(shop, delivery)).toBe(200)
    const changed = await changedBy(shop.db, () => processEvents(shop.shop))
    expect(changed).toEqual(['paypal_events'])
    expect(await eventStates()).toEqual(['PAYMENT.CAPTURE.COMPLETED stray'])
  })

  test('is retried while PayPal is unavailable', async () => {
    await payOrder()
    await processDeliveries(2)
    shop.paypal.refundAtPaypal(paypalId, 300)
    await expect.poll(() => deliveries.length).toBe(3)
    shop.paypal.addFault({ call: 'get', kind: 'error', times: 3 })
    await processEvents(shop.shop)
    expect((await read()).refunds).toEqual([])
    shop.clock.advance(2 * MINUTE)
    await processEvents(shop.shop)
    expect((await read()).refunds).toHaveLength(1)
  })
})

test('without a configured webhook the endpoint is 404, and changes at PayPal are found within a day', async () => {
  const silent = await openShop({
    providers: (real) => ({ ...real, payments: { ...real.payments, receivesEvents: false } }),
  })
  try {
    const caller = await signedIn(silent)
    const order = await placed(caller, [{ _id: await silent.sell(), qty: 1 }])
    const payment = await approve(silent, caller, order)
    await caller.put(`/api/orders/${order}/pay`, { id: payment })
    const answer = await silent.visitor().post('/api/paypal/webhook', {})
    expect(answer.status).toBe(404)
    await rereadPayments(silent.shop)
    silent.paypal.refundAtPaypal(payment, 250)
    await rereadPayments(silent.shop)
    expect((await caller.get(`/api/orders/${order}`)).body.refunds).toEqual([])
    silent.clock.advance(DAY + MINUTE)
    await rereadPayments(silent.shop)
    const again = await signedIn(silent, { isAdmin: true })
    expect((await again.get(`/api/orders/${order}`)).body.refunds).toMatchObject([{ amount: 2.5 }])
    expect(await violations(silent.db)).toEqual([])
  } finally {
    await silent.close()
  }
})

test('the webhooks of a paid order change nothing, and cause no further call to PayPal', async () => {
  await pay(shop, buyer, id)
  const before = await read()
  await expect.poll(() => deliveries.length).toBe(2)
  const { calls } = shop.paypal.traffic
  shop.clock.advance(2 * MINUTE)
  await processEvents(shop.shop)
  expect(shop.paypal.traffic.calls).toBe(calls)
  expect(await read()).toEqual(before)
  expect(await eventStates()).toEqual(['CHECKOUT.ORDER.APPROVED done', 'PAYMENT.CAPTURE.COMPLETED done'])
})

test('an event about another capture than the recorded one is read at PayPal', async () => {
  await payOrder()
  await expect.poll(() => deliveries.length).toBe(2)
  shop.clock.advance(2 * MINUTE)
  await processEvents(shop.shop)
  const resource = { id: 'ANOTHER1', supplementary_data: { related_ids: { order_id: paypalId } } }
  await deliverTo(shop, shop.paypal.webhooks.compose('PAYMENT.CAPTURE.COMPLETED', 'capture', resource))
  const { calls } = shop.paypal.traffic
  await processEvents(shop.shop)
  expect(shop.paypal.traffic.calls).toBe(calls + 1)
})
