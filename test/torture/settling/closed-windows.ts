/** Buyers approve and close PayPal's window, no webhook arrives, and the shop is killed: each is charged exactly once. */
import { inconsistencies } from '../consistency.ts'
import { openPayment, placeOrder, purchase, type Purchase } from '../buying.ts'
import { choose, until } from '../caller.ts'
import { readPaypalJournal } from '../paypal-journal.ts'
import { killAtStart, type Place } from '../running-shop.ts'
import { killDuring, CONTROLLED, openSite, withShop, type Site } from './shop.ts'

const BUYERS = 4
/** The shop checks a payment one minute after it was opened, and then every minute. */
const WITHOUT_RESTART_S = 150

/** Kills the shop `trials` times with open windows; then one round without a kill. */
export async function closedWindowCampaign(place: Place, trials: number) {
  const site = await openSite(place)
  for (let trial = 0; trial < trials; trial++) await killWithWindows(site, trial)
  const seconds = await chargeWithoutRestart(site)
  return { violations: site.violations, note: `without a restart charged after ${seconds.toFixed(0)} s` }
}

async function killWithWindows(site: Site, trial: number): Promise<void> {
  const { place, buyer, bag, violations } = site
  const report = (what: string) => violations.push(`Closed windows ${trial + 1}: ${what}`)
  const carts = Array.from({ length: BUYERS }, () => purchase([{ _id: bag, qty: 1 }]))
  const approved = new Set<Purchase>()
  const approve = async (cart: Purchase) => {
    await choose(buyer, cart.payment!, 'approve')
    approved.add(cart)
  }
  await withShop(site, async (shop) => {
    for (const cart of carts) {
      await placeOrder(buyer, cart)
      await openPayment(buyer, cart)
    }
    await approve(carts[0]!)
    await killDuring(shop, 60, async () => {
      // The last buyer never approves.
      for (const cart of carts.slice(1, -1)) await approve(cart)
    })
  })
  // Some are killed again during the start, while they charge.
  if (trial % 2 === 1) await killAtStart(place, CONTROLLED, 300 + Math.random() * 900)
  await withShop(site, async (shop) => {
    for (const cart of carts) {
      const isApproved = approved.has(cart)
      const seen = await until(
        () => buyer.get(`/api/orders/${cart.order}`),
        ({ body }) => body.isPaid || (!isApproved && body.state === 'pending'),
      )
      if (isApproved && !seen.body.isPaid) report(`approved, and ${seen.body.state}`)
    }
    await shop.kill()
  })
  const { captures } = readPaypalJournal(place.dataDir)
  for (const { order } of approved) {
    const count = captures.get(order!)?.size ?? 0
    if (count !== 1) report(`order ${order} was captured ${count} times`)
  }
  if (captures.has(carts.at(-1)!.order!)) report('a buyer who did not approve was charged')
  for (const line of await inconsistencies(place)) report(line)
}

/** Returns the seconds until the buyer was charged. */
async function chargeWithoutRestart(site: Site): Promise<number> {
  const { buyer, bag, violations } = site
  const cart = purchase([{ _id: bag, qty: 1 }])
  return withShop(site, async () => {
    await placeOrder(buyer, cart)
    await openPayment(buyer, cart)
    await choose(buyer, cart.payment!, 'approve')
    const start = performance.now()
    const { body } = await until(
      () => buyer.get(`/api/orders/${cart.order}`),
      (answer) => answer.body.isPaid,
      WITHOUT_RESTART_S,
    )
    if (!body.isPaid)
      violations.push(`Without a restart the order is ${body.state} after ${WITHOUT_RESTART_S} s`)
    return (performance.now() - start) / 1000
  })
}
