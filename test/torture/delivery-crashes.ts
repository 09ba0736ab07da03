/** The server crashes while it makes or charges a delivery of a subscription; the delivery must be made and charged once. */
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { SUBSCRIBING_DEFAULTS } from '#shared/platform/settings/subscribing.ts'
import { agreementOf } from '#shared/checkout/subscription-terms.ts'
import { orderBody } from '../purchase.ts'
import { openPayment, ownerAt, payOrder, purchase, Unexpected } from './buying.ts'
import { until, type Caller } from './caller.ts'
import { inconsistencies, inconsistenciesWhileOpen, withDatabase } from './consistency.ts'
import { RECOVERY_LIMIT_S, stopSite, withSite, type Site } from './crash.ts'
import { readPaypalJournal } from './paypal-journal.ts'
import { crashAtStart, type RunningShop } from './running-shop.ts'

/**
 * Subscribes, makes the second delivery due, and lets the next start crash at `point` while it works on it. Returns one
 * sentence per violation after the start that follows.
 */
export async function crashDuringDelivery(site: Site, point: CrashPoint): Promise<string[]> {
  const { place, buyer } = site
  const id = await withSite(site, (shop) => subscribe(site, shop))
  await stopSite(site)
  await withDatabase(place, (db) => makeDue(db, id))
  const signal = await crashAtStart(place, { ...site.env, CRASH_AT: point })
  if (signal !== 'SIGKILL') throw new Error(`The shop did not crash at ${point}: ${signal}`)
  const afterCrash = await inconsistencies(place)
  // As if the claim of the killed shop had expired.
  await withDatabase(place, (db) => expireClaim(db, id))
  return withSite(site, async (shop) => {
    const made = await madeOf(buyer, id)
    site.recoveredAfter.push(shop.age())
    const { captures } = readPaypalJournal(place.dataDir)
    const charged = made.map(({ order }) => captures.get(order?._id ?? '')?.size ?? 0)
    return [
      ...afterCrash,
      ...(await inconsistenciesWhileOpen(place)),
      ...(made.length === 2 ? [] : [`There are ${made.length} deliveries instead of 2`]),
      ...(charged.every((count) => count === 1)
        ? []
        : [`The deliveries were charged ${charged.join(', ')} times`]),
    ].map((line) => `${point}: ${line}`)
  })
}

async function subscribe({ buyer, bag }: Site, shop: RunningShop): Promise<string> {
  await offer(await ownerAt(shop.origin))
  const orderItems = [{ _id: bag, qty: 1, subscribe: { weeks: 8 as const } }]
  const bought = purchase(orderItems)
  const terms = await buyer.post('/api/subscriptions/terms', { orderItems })
  if (terms.status !== 200) throw new Unexpected('The terms', terms)
  const body = { ...(await orderBody(buyer, orderItems)), consent: agreementOf(terms.body) }
  const placed = await buyer.post('/api/orders', body, { 'idempotency-key': bought.key })
  if (placed.status !== 201) throw new Unexpected('Subscribing', placed)
  bought.order = placed.body._id
  await openPayment(buyer, bought)
  await payOrder(buyer, bought)
  return started(buyer)
}

async function offer(owner: Caller): Promise<void> {
  const { body } = await owner.get('/api/settings/subscribing')
  const edit = { ...SUBSCRIBING_DEFAULTS, isOffered: true, version: body.version }
  const saved = body.isOffered ? null : await owner.put('/api/settings/subscribing', edit)
  if (saved && saved.status !== 200) throw new Unexpected('Offering subscriptions', saved)
}

/** Waits until the newest subscription has started. */
async function started(buyer: Caller): Promise<string> {
  const { body } = await until(
    () => buyer.get('/api/subscriptions/mine'),
    (answer) => answer.body.subscriptions[0]?.status === 'active',
    40,
  )
  const [newest] = body.subscriptions
  if (newest?.status !== 'active') throw new Error('The subscription did not start within 40 s')
  return newest._id
}

/** The second delivery is announced, and its day was yesterday. */
async function makeDue(db: Db, id: string): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  await db
    .updateTable('subscriptions')
    .set({ next_on: yesterday.slice(0, 10), charge_after: yesterday })
    .where('id', '=', id)
    .execute()
  // The next start runs the job at once.
  await db.deleteFrom('job_runs').execute()
}

async function expireClaim(db: Db, id: string): Promise<void> {
  const past = new Date(Date.now() - 60_000).toISOString()
  await db
    .updateTable('subscription_deliveries')
    .set({ next_at: past })
    .where('subscription_id', '=', id)
    .where('next_at', 'is not', null)
    .execute()
  await db.deleteFrom('job_runs').execute()
}

type Made = { state: string; order: { _id: string } | null }

/** Waits until all deliveries are paid. */
async function madeOf(buyer: Caller, id: string): Promise<Made[]> {
  const isMade = (made: Made[]) => made.length > 1 && made.every(({ state }) => state === 'paid')
  const { body } = await until(
    () => buyer.get(`/api/subscriptions/${id}`),
    (answer) => isMade(answer.body.deliveries),
    RECOVERY_LIMIT_S,
  )
  return body.deliveries
}
