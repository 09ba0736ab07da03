// On SQLite only: what PayPal reports later; the money that it moves is tested on both databases beside it.
/** Payments of deliveries that fail: retries, the pause after them, and what repairs them. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import type { NextCharges } from '#sandbox/paypal/vault-store.ts'
import { violations } from '#test/invariants.ts'
import { pay } from '#test/purchase.ts'
import { setRoastedToOrder } from '#test/roastery/green.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { PaymentUnavailable } from '#server/providers/providers.ts'
import { DAY, HOUR } from '#server/kernel/time/clock.ts'
import { renew } from './renew.ts'
import {
  deliveriesOf,
  endAll,
  passDays,
  mailsAbout,
  coffeeEvery,
  openSubscriptionShop,
  setNextCharges,
  tokenOf,
  subscribed,
} from './subscriptions.testing.ts'

const shop = await openSubscriptionShop({
  providers: (real) => ({
    ...real,
    payments: {
      ...real.payments,
      chargeSaved: async (request) => {
        if (fault === 'down') throw new PaymentUnavailable('PayPal is down')
        const seen = await real.payments.chargeSaved(request)
        if (fault === 'lost answer') throw new PaymentUnavailable('The answer was lost')
        return seen
      },
    },
  }),
})

let buyer: SignedInVisitor
let id: string
let fault: 'lost answer' | 'down' | null = null

afterEach(() => endAll(shop))
afterAll(() => shop.close())
beforeEach(async () => {
  fault = null
  shop.shop.circuits.payments.recordResponse()
  buyer = await signedIn(shop)
  id = (await subscribed(shop, buyer, await coffeeEvery(shop, 4))).id
})

const next = (choice: NextCharges) => setNextCharges(shop, id, choice)
const last = async () => (await deliveriesOf(shop, id)).at(-1)!
const failures = async () => (await mailsAbout(shop, id)).filter((kind) => kind === 'declined').length
const status = async () => (await buyer.get(`/api/subscriptions/${id}`)).body.status

/** Advances the clock until the second delivery is made. */
async function toSecond(): Promise<void> {
  for (let day = 0; day < 35 && (await last()).number === 1; day++) await passDays(shop, 1)
}

test('a declined charge is tried again on days 1, 3, 5 and 7, each with an email, and then the subscription is paused', async () => {
  await next('INSTRUMENT_DECLINED')
  await toSecond()
  const counts = [await failures()]
  for (let day = 1; day <= 8; day++) {
    await passDays(shop, 1)
    counts.push(await failures())
  }
  expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 4, 4])
  expect(await status()).toBe('failed')
  expect(await last()).toMatchObject({ state: 'unpaid', order_state: 'cancelled', attempts: 4 })
  expect((await mailsAbout(shop, id)).at(-1)).toBe('failed')
  await passDays(shop, 40)
  expect((await last()).number).toBe(2)
  await next('accept')
  const resumed = await buyer.post(`/api/subscriptions/${id}/resume`, {})
  expect(resumed.body.subscription).toMatchObject({ status: 'active', discount: 10 })
  await passDays(shop, 5)
  expect(await last()).toMatchObject({ number: 3, state: 'paid' })
  expect(await violations(shop.db)).toEqual([])
})

test('the buyer pays a declined delivery with the link, and the subscription continues', async () => {
  await next('INSTRUMENT_DECLINED')
  await toSecond()
  const { order_id: order } = await last()
  await next('accept')
  expect((await pay(shop, buyer, order!)).status).toBe(200)
  await passDays(shop, 1)
  expect(await last()).toMatchObject({ state: 'paid', attempts: 1 })
  expect(await status()).toBe('active')
})

test('a delivery that is paid days later is roasted later, with its capacity, and the next one is not too close', async () => {
  const lines = await coffeeEvery(shop, 1)
  await setRoastedToOrder(shop, lines[0]!._id, true)
  id = (await subscribed(shop, buyer, lines)).id
  await next('INSTRUMENT_DECLINED')
  await toSecond()
  const { order_id: order } = await last()
  const planned = await roastDaysOf(order!)
  await passDays(shop, 4)
  await next('accept')
  await passDays(shop, 1)
  expect(await last()).toMatchObject({ number: 2, state: 'paid' })
  const second = await roastDaysOf(order!)
  expect(second.order! > planned.order!).toBe(true)
  expect(second.booked).toEqual([second.order])
  for (let day = 0; day < 20 && (await last()).number === 2; day++) await passDays(shop, 1)
  const third = await roastDaysOf((await last()).order_id!)
  expect(Date.parse(third.order!) - Date.parse(second.order!)).toBeGreaterThanOrEqual(4 * DAY)
})

test('after a delivery that was roasted later than planned, a pause and its end bring no box close to it', async () => {
  id = (await subscribed(shop, buyer, await coffeeEvery(shop, 1))).id
  await next('INSTRUMENT_DECLINED')
  await toSecond()
  await passDays(shop, 4)
  await next('accept')
  await passDays(shop, 1)
  const { order_id: order, state } = await last()
  expect(state).toBe('paid')
  expect((await buyer.post(`/api/subscriptions/${id}/pause`, { until: null })).status).toBe(200)
  expect((await buyer.post(`/api/subscriptions/${id}/resume`, {})).status).toBe(200)
  const { next_on: planned } = await shop.db
    .selectFrom('subscriptions')
    .select('next_on')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { order: roasted } = await roastDaysOf(order!)
  expect(Date.parse(planned!) - Date.parse(roasted!)).toBeGreaterThanOrEqual(4 * DAY)
})

/** The roast day of an order, and the days whose capacity it takes. */
async function roastDaysOf(order: string) {
  const row = await shop.db
    .selectFrom('orders')
    .select('roasts_on')
    .where('id', '=', order)
    .executeTakeFirstOrThrow()
  const bookings = await shop.db
    .selectFrom('roast_bookings')
    .select('day')
    .where('order_id', '=', order)
    .execute()
  return { order: row.roasts_on, booked: bookings.map(({ day }) => day) }
}

test('after a payment method was removed at PayPal, the buyer is asked for another one, which is charged at once', async () => {
  shop.paypal.removeAtPaypal(await tokenOf(shop, id))
  await toSecond()
  expect(await last()).toMatchObject({ state: 'charging', order_state: 'pending' })
  expect(await mailsAbout(shop, id)).toContain('method')
  const other = await signedIn(shop)
  const foreign = await subscribed(shop, other, await coffeeEvery(shop, 8))
  const { paymentMethod } = (await other.get(`/api/subscriptions/${foreign.id}`)).body
  const refused = await buyer.put(`/api/subscriptions/${id}/method`, { paymentMethod: paymentMethod._id })
  expect(refused.status).toBe(400)
  await other.post(`/api/subscriptions/${foreign.id}/cancel`, {})
  // The method is the buyer's, as if it had just been saved.
  await shop.db
    .updateTable('payment_methods')
    .set({ user_id: buyer.id, buyer_email: buyer.email })
    .where('id', '=', paymentMethod._id)
    .execute()
  const changed = await buyer.put(`/api/subscriptions/${id}/method`, { paymentMethod: paymentMethod._id })
  expect(changed.body.message).toBe('Payment method changed. The payment is tried again now.')
  await renew(shop.shop)
  expect(await last()).toMatchObject({ state: 'paid', order_state: 'paid' })
})

test('a charge whose answer is lost is recovered, and the delivery is charged once', async () => {
  fault = 'lost answer'
  await toSecond()
  expect((await last()).order_state).toBe('capturing')
  fault = null
  shop.shop.circuits.payments.recordResponse()
  shop.clock.advance(HOUR)
  await reconcile(shop.shop)
  await renew(shop.shop)
  const { state, order_id: order } = await last()
  expect(state).toBe('paid')
  const payments = await shop.db
    .selectFrom('payments')
    .select('state')
    .where('order_id', '=', order!)
    .execute()
  expect(payments).toEqual([{ state: 'completed' }])
})

test('while PayPal is down no attempt is counted, and a payment under review is awaited', async () => {
  fault = 'down'
  await toSecond()
  expect(await last()).toMatchObject({ state: 'charging', attempts: 0 })
  fault = null
  shop.shop.circuits.payments.recordResponse()
  await next('pending')
  shop.clock.advance(HOUR)
  await reconcile(shop.shop)
  await renew(shop.shop)
  expect(await last()).toMatchObject({ state: 'charging', attempts: 0, order_state: 'capturing' })
  expect(await failures()).toBe(0)
})

test('after a cancellation nothing more is charged, not even a delivery whose payment failed', async () => {
  await next('INSTRUMENT_DECLINED')
  await toSecond()
  await next('accept')
  const canceled = await buyer.post(`/api/subscriptions/${id}/cancel`, { reason: 'taste' })
  expect(canceled.body.subscription).toMatchObject({ status: 'canceled', next: null })
  await passDays(shop, 9)
  expect(await last()).toMatchObject({ state: 'unpaid', order_state: 'cancelled' })
  expect((await buyer.post(`/api/subscriptions/${id}/resume`, {})).body.code).toBe('over')
})

test('two instances make and charge a delivery once', async () => {
  for (let day = 0; day < 40 && (await last()).number === 1; day++) {
    shop.clock.advance(24 * HOUR)
    await Promise.all([renew(shop.shop), renew(shop.shop), renew(shop.shop)])
  }
  await renew(shop.shop)
  expect(await last()).toMatchObject({ number: 2, state: 'paid' })
  const orders = await shop.db.selectFrom('orders').select('id').where('user_id', '=', buyer.id).execute()
  expect(orders).toHaveLength(2)
  expect(await violations(shop.db)).toEqual([])
})
