/** A shop under load is killed repeatedly; its buyers record everything that was acknowledged, and check it later. */
import { setTimeout as pause } from 'node:timers/promises'
import { inconsistencies, withDatabase } from './consistency.ts'
import {
  cancelOrder,
  newBuyer,
  openPayment,
  ownerAt,
  payOrder,
  placeOrder,
  purchase,
  restock,
  settled,
  type Purchase,
} from './buying.ts'
import { NoResponse, type Caller } from './caller.ts'
import { checkSales, sellUntilKilled, type Teller } from './counter-sales.ts'
import { readPaypalJournal } from './paypal-journal.ts'
import { killAtStart, startShop, type Place, type RunningShop } from './running-shop.ts'

const BUYERS = 20
const TELLERS = 3
/** Short enough that unpaid orders expire within a campaign. */
const LOAD = { HOLD_MINUTES: '0.1' }

export type Campaign = { violations: string[]; note: string }

type Shopper = {
  buyer: Caller
  /** All purchases of this buyer; the last may be unfinished. */
  purchases: Purchase[]
  /** How many of the purchases are finished and were compared with the shop. */
  checked: number
}

type CampaignState = { place: Place; shoppers: Shopper[]; tellers: Teller[]; bags: string[]; wrong: string[] }

/** Kills the shop `kills` times under load and checks it after each kill. */
export async function killCampaign(place: Place, kills: number): Promise<Campaign> {
  const campaign = await openShop(place)
  let slowest = 0
  for (let kill = 0; kill < kills; kill++) {
    // Some are killed before they are ready, since a start can be interrupted too.
    if (kill % 5 === 4) await killAtStart(place, LOAD, Math.random() * 800)
    const shop = await startShop(place, LOAD)
    slowest = Math.max(slowest, shop.readyAfter)
    const shopping = Promise.all([
      ...campaign.shoppers.map((shopper) => shopUntilKilled(campaign, shopper, shop)),
      ...campaign.tellers.map(async (teller) => {
        campaign.wrong.push(...(await sellUntilKilled(teller, shop.origin, () => randomCart(campaign.bags))))
      }),
    ])
    await pause(150 + Math.random() * 1200)
    await shop.kill()
    await shopping
    campaign.wrong.push(...(await inconsistencies(place)).map((line) => `After kill ${kill + 1}: ${line}`))
  }
  const last = await startShop(place, LOAD)
  slowest = Math.max(slowest, last.readyAfter)
  await Promise.all(campaign.shoppers.map((shopper) => checkAll(campaign, shopper, last)))
  for (const teller of campaign.tellers) campaign.wrong.push(...(await checkSales(teller, last.origin)))
  await last.kill()
  campaign.wrong.push(...(await inconsistencies(place)), ...(await unknownOrders(campaign)))
  return { violations: campaign.wrong, note: summary(campaign, slowest) }
}

async function openShop(place: Place): Promise<CampaignState> {
  const shop = await startShop(place, LOAD)
  // Two products with a large stock, and one that sells out.
  const bags = await restock(shop.origin, [100_000, 100_000, 40])
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newBuyer(shop.origin)))
  const staff = await Promise.all(Array.from({ length: TELLERS }, () => ownerAt(shop.origin)))
  await shop.kill()
  const shoppers = buyers.map((buyer) => ({ buyer, purchases: [], checked: 0 }))
  return { place, bags, wrong: [], shoppers, tellers: staff.map((each) => ({ staff: each, sales: [] })) }
}

/** Finishes the interrupted purchase, checks the previous ones, and buys until the shop is killed. */
async function shopUntilKilled(
  campaign: CampaignState,
  shopper: Shopper,
  { origin }: RunningShop,
): Promise<void> {
  shopper.buyer.origin = origin
  try {
    const unfinished = shopper.purchases.at(-1)
    if (unfinished) await continuePurchase(shopper.buyer, unfinished)
    await check(campaign, shopper, shopper.checked)
    for (;;) {
      const next = purchase(randomCart(campaign.bags))
      shopper.purchases.push(next)
      await continuePurchase(shopper.buyer, next)
    }
  } catch (error) {
    if (!(error instanceof NoResponse)) campaign.wrong.push((error as Error).stack ?? String(error))
  }
}

/** Finishes the last purchase and checks all purchases. */
async function checkAll(campaign: CampaignState, shopper: Shopper, { origin }: RunningShop): Promise<void> {
  shopper.buyer.origin = origin
  try {
    const unfinished = shopper.purchases.at(-1)
    if (unfinished) await continuePurchase(shopper.buyer, unfinished)
    await check(campaign, shopper, 0)
  } catch (error) {
    campaign.wrong.push((error as Error).stack ?? String(error))
  }
}

function randomCart([one = '', other = '', scarce = '']: string[]) {
  const random = Math.random()
  if (random < 0.1) return [{ _id: scarce, qty: 1 }]
  // Half of the carts have the reverse order, so that the row locks of two orders could deadlock.
  const pair = random < 0.55 ? [one, other] : [other, one]
  return pair.map((_id) => ({ _id, qty: 1 + Math.floor(Math.random() * 3) }))
}

/** Continues a purchase. The first digit of its key decides whether it is abandoned, canceled or paid. */
async function continuePurchase(buyer: Caller, bought: Purchase): Promise<void> {
  const kind = Number.parseInt(bought.key[0]!, 16)
  await placeOrder(buyer, bought)
  if (kind === 0) return
  if (kind === 1 && !bought.isOver) return cancelOrder(buyer, bought)
  await openPayment(buyer, bought)
  await payOrder(buyer, bought)
}

/** Compares the orders in the shop with what was acknowledged. */
async function check(campaign: CampaignState, shopper: Shopper, from: number): Promise<void> {
  const { captures } = readPaypalJournal(campaign.place.dataDir)
  for (const [index, acknowledged] of shopper.purchases.entries()) {
    if (index < from || !acknowledged.order) continue
    const { status, body, text } = await settled(shopper.buyer, acknowledged)
    const report = (what: string) =>
      campaign.wrong.push(`${what}: ${JSON.stringify(acknowledged)} is now ${status} ${text}`)
    if (status !== 200) report('An acknowledged order is lost')
    else if (body.totalPrice !== acknowledged.total) report('An order changed its total')
    else if (acknowledged.paidAt && body.paidAt !== acknowledged.paidAt)
      report('An acknowledged payment is lost')
    else if (acknowledged.isCanceled && !['cancelled', 'expired'].includes(body.state))
      report('A cancel is lost')
    else if (captures.has(acknowledged.order) && !body.isPaid) report('An unpaid order was captured')
  }
  shopper.checked = shopper.purchases.length
}

/** Orders that were not acknowledged to any buyer, such as a second order for a repeated key. */
async function unknownOrders({ place, shoppers, tellers }: CampaignState): Promise<string[]> {
  const acknowledged = new Set([
    ...shoppers.flatMap(({ purchases }) => purchases.map(({ order }) => order)),
    ...tellers.flatMap(({ sales }) => sales.map(({ order }) => order)),
  ])
  const rows = await withDatabase(place, (db) => db.selectFrom('orders').select('id').execute())
  return rows.filter(({ id }) => !acknowledged.has(id)).map(({ id }) => `Order ${id} was not acknowledged`)
}

function summary({ shoppers, tellers }: CampaignState, slowest: number): string {
  const all = shoppers.flatMap(({ purchases }) => purchases)
  const orders = all.filter(({ order }) => order).length
  const paid = all.filter(({ paidAt }) => paidAt).length
  const sales = tellers.flatMap((teller) => teller.sales).filter(({ order }) => order).length
  return `${orders} orders, ${paid} payments and ${sales} sales at the counter acknowledged, slowest start ${slowest.toFixed(1)} s`
}
