/** The server dies while it gives money back; the next start must finish it, once. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashPoint } from '#server/crash-points.ts'
import { wrongInBooks } from './books.ts'
import { openIt, payIt, placeIt, purchase } from './buying.ts'
import { caller, type Caller } from './caller.ts'
import type { Site } from './crash-points.ts'
import { atShop as atPlace, deathOf, expectNoAnswer } from './death.ts'
import { readPaypalJournal } from './journal.ts'
import { OWNER, type RunningShop } from './running-shop.ts'
import { watchOrder } from './truth.ts'

/** Less than half of the order, so that a second refund would go through at PayPal. */
const AMOUNT = 5

/** One death and one resurrection. Answers a sentence per broken promise. */
export async function dieRefunding(site: Site, point: CrashPoint): Promise<string[]> {
  const { place, buyer, bag } = site
  const bought = purchase([{ _id: bag, qty: 2 }])
  const wish = { amount: AMOUNT, reason: 'A crash', stock: [{ _id: bag, qty: 1 }] }
  const headers = { 'idempotency-key': randomUUID() }
  const owner = caller('')
  const refund = () => owner.post(`/api/orders/${bought.order}/refund`, wish, headers)
  const before = await atShop(site, { CRASH_AT: point }, async (shop) => {
    const count = await stockOf(buyer, bag)
    await placeIt(buyer, bought)
    await openIt(buyer, bought)
    await payIt(buyer, bought)
    owner.origin = shop.origin
    await owner.post('/api/users/auth', OWNER)
    await refund().catch(expectNoAnswer)
    await deathOf(shop, point)
    return count
  })
  const dead = await wrongInBooks(place)
  return atShop(site, {}, async (shop) => {
    owner.origin = shop.origin
    const stopWatching = watchOrder(buyer, bought.order!, place.dataDir)
    const told = await untilRefunded(buyer, bought.order!)
    site.restedAfter.push(shop.age())
    const again = await refund()
    const after = await buyer.get(`/api/orders/${bought.order}`)
    const left = await stockOf(buyer, bag)
    const untrue = await stopWatching()
    await shop.kill()
    const back = readPaypalJournal(place.dataDir).refunds.get(bought.order!) ?? new Map<string, number>()
    return [
      ...dead,
      ...untrue,
      ...(await wrongInBooks(place)),
      ...(told === 'completed' ? [] : [`The refund is ${told} instead of completed`]),
      ...(again.status === 200 ? [] : [`The repeated refund answered ${again.status} ${again.text}`]),
      ...(after.body.refunds.length === 1 ? [] : [`There are ${after.body.refunds.length} refunds`]),
      ...(back.size === 1 ? [] : [`PayPal gave back ${back.size} times`]),
      ...(left === before - 1 ? [] : [`${left} bags are left of ${before}`]),
    ].map((line) => `${point}: ${line}`)
  })
}

/** The state of the order's only refund once it is no longer open; nobody does anything but look. */
async function untilRefunded(buyer: Caller, order: string): Promise<string> {
  for (let look = 0; ; look++) {
    const { body } = await buyer.get(`/api/orders/${order}`)
    const state: string = body.refunds?.[0]?.state ?? 'nowhere'
    if (state === 'completed' || look > 2500) return state
    await pause(20)
  }
}

async function atShop<T>(site: Site, env: Record<string, string>, visit: (shop: RunningShop) => Promise<T>) {
  return atPlace(site.place, { ...site.env, ...env }, (shop) => {
    site.buyer.origin = shop.origin
    return visit(shop)
  })
}

async function stockOf(buyer: Caller, bag: string): Promise<number> {
  const { body } = await buyer.get(`/api/products/${bag}`)
  return body.countInStock
}
