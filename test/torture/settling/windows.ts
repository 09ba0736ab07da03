/** Buyers approve and close PayPal's window, no webhook tells of it, and the shop dies: each is charged, once. */
import { wrongInBooks } from '../books.ts'
import { openIt, placeIt, purchase, type Purchase } from '../buying.ts'
import { choose } from '../caller.ts'
import { readPaypalJournal } from '../journal.ts'
import { killAtStart, type Place } from '../running-shop.ts'
import { during, killedDuring, OBEDIENT, openSite, until, type Site } from './shop.ts'

const BUYERS = 4
/** The shop asks a minute after the payment was opened, and then every minute. */
const WITHOUT_RESTART = 150

/** So many deaths with open windows, and one round in which the shop lives on. */
export async function windowCampaign(place: Place, trials: number) {
  const site = await openSite(place)
  for (let trial = 0; trial < trials; trial++) await dieWithWindows(site, trial)
  const seconds = await liveWithWindow(site)
  return { violations: site.violations, note: `without a restart charged after ${seconds.toFixed(0)} s` }
}

async function dieWithWindows(site: Site, trial: number): Promise<void> {
  const { place, buyer, bag, violations } = site
  const say = (what: string) => violations.push(`Closed windows ${trial + 1}: ${what}`)
  const carts = Array.from({ length: BUYERS }, () => purchase([{ _id: bag, qty: 1 }]))
  const approved = new Set<Purchase>()
  const approve = async (cart: Purchase) => {
    await choose(buyer, cart.payment!, 'approve')
    approved.add(cart)
  }
  await during(site, async (shop) => {
    for (const cart of carts) {
      await placeIt(buyer, cart)
      await openIt(buyer, cart)
    }
    await approve(carts[0]!)
    await killedDuring(shop, 60, async () => {
      // The last one never says yes.
      for (const cart of carts.slice(1, -1)) await approve(cart)
    })
  })
  // Some die again while they are charging.
  if (trial % 2 === 1) await killAtStart(place, OBEDIENT, 300 + Math.random() * 900)
  await during(site, async (shop) => {
    for (const cart of carts) {
      const isApproved = approved.has(cart)
      const seen = await until(
        () => buyer.get(`/api/orders/${cart.order}`),
        ({ body }) => body.isPaid || (!isApproved && body.state === 'pending'),
      )
      if (isApproved && !seen.body.isPaid) say(`approved, and ${seen.body.state}`)
    }
    await shop.kill()
  })
  const { captures } = readPaypalJournal(place.dataDir)
  for (const { order } of approved) {
    const count = captures.get(order!)?.size ?? 0
    if (count !== 1) say(`order ${order} was captured ${count} times`)
  }
  if (captures.has(carts.at(-1)!.order!)) say('who never approved was charged')
  for (const line of await wrongInBooks(place)) say(line)
}

/** Answers the seconds until the buyer was charged. */
async function liveWithWindow(site: Site): Promise<number> {
  const { buyer, bag, violations } = site
  const cart = purchase([{ _id: bag, qty: 1 }])
  return during(site, async () => {
    await placeIt(buyer, cart)
    await openIt(buyer, cart)
    await choose(buyer, cart.payment!, 'approve')
    const start = performance.now()
    const { body } = await until(
      () => buyer.get(`/api/orders/${cart.order}`),
      (answer) => answer.body.isPaid,
      WITHOUT_RESTART,
    )
    if (!body.isPaid)
      violations.push(`Without a restart the order is ${body.state} after ${WITHOUT_RESTART} s`)
    return (performance.now() - start) / 1000
  })
}
