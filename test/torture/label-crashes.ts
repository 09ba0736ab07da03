/** The server crashes while a label is bought or voided; after the next start, this must be finished exactly once. */
import { setTimeout as pause } from 'node:timers/promises'
import { HOUR } from '#server/kernel/time/clock.ts'
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import { connectForCommand } from '#server/kernel/db/connect.ts'
import { inconsistencies, inconsistenciesWhileOpen } from './consistency.ts'
import { openPayment, ownerAt, payOrder, placeOrder, purchase } from './buying.ts'
import type { Caller } from './caller.ts'
import { crashing, expectNoResponse, RECOVERY_LIMIT_S, withSite, type Site } from './crash.ts'
import { soldLabels } from './shippo-journal.ts'
import type { RunningShop } from './running-shop.ts'
import { watchOrder } from './watch-order.ts'

/** Crashes at `point` and restarts. Returns one sentence per violation. */
export async function crashDuringLabel(site: Site, point: CrashPoint): Promise<string[]> {
  const isVoided = point.startsWith('after-void-')
  const order = await crashWithLabel(site, point, isVoided)
  const afterCrash = await inconsistencies(site.place)
  return withSite(site, async (shop) => {
    const owner = await ownerAt(shop.origin)
    const stopWatching = watchOrder(site.buyer, order, site.place.dataDir)
    const wrong = isVoided
      ? await checkVoid(site, shop, owner, order)
      : await checkPurchase(site, shop, owner, order, point)
    const contradictions = await stopWatching()
    return [...afterCrash, ...wrong, ...contradictions, ...(await inconsistenciesWhileOpen(site.place))].map(
      (line) => `${point}: ${line}`,
    )
  })
}

/** Pays an order and crashes while its label is bought or voided. Returns the order's id. */
async function crashWithLabel(site: Site, point: CrashPoint, isVoided: boolean): Promise<string> {
  const { buyer, bag } = site
  const bought = purchase([{ _id: bag, qty: 1 }])
  await crashing(site, point, async (shop) => {
    await placeOrder(buyer, bought)
    await openPayment(buyer, bought)
    await payOrder(buyer, bought)
    const owner = await ownerAt(shop.origin)
    const buying = owner.post('/api/shippo', { orderId: bought.order, ship: true })
    if (isVoided) await buying
    else await buying.catch(expectNoResponse)
    if (isVoided) await owner.post(`/api/orders/${bought.order}/label/void`).catch(expectNoResponse)
  })
  return bought.order!
}

/** Checks that the label is in the correct state after the restart, and that the order can be shipped with one label. */
async function checkPurchase(
  site: Site,
  shop: RunningShop,
  owner: Caller,
  order: string,
  point: CrashPoint,
): Promise<string[]> {
  const wrong: string[] = []
  const { dataDir } = site.place
  const isSold = point !== 'after-label-intent'
  const wanted = isSold ? 'bought' : 'failed'
  const first = await stateOf(owner, order)
  // The start may have finished the label before the first request.
  if (first !== 'buying' && first !== wanted) wrong.push(`After the start the label is ${first}`)
  // Wait without any action.
  const state = await until(shop, async () => {
    const now = await stateOf(owner, order)
    return now === 'buying' ? null : now
  })
  site.recoveredAfter.push(shop.age())
  if (state !== wanted) wrong.push(`The label is ${state} instead of ${wanted}`)
  if (soldLabels(dataDir, order).length !== (isSold ? 1 : 0)) wrong.push('It is not what Shippo has sold')
  await owner.post('/api/shippo', { orderId: order, ship: true })
  const { body } = await owner.get(`/api/orders/${order}`)
  if (body.state !== 'shipped') wrong.push(`In the end the order is ${body.state}`)
  const sold = soldLabels(dataDir, order).length
  if (sold !== 1) wrong.push(`Labels sold: ${sold}`)
  const file = await owner.get(`/api/orders/${order}/label.pdf`)
  if (file.status !== 200 || !file.text.startsWith('%PDF')) wrong.push(`Printing it returned ${file.status}`)
  return wrong
}

/** Checks that the label is `voiding` right after the restart, and that Shippo gets exactly one refund request. */
async function checkVoid(site: Site, shop: RunningShop, owner: Caller, order: string): Promise<string[]> {
  const wrong: string[] = []
  const { place } = site
  const isRecovered = await until(shop, async () => {
    const state = await stateOf(owner, order)
    if (state !== 'voiding') wrong.push(`The label is ${state} instead of voiding`)
    const isDone = soldLabels(place.dataDir, order)[0]?.isVoided && (await isPolledRarely(site, order))
    return isDone || wrong.length > 0 ? true : null
  })
  site.recoveredAfter.push(shop.age())
  if (!isRecovered) wrong.push(`Shippo has no refund request after ${RECOVERY_LIMIT_S} s`)
  const again = await owner.post(`/api/orders/${order}/label/void`)
  if (again.status !== 200) wrong.push(`Voiding it again returned ${again.status} ${again.text}`)
  const { body } = await site.buyer.get(`/api/orders/${order}`)
  if (body.state !== 'paid') wrong.push(`The order is ${body.state}, and its label was voided`)
  if (body.tracking) wrong.push('The buyer still sees the tracking number of a voided label')
  return wrong
}

/** After the refund request, the shop checks the carrier's decision every few hours, not every few seconds. */
async function isPolledRarely({ place }: Site, order: string): Promise<boolean> {
  const { db, close } = await connectForCommand(place)
  try {
    const label = await db
      .selectFrom('labels')
      .select('next_look_at')
      .where('order_id', '=', order)
      .executeTakeFirstOrThrow()
    return Date.parse(label.next_look_at ?? '') > Date.now() + HOUR
  } finally {
    await close()
  }
}

/** Polls four times a second until `look` returns a value; null after the time limit. */
async function until<T>(shop: RunningShop, look: () => Promise<T | null>): Promise<T | null> {
  for (;;) {
    const seen = await look()
    if (seen !== null || shop.age() > RECOVERY_LIMIT_S) return seen
    await pause(250)
  }
}

async function stateOf(owner: Caller, order: string): Promise<string | undefined> {
  const { body } = await owner.get(`/api/orders/${order}/label`)
  return body.label?.state
}
