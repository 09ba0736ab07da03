/** The clock of a machine was a day ahead for a minute: what was stored then stops nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { approve, bought, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { sweepLimits } from '../limits/limits.ts'
import { compareDaily } from '#server/payments/payments-check/compare.ts'
import { readComparison } from '#server/payments/payments-check/findings.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { processEvents } from '#server/payments/events/events.ts'
import { reconcile } from '#server/payments/events/reconcile.ts'
import { sendTracking } from '#server/payments/events/tracking.ts'
import { updateParcels } from '#server/shipping/labels/parcels.ts'
import { DAY, HOUR, MINUTE } from '../time/clock.ts'

let shop: TestShop
let owner: SignedInVisitor
let buyer: SignedInVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, { isAdmin: true })
  buyer = await signedIn(shop)
  bean = await shop.sell({ stock: 100 })
})
afterAll(() => shop.close())

/** Runs `work` while the clock is a day ahead. */
async function aDayAhead<T>(work: () => Promise<T>): Promise<T> {
  shop.clock.advance(DAY)
  try {
    return await work()
  } finally {
    shop.clock.advance(-DAY)
  }
}

const tomorrow = () => new Date(shop.clock.now().getTime() + DAY).toISOString()

const stateOf = async (id: string) => (await buyer.get(`/api/orders/${id}`)).body.state

test('a payment that was approved then is captured within two minutes', async () => {
  const id = await aDayAhead(async () => {
    const order = await placed(buyer, [{ _id: bean, qty: 1 }])
    await approve(shop, buyer, order)
    return order
  })
  shop.clock.advance(2 * MINUTE)
  await reconcile(shop.shop)
  expect(await stateOf(id)).toBe('paid')
})

test('the hold of an order that was placed then ends after half an hour, not after a day', async () => {
  const id = await aDayAhead(() => placed(buyer, [{ _id: bean, qty: 1 }]))
  await expireOrders(shop.shop)
  expect(await stateOf(id)).toBe('pending')
  shop.clock.advance(29 * MINUTE)
  await expireOrders(shop.shop)
  expect(await stateOf(id)).toBe('pending')
  shop.clock.advance(2 * MINUTE)
  await expireOrders(shop.shop)
  expect(await stateOf(id)).toBe('expired')
})

test('a payment whose capture was interrupted then is finished within two minutes', async () => {
  const id = await placed(buyer, [{ _id: bean, qty: 1 }])
  await approve(shop, buyer, id)
  await shop.db
    .updateTable('payments')
    .set({ state: 'capture_started', capture_request_id: `capture-${id}`, updated_at: tomorrow() })
    .where('order_id', '=', id)
    .execute()
  await shop.db.updateTable('orders').set({ state: 'capturing' }).where('id', '=', id).execute()
  await reconcile(shop.shop)
  shop.clock.advance(2 * MINUTE)
  await reconcile(shop.shop)
  expect(await stateOf(id)).toBe('paid')
})

test('money that arrives after its order was closed then is found at once', async () => {
  const id = await placed(buyer, [{ _id: bean, qty: 1 }])
  const paypalId = await approve(shop, buyer, id)
  expect((await buyer.delete(`/api/orders/${id}`)).status).toBe(200)
  await shop.shop.providers.payments.capturePayment(paypalId, `capture-${id}`)
  await shop.db
    .updateTable('payments')
    .set({ state: 'failed', capture_request_id: `capture-${id}`, updated_at: tomorrow() })
    .where('order_id', '=', id)
    .execute()
  await reconcile(shop.shop)
  const payment = await shop.db
    .selectFrom('payments')
    .select('state')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(payment.state).toBe('refund_due')
})

test('an event of PayPal and a tracking number that failed then are tried again at once', async () => {
  const { id } = await bought(shop, buyer, [{ _id: bean, qty: 1 }])
  await owner.put(`/api/orders/${id}/ship`, { trackingNumber: '9400111', trackingUrl: '' })
  const at = new Date(shop.clock.now().getTime() + DAY + HOUR).toISOString()
  await shop.db.updateTable('tracking_reports').set({ next_at: at, attempts: 3 }).execute()
  await shop.db
    .insertInto('paypal_events')
    .values({
      id: 'WH-1',
      event_type: 'CHECKOUT.ORDER.APPROVED',
      about: '{}',
      state: 'waiting',
      attempts: 3,
      next_at: at,
      problem: null,
      received_at: at,
    })
    .execute()
  await sendTracking(shop.shop)
  await processEvents(shop.shop)
  const reports = await shop.db.selectFrom('tracking_reports').select('state').execute()
  expect(reports).toEqual([{ state: 'sent' }])
  const events = await shop.db.selectFrom('paypal_events').select('state').where('id', '=', 'WH-1').execute()
  expect(events).toEqual([{ state: 'stray' }])
})

test('a parcel that was checked then is checked again', async () => {
  const { id } = await bought(shop, buyer, [{ _id: bean, qty: 1 }])
  expect((await owner.post('/api/shippo', { orderId: id })).status).toBe(200)
  const next_look_at = new Date(shop.clock.now().getTime() + DAY + 3 * HOUR).toISOString()
  await shop.db.updateTable('labels').set({ next_look_at }).where('order_id', '=', id).execute()
  await updateParcels(shop.shop)
  const label = await shop.db
    .selectFrom('labels')
    .select('next_look_at')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  expect(label.next_look_at! < next_look_at).toBe(true)
})

test('a comparison with PayPal that was made then does not delay the next one', async () => {
  await aDayAhead(() => compareDaily(shop.shop))
  await compareDaily(shop.shop)
  expect((await readComparison(shop.db))!.at < tomorrow()).toBe(true)
})

test('a proof of the password that was given then is not valid for a day', async () => {
  const at = tomorrow()
  await shop.db.updateTable('sessions').set({ auth_at: at }).where('user_id', '=', owner.id).execute()
  const { status, body } = await owner.get('/api/users/export')
  expect([status, body.code]).toEqual([403, 'proof'])
})

test.runIf(onPostgres)('a count of a rate limit that was made then ends with the next cleaning', async () => {
  const now = shop.clock.now().getTime()
  const counts = [
    { key: 'guess:ahead', points: 5, expire: now + DAY + 15 * MINUTE },
    { key: 'guess:now', points: 5, expire: now + 14 * MINUTE },
    { key: 'order:now', points: 5, expire: now + DAY },
  ]
  await shop.db.insertInto('rate_limits').values(counts).execute()
  await sweepLimits(shop.shop)
  const left = await shop.db.selectFrom('rate_limits').select('key').orderBy('key').execute()
  expect(left.map(({ key }) => key)).toEqual(['guess:now', 'order:now'])
})

test('a tracking number keeps its attempts while PayPal does not answer for forty hours, and is sent then', async () => {
  const { id } = await bought(shop, buyer, [{ _id: bean, qty: 1 }])
  await owner.put(`/api/orders/${id}/ship`, { trackingNumber: '9400222', trackingUrl: '' })
  const report = () =>
    shop.db
      .selectFrom('tracking_reports')
      .select(['state', 'attempts'])
      .where('order_id', '=', id)
      .executeTakeFirst()
  shop.paypal.addFault({ call: 'track', kind: 'error', times: Infinity })
  for (let hours = 0; hours < 40; hours++) {
    await sendTracking(shop.shop)
    shop.clock.advance(HOUR)
  }
  expect(await report()).toEqual({ state: 'waiting', attempts: 0 })
  shop.paypal.clearFaults()
  await sendTracking(shop.shop)
  expect((await report())?.state).toBe('sent')
})

test('the hold of an order that was placed ten minutes ahead ends after half an hour, however often it is checked', async () => {
  shop.clock.advance(10 * MINUTE)
  const id = await placed(buyer, [{ _id: bean, qty: 1 }])
  shop.clock.advance(-10 * MINUTE)
  for (let minute = 0; minute < 30; minute++) {
    await expireOrders(shop.shop)
    expect([minute, await stateOf(id)]).toEqual([minute, 'pending'])
    shop.clock.advance(MINUTE)
  }
  shop.clock.advance(1)
  await expireOrders(shop.shop)
  expect(await stateOf(id)).toBe('expired')
})
