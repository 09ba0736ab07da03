/** The server dies around the purchase of a label; the next start finds it at Shippo, or knows that there is none. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { CrashPoint } from '#server/crash.ts'
import { openIt, payIt, placeIt, purchase } from './buying.ts'
import { caller, type Caller } from './caller.ts'
import { atShop, deathOf, expectNoAnswer } from './death.ts'
import { OWNER, type Place, type RunningShop } from './running-shop.ts'

type Site = { place: Place; buyer: Caller; bag: string; env?: Record<string, string> }

/** What the specification of crash safety gives a shop to come to rest. */
const PATIENCE = 60_000

/** Answers a sentence per broken promise. */
export async function dieLabelling(
  { place, buyer, bag, env = {} }: Site,
  point: CrashPoint,
): Promise<string[]> {
  const bought = purchase([{ _id: bag, qty: 1 }])
  await atShop(place, { ...env, CRASH_AT: point }, async (shop) => {
    buyer.origin = shop.origin
    await placeIt(buyer, bought)
    await openIt(buyer, bought)
    await payIt(buyer, bought)
    const owner = await ownerAt(shop)
    await owner.post('/api/shippo', { orderId: bought.order, ship: true }).catch(expectNoAnswer)
    await deathOf(shop, point)
  })
  const order = bought.order!
  return atShop(place, env, async (shop) => {
    const owner = await ownerAt(shop)
    const wrong: string[] = []
    const first = await owner.get(`/api/orders/${order}/label`)
    if (first.body.label?.state !== 'buying' && first.body.label?.state !== 'bought')
      wrong.push(`After the start the label is ${first.body.label?.state}`)
    const state = await settled(owner, order)
    const wanted = point === 'after-label-answer' ? 'bought' : 'failed'
    if (state !== wanted) wrong.push(`The label is ${state} instead of ${wanted}`)
    await owner.post('/api/shippo', { orderId: order, ship: true })
    const { body } = await owner.get(`/api/orders/${order}`)
    if (body.state !== 'shipped') wrong.push(`In the end the order is ${body.state}`)
    const sold = soldFor(place.dataDir, order)
    if (sold !== 1) wrong.push(`Labels sold: ${sold}`)
    return wrong.map((line) => `${point}: ${line}`)
  })
}

async function ownerAt(shop: RunningShop): Promise<Caller> {
  const owner = caller(shop.origin)
  await owner.post('/api/users/auth', OWNER)
  return owner
}

/** Nobody does anything but look. */
async function settled(owner: Caller, order: string): Promise<string> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const { body } = await owner.get(`/api/orders/${order}/label`)
    if (body.label.state !== 'buying' || performance.now() > until) return body.label.state
    await pause(250)
  }
}

/** What "Shippo" knows: ids of the labels it has sold for an order. */
function soldFor(dataDir: string, order: string): number {
  const file = join(dataDir, 'shippo-sandbox.jsonl')
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const sold = text.split('\n').flatMap((line) => {
    try {
      const { id, metadata } = JSON.parse(line) as { id: string; metadata: string }
      return metadata.startsWith(`${order} `) ? [id] : []
    } catch {
      return []
    }
  })
  return new Set(sold).size
}
