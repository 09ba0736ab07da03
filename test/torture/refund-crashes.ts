/** The server crashes during a refund; after the next start, the refund must be completed exactly once. */
import { randomUUID } from 'node:crypto'
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import { inconsistencies, inconsistenciesWhileOpen } from './consistency.ts'
import { openPayment, payOrder, placeOrder, purchase } from './buying.ts'
import { caller, until, type Caller } from './caller.ts'
import { crashing, expectNoResponse, RECOVERY_LIMIT_S, withSite, type Site } from './crash.ts'
import { readPaypalJournal } from './paypal-journal.ts'
import { OWNER } from './running-shop.ts'
import { watchOrder } from './watch-order.ts'

/** Less than half of the order, so that PayPal would accept a second refund. */
const AMOUNT = 5

/** Crashes at `point` and restarts. Returns one sentence per violation. */
export async function crashDuringRefund(site: Site, point: CrashPoint): Promise<string[]> {
  const { place, buyer, bag } = site
  const bought = purchase([{ _id: bag, qty: 2 }])
  const request = { amount: AMOUNT, reason: 'A crash', stock: [{ _id: bag, qty: 1 }] }
  const headers = { 'idempotency-key': randomUUID() }
  const owner = caller('')
  const refund = () => owner.post(`/api/orders/${bought.order}/refund`, request, headers)
  const before = await crashing(site, point, async (shop) => {
    const count = await stockOf(buyer, bag)
    await placeOrder(buyer, bought)
    await openPayment(buyer, bought)
    await payOrder(buyer, bought)
    owner.origin = shop.origin
    await owner.post('/api/users/auth', OWNER)
    await refund().catch(expectNoResponse)
    return count
  })
  const afterCrash = await inconsistencies(place)
  return withSite(site, async (shop) => {
    owner.origin = shop.origin
    const stopWatching = watchOrder(buyer, bought.order!, place.dataDir)
    // Waits without any action.
    const { body: refunded } = await until(
      () => buyer.get(`/api/orders/${bought.order}`),
      ({ body }) => body.refunds?.[0]?.state === 'completed',
      RECOVERY_LIMIT_S,
    )
    const state: string = refunded.refunds?.[0]?.state ?? 'missing'
    site.recoveredAfter.push(shop.age())
    const again = await refund()
    const after = await buyer.get(`/api/orders/${bought.order}`)
    const left = await stockOf(buyer, bag)
    const contradictions = await stopWatching()
    const completed = readPaypalJournal(place.dataDir).refunds.get(bought.order!) ?? new Map<string, number>()
    return [
      ...afterCrash,
      ...contradictions,
      ...(await inconsistenciesWhileOpen(place)),
      ...(state === 'completed' ? [] : [`The refund is ${state} instead of completed`]),
      ...(again.status === 200 ? [] : [`The repeated refund returned ${again.status} ${again.text}`]),
      ...(after.body.refunds.length === 1 ? [] : [`There are ${after.body.refunds.length} refunds`]),
      ...(completed.size === 1 ? [] : [`PayPal completed ${completed.size} refunds`]),
      ...(left === before - 1 ? [] : [`${left} bags are left of ${before}`]),
    ].map((line) => `${point}: ${line}`)
  })
}

async function stockOf(buyer: Caller, bag: string): Promise<number> {
  const { body } = await buyer.get(`/api/products/${bag}`)
  return body.countInStock
}
