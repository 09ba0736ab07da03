/** The server crashes during the charge of a saved payment method; after the next start, it must be charged exactly once. */
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { newPayment } from '#server/payments/capture/start-payment.ts'
import { systemClock } from '#server/kernel/time/clock.ts'
import { placeOrder, purchase, settled, type Purchase } from './buying.ts'
import { choose, type Caller } from './caller.ts'
import { inconsistencies, inconsistenciesWhileOpen, withDatabase } from './consistency.ts'
import { RECOVERY_LIMIT_S, stopSite, withSite, type Site } from './crash.ts'
import { readPaypalJournal } from './paypal-journal.ts'
import { crashAtStart } from './running-shop.ts'
import { insert, rowOf } from '../table-rows.ts'

/**
 * Commits the intent to charge an order, as a job of a killed shop does, and lets the next start crash at `point` while
 * it charges. Returns one sentence per violation after the start that follows.
 */
export async function crashDuringCharge(site: Site, point: CrashPoint): Promise<string[]> {
  const { place, buyer, bag } = site
  const bought = purchase([{ _id: bag, qty: 2 }])
  const method = await withSite(site, async () => {
    await placeOrder(buyer, bought)
    return savePaypal(buyer)
  })
  await stopSite(site)
  await withDatabase(place, (db) => commitIntent(db, bought.order!, method))
  const signal = await crashAtStart(place, { ...site.env, CRASH_AT: point })
  if (signal !== 'SIGKILL') throw new Error(`The shop did not crash at ${point}: ${signal}`)
  const afterCrash = await inconsistencies(place)
  return withSite(site, async (shop) => {
    const state = await paid(buyer, bought)
    site.recoveredAfter.push(shop.age())
    const { captures, payments } = readPaypalJournal(place.dataDir)
    return [
      ...afterCrash,
      ...(await inconsistenciesWhileOpen(place)),
      ...(state === 'paid' ? [] : [`The order is ${state} instead of paid`]),
      ...(captures.get(bought.order!)?.size === 1 ? [] : ['It was not charged exactly once']),
      ...(payments.get(bought.order!)?.size === 1 ? [] : ['PayPal does not have exactly one payment']),
    ].map((line) => `${point}: ${line}`)
  })
}

async function savePaypal(buyer: Caller): Promise<string> {
  const { body } = await buyer.post('/api/paymentmethods/setup')
  await choose(buyer, body.setupToken, 'approve')
  const saved = await buyer.post('/api/paymentmethods', { setupToken: body.setupToken })
  if (saved.status !== 200) throw new Error(`Not saved: ${saved.text}`)
  return saved.body._id
}

async function commitIntent(db: Db, orderId: string, methodId: string): Promise<void> {
  const order = await rowOf(db, 'orders', orderId)
  const payment = newPayment({ clock: systemClock }, order, 1)
  await db.updateTable('orders').set({ state: 'capturing' }).where('id', '=', orderId).execute()
  await insert(db, 'payments', {
    ...payment,
    state: 'capture_started',
    capture_request_id: payment.create_request_id,
    payment_method_id: methodId,
  })
}

async function paid(buyer: Caller, bought: Purchase): Promise<string> {
  const { body } = await settled(buyer, bought, RECOVERY_LIMIT_S * 1000)
  return body.state
}
