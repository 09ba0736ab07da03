/** The server dies around a label that is bought or given back; the next start brings it to its end, once. */
import { setTimeout as pause } from 'node:timers/promises'
import { HOUR } from '#server/time/clock.ts'
import type { CrashPoint } from '#server/crash-points.ts'
import { connectBeside } from '#server/db/connect.ts'
import { wrongInBooks } from './books.ts'
import { openIt, ownerAt, payIt, placeIt, purchase } from './buying.ts'
import type { Caller } from './caller.ts'
import type { Site } from './crash-points.ts'
import { atShop, deathOf, expectNoAnswer, REST_WITHIN } from './death.ts'
import { soldFor } from './labels-sold.ts'
import type { RunningShop } from './running-shop.ts'
import { watchOrder } from './truth.ts'

/** Answers a sentence per broken promise. */
export async function dieLabelling(site: Site, point: CrashPoint): Promise<string[]> {
  const isVoided = point.startsWith('after-void-')
  const order = await die(site, point, isVoided)
  const dead = await wrongInBooks(site.place)
  return atShop(site.place, site.env ?? {}, async (shop) => {
    site.buyer.origin = shop.origin
    const owner = await ownerAt(shop.origin)
    const stopWatching = watchOrder(site.buyer, order, site.place.dataDir)
    const healed = isVoided
      ? await healVoid(site, shop, owner, order)
      : await healPurchase(site, shop, owner, order, point)
    const untrue = await stopWatching()
    await shop.kill()
    return [...dead, ...healed, ...untrue, ...(await wrongInBooks(site.place))].map(
      (line) => `${point}: ${line}`,
    )
  })
}

/** A paid order, and a death on the way of its label. Answers its id. */
async function die(
  { place, buyer, bag, env = {} }: Site,
  point: CrashPoint,
  isVoided: boolean,
): Promise<string> {
  const bought = purchase([{ _id: bag, qty: 1 }])
  await atShop(place, { ...env, CRASH_AT: point }, async (shop) => {
    buyer.origin = shop.origin
    await placeIt(buyer, bought)
    await openIt(buyer, bought)
    await payIt(buyer, bought)
    const owner = await ownerAt(shop.origin)
    const buying = owner.post('/api/shippo', { orderId: bought.order, ship: true })
    if (isVoided) await buying
    else await buying.catch(expectNoAnswer)
    if (isVoided) await owner.post(`/api/orders/${bought.order}/label/void`).catch(expectNoAnswer)
    await deathOf(shop, point)
  })
  return bought.order!
}

async function healPurchase(
  site: Site,
  shop: RunningShop,
  owner: Caller,
  order: string,
  point: CrashPoint,
): Promise<string[]> {
  const wrong: string[] = []
  const { dataDir } = site.place
  const isAsked = point !== 'after-label-intent'
  const wanted = isAsked ? 'bought' : 'failed'
  const first = await stateOf(owner, order)
  // A slow start may have come to its end before we look.
  if (first !== 'buying' && first !== wanted) wrong.push(`After the start the label is ${first}`)
  // Nobody does anything but look.
  const state = await until(shop, async () => {
    const now = await stateOf(owner, order)
    return now === 'buying' ? null : now
  })
  site.restedAfter.push(shop.age())
  if (state !== wanted) wrong.push(`The label is ${state} instead of ${wanted}`)
  if (soldFor(dataDir, order).length !== (isAsked ? 1 : 0)) wrong.push('It is not what Shippo has sold')
  await owner.post('/api/shippo', { orderId: order, ship: true })
  const { body } = await owner.get(`/api/orders/${order}`)
  if (body.state !== 'shipped') wrong.push(`In the end the order is ${body.state}`)
  const sold = soldFor(dataDir, order).length
  if (sold !== 1) wrong.push(`Labels sold: ${sold}`)
  const file = await owner.get(`/api/orders/${order}/label.pdf`)
  if (file.status !== 200 || !file.text.startsWith('%PDF')) wrong.push(`Printing it answered ${file.status}`)
  return wrong
}

/** The desk says that it is being given back from the first moment; Shippo must hear of it, and once. */
async function healVoid(site: Site, shop: RunningShop, owner: Caller, order: string): Promise<string[]> {
  const wrong: string[] = []
  const { place } = site
  const isAtRest = await until(shop, async () => {
    const state = await stateOf(owner, order)
    if (state !== 'voiding') wrong.push(`The label is ${state} instead of voiding`)
    const isDone = soldFor(place.dataDir, order)[0]?.isGivenBack && (await isAskedSeldom(site, order))
    return isDone || wrong.length > 0 ? true : null
  })
  site.restedAfter.push(shop.age())
  if (!isAtRest) wrong.push(`Shippo has not heard of it after ${REST_WITHIN} s`)
  const again = await owner.post(`/api/orders/${order}/label/void`)
  if (again.status !== 200) wrong.push(`Giving it back again answered ${again.status} ${again.text}`)
  const { body } = await site.buyer.get(`/api/orders/${order}`)
  if (body.state !== 'paid') wrong.push(`The order is ${body.state}, and its label was given back`)
  if (body.tracking) wrong.push('The buyer is still told the number of a label that was given back')
  return wrong
}

/** Once the carrier has it, its decision is asked for every few hours, not every few seconds. */
async function isAskedSeldom({ place }: Site, order: string): Promise<boolean> {
  const { db, close } = await connectBeside(place)
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

/** Looks four times a second until there is an answer; null when there is none in time. */
async function until<T>(shop: RunningShop, look: () => Promise<T | null>): Promise<T | null> {
  for (;;) {
    const seen = await look()
    if (seen !== null || shop.age() > REST_WITHIN) return seen
    await pause(250)
  }
}

async function stateOf(owner: Caller, order: string): Promise<string | undefined> {
  const { body } = await owner.get(`/api/orders/${order}/label`)
  return body.label?.state
}
