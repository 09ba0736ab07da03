/** The server crashes at a named point of a purchase or a save; after the next start, everything must be consistent. */
import { randomUUID } from 'node:crypto'
import { CRASH_POINTS, type CrashPoint } from '#server/kernel/crash-points.ts'
import {
  newBuyer,
  openPayment,
  ownerAt,
  payOrder,
  placeOrder,
  purchase,
  restock,
  sellGiftCard,
  settled,
  type Purchase,
} from './buying.ts'
import { inconsistencies, inconsistenciesWhileOpen } from './consistency.ts'
import { caller, until, type Caller } from './caller.ts'
import {
  crashing,
  expectNoResponse,
  RECOVERY_LIMIT_S,
  stopSite,
  withShop,
  withSite,
  type Site,
} from './crash.ts'
import { readPaypalJournal } from './paypal-journal.ts'
import { crashDuringMenuChange } from './pictures/replace-menus.ts'
import { crashDuringConnection } from './connection-crashes.ts'
import { crashDuringCharge } from './charge-crashes.ts'
import { crashDuringDelivery } from './delivery-crashes.ts'
import { crashDuringImport } from './import-crashes.ts'
import { crashDuringLabel } from './label-crashes.ts'
import { crashDuringRefund } from './refund-crashes.ts'
import { crashDuringRoastStep } from './roastery/crash.ts'
import { crashAtStart, type Place, type RunningShop } from './running-shop.ts'
import { watchOrder } from './watch-order.ts'

export { CRASH_POINTS }

/** Starts a shop with a buyer and a large stock. Ends with `stopSite`. */
export async function openSite(place: Place): Promise<Site> {
  const site: Site = { place, env: {}, buyer: caller(''), bag: '', recoveredAfter: [], running: null }
  await withSite(site, async ({ origin }) => {
    const [bag = ''] = await restock(origin, [10_000])
    Object.assign(site, { bag, buyer: await newBuyer(origin) })
  })
  return site
}

/** Crashes at `point` and restarts. Returns one sentence per violation. */
export async function crashOnce(site: Site, point: CrashPoint): Promise<string[]> {
  const before = site.recoveredAfter.length
  const wrong = await crashAt(site, point)
  const late = site.recoveredAfter.slice(before).filter((seconds) => seconds > RECOVERY_LIMIT_S)
  return [...wrong, ...late.map((seconds) => `${point}: recovered only after ${seconds.toFixed(1)} s`)]
}

async function crashAt(site: Site, point: CrashPoint): Promise<string[]> {
  try {
    if (point === 'within-expiry') return await crashDuringExpiry(site)
    if (point.startsWith('after-delivery-')) return await crashDuringDelivery(site, point)
    if (point.startsWith('after-charge-')) return await crashDuringCharge(site, point)
    if (point.startsWith('after-refund-')) return await crashDuringRefund(site, point)
    if (point === 'after-picture-files' || point === 'within-menu-change')
      return await crashDuringMenuChange(site, point)
    if (point === 'within-import' || point === 'after-import-batch')
      return await crashDuringImport(site, point)
    if (point.endsWith('-connection-commit')) return await crashDuringConnection(site, point)
    if (point.endsWith('-roast-step')) return await crashDuringRoastStep(site, point)
    if (/^after-(label|void)-/.test(point)) return await crashDuringLabel(site, point)
    return point === 'within-product-save'
      ? await crashDuringSave(site)
      : await crashDuringPurchase(site, point)
  } catch (error) {
    await stopSite(site)
    return [`${point}: ${(error as Error).stack ?? String(error)}`]
  }
}

async function crashDuringPurchase(site: Site, point: CrashPoint): Promise<string[]> {
  const { place, buyer, bag } = site
  const bought = purchase([{ _id: bag, qty: 2 }])
  const before = await crashing(site, point, async (shop) => {
    // A gift card pays a part: held with the order, taken with the capture.
    bought.giftCards = [await sellGiftCard(shop.origin, 5)]
    const count = await stockOf(buyer, bag)
    await placeOrder(buyer, bought)
      .then(() => openPayment(buyer, bought))
      .then(() => payOrder(buyer, bought))
      .catch(expectNoResponse)
    return count
  })
  const afterCrash = await inconsistencies(place)
  return withSite(site, async (shop) => {
    const wrong = await checkRecovery(site, point, bought, shop)
    const left = await stockOf(buyer, bag)
    return [
      ...[...afterCrash, ...wrong, ...(await inconsistenciesWhileOpen(place))].map(
        (line) => `${point}: ${line}`,
      ),
      ...(left === before - 2 ? [] : [`${point}: ${left} bags are left of ${before}`]),
    ]
  })
}

/** Checks what the buyer sees after the restart, and that the purchase can be finished. */
async function checkRecovery(
  { place, buyer, recoveredAfter }: Site,
  point: CrashPoint,
  bought: Purchase,
  shop: RunningShop,
): Promise<string[]> {
  const wrong: string[] = []
  const { body: mine } = await buyer.get('/api/orders/mine')
  const found = mine.orders[0]
  const isCaptured = ['after-capture-intent', 'after-capture-answer', 'after-paid-commit'].includes(point)
  const id: string = bought.order ?? found._id
  bought.order = id
  const stopWatching = watchOrder(buyer, id, place.dataDir)
  // Wait without any action: the shop recovers by itself, and must not offer to pay again.
  if (isCaptured && found.state === 'pending')
    wrong.push('The order is shown as unpaid although it was captured')
  const seen = await settled(buyer, bought, RECOVERY_LIMIT_S * 1000)
  recoveredAfter.push(shop.age())
  const state = isCaptured ? 'paid' : 'pending'
  if (seen.body.state !== state) wrong.push(`The order is ${seen.body.state} instead of ${state}`)

  bought.order = null
  await placeOrder(buyer, bought)
  if (bought.order !== id) wrong.push(`The repeated order is ${bought.order}, not ${id}`)
  await openPayment(buyer, bought)
  await payOrder(buyer, bought)
  const after = await buyer.get(`/api/orders/${id}`)
  if (!after.body.isPaid || after.body.paymentState !== 'completed') wrong.push(`In the end: ${after.text}`)
  if (isCaptured && after.body.paidAt !== seen.body.paidAt) wrong.push('It was paid a second time')

  wrong.push(...(await stopWatching()))
  const { captures, payments } = readPaypalJournal(place.dataDir)
  if (captures.get(id)?.size !== 1) wrong.push(`Captures: ${captures.get(id)?.size ?? 0}`)
  if (payments.get(id)?.size !== 1) wrong.push(`Payments at PayPal: ${payments.get(id)?.size ?? 0}`)
  return wrong
}

async function crashDuringExpiry(site: Site): Promise<string[]> {
  const { place, buyer, bag } = site
  const bought = purchase([{ _id: bag, qty: 3 }])
  await stopSite(site)
  const before = await withShop(place, { ...site.env, HOLD_MINUTES: '0.001' }, async (shop) => {
    buyer.origin = shop.origin
    bought.giftCards = [await sellGiftCard(shop.origin, 5)]
    const count = await stockOf(buyer, bag)
    await placeOrder(buyer, bought)
    return count
  })
  const signal = await crashAtStart(place, { ...site.env, CRASH_AT: 'within-expiry' })
  if (signal !== 'SIGKILL') throw new Error(`The shop did not crash at within-expiry: ${signal}`)
  const afterCrash = await inconsistencies(place)
  return withSite(site, async (shop) => {
    const { body } = await until(
      () => buyer.get(`/api/orders/${bought.order}`),
      (answer) => answer.body.state !== 'pending',
      RECOVERY_LIMIT_S,
    )
    site.recoveredAfter.push(shop.age())
    const left = await stockOf(buyer, bag)
    return [
      ...afterCrash,
      ...(await inconsistenciesWhileOpen(place)),
      ...(body.state === 'expired' ? [] : [`The order is ${body.state} instead of expired`]),
      ...(left === before ? [] : [`${left} bags are left of ${before}`]),
    ].map((line) => `within-expiry: ${line}`)
  })
}

/** Visitors must see all changes of a save or none, and the owner must be able to save again. */
async function crashDuringSave(site: Site): Promise<string[]> {
  const { place } = site
  const save = { price: 21.5, image: '', countInStock: 77, description: 'A new description.', size: 500 }
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
  const before = await crashing(site, 'within-product-save', async (shop) => {
    const owner = await ownerAt(shop.origin)
    const whole = await seen(shop)
    await owner.put(`/api/products/${site.bag}`, edit).catch(expectNoResponse)
    return whole
  })
  const afterCrash = await inconsistencies(place)
  return withSite(site, async (shop) => {
    const owner = await ownerAt(shop.origin)
    const after = await seen(shop)
    const again = await owner.put(`/api/products/${site.bag}`, edit)
    const wanted = { ...edit, version: again.body.version }
    const { name, price, countInStock, description, size, version } = wanted
    const whole = JSON.stringify([name, price, countInStock, description, size, version])
    const saved = await seen(shop)
    return [
      ...afterCrash,
      ...(await inconsistenciesWhileOpen(place)),
      ...(after === before ? [] : [`Visitors see ${after} instead of ${before}`]),
      ...(again.status === 200 ? [] : [`Saving again returned ${again.status} ${again.text}`]),
      ...(saved === whole ? [] : [`Visitors see ${saved} instead of ${whole}`]),
    ].map((line) => `within-product-save: ${line}`)
  })
}

async function stockOf(buyer: Caller, bag: string): Promise<number> {
  const { body } = await buyer.get(`/api/products/${bag}`)
  return body.countInStock
}
