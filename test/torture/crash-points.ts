/** The server dies at a named point of a purchase or a save; the next start must heal it, whoever comes back to it. */
import { randomUUID } from 'node:crypto'
import { CRASH_POINTS, type CrashPoint } from '#server/crash-points.ts'
import {
  newBuyer,
  openIt,
  ownerAt,
  payIt,
  placeIt,
  purchase,
  restock,
  settled,
  type Purchase,
} from './buying.ts'
import { wrongInBooks } from './books.ts'
import { caller, type Caller } from './caller.ts'
import { atShop as atPlace, deathOf, expectNoAnswer, REST_WITHIN } from './death.ts'
import { readPaypalJournal } from './journal.ts'
import { dieHanging } from './pictures/hang-menus.ts'
import { dieLabelling } from './label-deaths.ts'
import { dieRefunding } from './refunding.ts'
import { deathAtStart, startShop, type Place, type RunningShop } from './running-shop.ts'
import { watchOrder } from './truth.ts'

export { CRASH_POINTS }

export type Site = {
  place: Place
  buyer: Caller
  bag: string
  /** Seconds from each start after a death until nothing was open any more. */
  restedAfter: number[]
  /** What every start of its server is told besides. */
  env?: Record<string, string>
}

/** A shop with a buyer and enough bags, closed for the moment. */
export async function openSite(place: Place): Promise<Site> {
  const shop = await startShop(place)
  const [bag = ''] = await restock(shop.origin, [10_000])
  const buyer = await newBuyer(shop.origin)
  await shop.kill()
  return { place, buyer, bag, restedAfter: [] }
}

/** One death and one resurrection. Answers a sentence per broken promise. */
export async function crashOnce(site: Site, point: CrashPoint): Promise<string[]> {
  const before = site.restedAfter.length
  const wrong = await dieOnce(site, point)
  const late = site.restedAfter.slice(before).filter((seconds) => seconds > REST_WITHIN)
  return [...wrong, ...late.map((seconds) => `${point}: at rest only after ${seconds.toFixed(1)} s`)]
}

async function dieOnce(site: Site, point: CrashPoint): Promise<string[]> {
  try {
    if (point === 'within-expiry') return await dieExpiring(site)
    if (point.startsWith('after-refund-')) return await dieRefunding(site, point)
    if (point === 'after-picture-files' || point === 'within-menu-change')
      return await dieHanging(site, point)
    if (/^after-(label|void)-/.test(point)) return await dieLabelling(site, point)
    return point === 'within-product-save' ? await dieSaving(site) : await dieBuying(site, point)
  } catch (error) {
    return [`${point}: ${(error as Error).stack ?? String(error)}`]
  }
}

async function dieBuying(site: Site, point: CrashPoint): Promise<string[]> {
  const { place, buyer, bag } = site
  const bought = purchase([{ _id: bag, qty: 2 }])
  const before = await atShop(site, { CRASH_AT: point }, async (shop) => {
    const count = await stockOf(buyer, bag)
    await placeIt(buyer, bought)
      .then(() => openIt(buyer, bought))
      .then(() => payIt(buyer, bought))
      .catch(expectNoAnswer)
    await deathOf(shop, point)
    return count
  })
  const dead = await wrongInBooks(place)
  return atShop(site, {}, async (shop) => {
    const healed = await heal(site, point, bought, shop)
    const left = await stockOf(buyer, bag)
    await shop.kill()
    return [
      ...[...dead, ...healed, ...(await wrongInBooks(place))].map((line) => `${point}: ${line}`),
      ...(left === before - 2 ? [] : [`${point}: ${left} bags are left of ${before}`]),
    ]
  })
}

/** What the buyer finds on coming back, and whether the purchase can be brought to its end. */
async function heal(
  { place, buyer, restedAfter }: Site,
  point: CrashPoint,
  bought: Purchase,
  shop: RunningShop,
): Promise<string[]> {
  const wrong: string[] = []
  const { body: mine } = await buyer.get('/api/orders/mine')
  const found = mine.orders[0]
  const isTaken = ['after-capture-intent', 'after-capture-answer', 'after-paid-commit'].includes(point)
  const known: string = bought.order ?? found._id
  bought.order = known
  const stopWatching = watchOrder(buyer, known, place.dataDir)
  // Nobody does anything but look: the shop heals by itself, and never invites to pay again meanwhile.
  if (isTaken && found.state === 'pending') wrong.push('The order looks unpaid while its money is taken')
  const seen = await settled(buyer, bought, REST_WITHIN * 1000)
  restedAfter.push(shop.age())
  const state = isTaken ? 'paid' : 'pending'
  if (seen.body.state !== state) wrong.push(`The order is ${seen.body.state} instead of ${state}`)

  bought.order = null
  await placeIt(buyer, bought)
  if (bought.order !== known) wrong.push(`The repeated order is ${bought.order}, not ${known}`)
  await openIt(buyer, bought)
  await payIt(buyer, bought)
  const after = await buyer.get(`/api/orders/${known}`)
  if (!after.body.isPaid || after.body.paymentState !== 'completed') wrong.push(`In the end: ${after.text}`)
  if (isTaken && after.body.paidAt !== seen.body.paidAt) wrong.push('It was paid a second time')

  wrong.push(...(await stopWatching()))
  const { captures, payments } = readPaypalJournal(place.dataDir)
  if (captures.get(known)?.size !== 1) wrong.push(`Captures: ${captures.get(known)?.size ?? 0}`)
  if (payments.get(known)?.size !== 1) wrong.push(`Payments at PayPal: ${payments.get(known)?.size ?? 0}`)
  return wrong
}

async function dieExpiring(site: Site): Promise<string[]> {
  const { place, buyer, bag } = site
  const bought = purchase([{ _id: bag, qty: 3 }])
  const before = await atShop(site, { HOLD_MINUTES: '0.001' }, async () => {
    const count = await stockOf(buyer, bag)
    await placeIt(buyer, bought)
    return count
  })
  const signal = await deathAtStart(place, { ...site.env, CRASH_AT: 'within-expiry' })
  if (signal !== 'SIGKILL') throw new Error(`The shop did not die at within-expiry: ${signal}`)
  const dead = await wrongInBooks(place)
  return atShop(site, {}, async (shop) => {
    const state = await expired(buyer, bought)
    site.restedAfter.push(shop.age())
    const left = await stockOf(buyer, bag)
    await shop.kill()
    return [
      ...dead,
      ...(await wrongInBooks(place)),
      ...(state === 'expired' ? [] : [`The order is ${state} instead of expired`]),
      ...(left === before ? [] : [`${left} bags are left of ${before}`]),
    ].map((line) => `within-expiry: ${line}`)
  })
}

/** A visitor sees all of a save or nothing of it, and the owner can save again. */
async function dieSaving({ place, ...site }: Site): Promise<string[]> {
  const save = { price: 21.5, image: '', countInStock: 77, description: 'New from top to bottom.', size: 500 }
  const edit = { ...save, name: `Saved ${randomUUID()}`, category: 'Coffee Beans', origin: 'Yemen' }
  const seen = async (shop: RunningShop) => {
    const { body } = await caller(shop.origin).get(`/api/products/${site.bag}`)
    return JSON.stringify([
      body.name,
      body.price,
      body.countInStock,
      body.description,
      body.size,
      body.version,
    ])
  }
  const before = await atShop({ place, ...site }, { CRASH_AT: 'within-product-save' }, async (shop) => {
    const owner = await ownerAt(shop.origin)
    const whole = await seen(shop)
    await owner.put(`/api/products/${site.bag}`, edit).catch(expectNoAnswer)
    await deathOf(shop, 'within-product-save')
    return whole
  })
  const dead = await wrongInBooks(place)
  return atShop({ place, ...site }, {}, async (shop) => {
    const owner = await ownerAt(shop.origin)
    const after = await seen(shop)
    const again = await owner.put(`/api/products/${site.bag}`, edit)
    const wanted = { ...edit, version: again.body.version }
    const { name, price, countInStock, description, size, version } = wanted
    const whole = JSON.stringify([name, price, countInStock, description, size, version])
    const saved = await seen(shop)
    await shop.kill()
    return [
      ...dead,
      ...(await wrongInBooks(place)),
      ...(after === before ? [] : [`Visitors see ${after} instead of ${before}`]),
      ...(again.status === 200 ? [] : [`Saving again answered ${again.status} ${again.text}`]),
      ...(saved === whole ? [] : [`Visitors see ${saved} instead of ${whole}`]),
    ].map((line) => `within-product-save: ${line}`)
  })
}

async function expired(buyer: Caller, { order }: Purchase): Promise<string> {
  for (let look = 0; ; look++) {
    const { body } = await buyer.get(`/api/orders/${order}`)
    if (body.state !== 'pending' || look > 2500) return body.state
    await new Promise((resolve) => setTimeout(resolve, 20))
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
