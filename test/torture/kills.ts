/** A shop under load that is killed again and again; its buyers keep a ledger of everything they were told. */
import { setTimeout as pause } from 'node:timers/promises'
import { wrongInBooks, withDatabase } from './books.ts'
import {
  cancelIt,
  newBuyer,
  openIt,
  payIt,
  placeIt,
  purchase,
  restock,
  settled,
  type Purchase,
} from './buying.ts'
import { NoAnswer, type Caller } from './caller.ts'
import { readPaypalJournal } from './journal.ts'
import { killAtStart, startShop, type Place, type RunningShop } from './running-shop.ts'

const BUYERS = 20
/** Short enough that abandoned orders run out within a campaign. */
const LOAD = { HOLD_MINUTES: '0.1' }
const READY_WITHIN = 5

export type Campaign = { violations: string[]; note: string }

type Shopper = {
  buyer: Caller
  /** Everything this buyer was ever told; the last may be unfinished. */
  ledger: Purchase[]
  /** How many of the ledger were compared with the shop since they were finished. */
  checked: number
}

type Market = { place: Place; shoppers: Shopper[]; bags: string[]; wrong: string[] }

/** So many deaths under load, and what was wrong after any of them. */
export async function killCampaign(place: Place, kills: number): Promise<Campaign> {
  const market = await openMarket(place)
  let slowest = 0
  for (let kill = 0; kill < kills; kill++) {
    // Some die before they are ready: a start must be able to be interrupted too.
    if (kill % 5 === 4) await killAtStart(place, LOAD, Math.random() * 800)
    const shop = await startShop(place, LOAD)
    slowest = Math.max(slowest, shop.readyAfter)
    const trading = Promise.all(market.shoppers.map((shopper) => shopUntilDeath(market, shopper, shop)))
    await pause(150 + Math.random() * 1200)
    await shop.kill()
    await trading
    market.wrong.push(...(await wrongInBooks(place)).map((line) => `Dead for the ${kill + 1}. time: ${line}`))
  }
  const last = await startShop(place, LOAD)
  slowest = Math.max(slowest, last.readyAfter)
  await Promise.all(market.shoppers.map((shopper) => closeLedger(market, shopper, last)))
  await last.kill()
  market.wrong.push(...(await wrongInBooks(place)), ...(await strangers(market)))
  if (slowest > READY_WITHIN) market.wrong.push(`A start took ${slowest.toFixed(1)} s`)
  return { violations: market.wrong, note: summary(market, slowest) }
}

async function openMarket(place: Place): Promise<Market> {
  const shop = await startShop(place, LOAD)
  // Two with plenty, one that runs out.
  const bags = await restock(shop.origin, [100_000, 100_000, 40])
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newBuyer(shop.origin)))
  await shop.kill()
  return { place, bags, wrong: [], shoppers: buyers.map((buyer) => ({ buyer, ledger: [], checked: 0 })) }
}

/** Finishes what the last death interrupted, looks at what was told before, and buys on. */
async function shopUntilDeath(market: Market, shopper: Shopper, { origin }: RunningShop): Promise<void> {
  shopper.buyer.origin = origin
  try {
    const unfinished = shopper.ledger.at(-1)
    if (unfinished) await goOn(shopper.buyer, unfinished)
    await check(market, shopper, shopper.checked)
    for (;;) {
      const next = purchase(wishOf(market.bags))
      shopper.ledger.push(next)
      await goOn(shopper.buyer, next)
    }
  } catch (error) {
    if (!(error instanceof NoAnswer)) market.wrong.push((error as Error).stack ?? String(error))
  }
}

/** At the end everything is finished, and every promise ever made is looked at again. */
async function closeLedger(market: Market, shopper: Shopper, { origin }: RunningShop): Promise<void> {
  shopper.buyer.origin = origin
  try {
    const unfinished = shopper.ledger.at(-1)
    if (unfinished) await goOn(shopper.buyer, unfinished)
    await check(market, shopper, 0)
  } catch (error) {
    market.wrong.push((error as Error).stack ?? String(error))
  }
}

function wishOf([one = '', other = '', scarce = '']: string[]) {
  const dice = Math.random()
  if (dice < 0.1) return [{ _id: scarce, qty: 1 }]
  // Crossed on purpose: half of the buyers put the goods into the cart the other way round.
  const pair = dice < 0.55 ? [one, other] : [other, one]
  return pair.map((_id) => ({ _id, qty: 1 + Math.floor(Math.random() * 3) }))
}

/** The next steps of a purchase; what kind of buyer it is lies in its key, so that it stays the same one. */
async function goOn(buyer: Caller, bought: Purchase): Promise<void> {
  const kind = Number.parseInt(bought.key[0]!, 16)
  await placeIt(buyer, bought)
  if (kind === 0) return
  if (kind === 1 && !bought.isOver) return cancelIt(buyer, bought)
  await openIt(buyer, bought)
  await payIt(buyer, bought)
}

/** Compares the shop with what it said. */
async function check(market: Market, shopper: Shopper, from: number): Promise<void> {
  const { captures } = readPaypalJournal(market.place.dataDir)
  for (const [index, told] of shopper.ledger.entries()) {
    if (index < from || !told.order) continue
    const { status, body, text } = await settled(shopper.buyer, told)
    const say = (what: string) =>
      market.wrong.push(`${what}: ${JSON.stringify(told)} is now ${status} ${text}`)
    if (status !== 200) say('An acknowledged order is lost')
    else if (body.totalPrice !== told.total) say('An order changed its total')
    else if (told.paidAt && body.paidAt !== told.paidAt) say('An acknowledged payment is lost')
    else if (told.isCancelled && !['cancelled', 'expired'].includes(body.state)) say('A cancel is lost')
    else if (captures.has(told.order) && !body.isPaid) say('Money was taken for an unpaid order')
  }
  shopper.checked = shopper.ledger.length
}

/** Orders that no buyer was told of: the second of a repeated key, or one nobody asked for. */
async function strangers({ place, shoppers }: Market): Promise<string[]> {
  const told = new Set(shoppers.flatMap(({ ledger }) => ledger.map(({ order }) => order)))
  const rows = await withDatabase(place, (db) => db.selectFrom('orders').select('id').execute())
  return rows.filter(({ id }) => !told.has(id)).map(({ id }) => `Nobody was told of order ${id}`)
}

function summary({ shoppers }: Market, slowest: number): string {
  const all = shoppers.flatMap(({ ledger }) => ledger)
  const orders = all.filter(({ order }) => order).length
  const paid = all.filter(({ paidAt }) => paidAt).length
  return `${orders} orders and ${paid} payments acknowledged, slowest start ${slowest.toFixed(1)} s`
}
