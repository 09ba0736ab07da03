/**
 * PayPal throttles signature checks while forged webhooks pour in and buyers buy: every sale must go through, and every
 * real event must be acted on in the end. PayPal is a stand-in outside of the shop's process.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPaypalSandbox, type PaypalSandbox } from '#sandbox/paypal/paypal.ts'
import type { Delivery } from '#server/providers/refunds.ts'
import { wrongInBooks, withDatabase } from './books.ts'
import { newBuyer, openIt, placeIt, purchase, restock } from './buying.ts'
import type { Caller } from './caller.ts'
import { startShop, type Place } from './running-shop.ts'

const KEYS = { clientId: 'throttled', clientSecret: 'signature checks' }
const BUYERS = 4
const SALES_EACH = 3
const FORGERS = 3
/** Between two forged webhooks of one forger, in milliseconds: hundreds a second from all of them. */
const FORGED_EVERY = 10
/** PayPal sends an event again after minutes; we have less time. In milliseconds. */
const RESENT_EVERY = 500
/** The shop lets the checks rest for half a minute; after twice that a real event must have been taken. */
const TAKEN_WITHIN = 70_000

type Market = {
  origin: string
  paypal: PaypalSandbox
  /** Real events that the shop has not taken yet. */
  untaken: Delivery[]
  realIds: Set<string>
  forged: { sent: number; taken: number }
  wrong: string[]
}

/** @param trials how often PayPal begins to throttle, and stops again */
export async function throttledCampaign(
  place: Place,
  trials: number,
): Promise<{ violations: string[]; note: string }> {
  const market: Market = {
    origin: '',
    paypal: await startPaypalSandbox({
      ...KEYS,
      webhookId: 'THROTTLED1',
      // Where the books of a campaign look for what PayPal knows.
      stateFile: join(place.dataDir, 'paypal-sandbox.jsonl'),
    }),
    untaken: [],
    realIds: new Set(),
    forged: { sent: 0, taken: 0 },
    wrong: [],
  }
  const { paypal } = market
  paypal.webhooks.deliver = async (event) => {
    market.untaken.push(event)
    market.realIds.add(idOf(event))
    return 200
  }
  const shop = await startShop(place, {
    PAYPAL_CLIENT_ID: KEYS.clientId,
    PAYPAL_CLIENT_SECRET: KEYS.clientSecret,
    PAYPAL_ENV: 'sandbox',
    PAYPAL_API_BASE: paypal.apiBase,
    PAYPAL_MERCHANT_ID: paypal.merchantId,
    PAYPAL_WEBHOOK_ID: paypal.webhooks.id,
  })
  market.origin = shop.origin
  let sales = 0
  try {
    const [bag = ''] = await restock(shop.origin, [100_000])
    for (let trial = 0; trial < trials; trial++) sales += await throttle(market, bag)
  } finally {
    await shop.kill()
    await paypal.close()
  }
  const violations = [...market.wrong, ...(await wrongInBooks(place)), ...(await wrongEvents(place, market))]
  const { sent } = market.forged
  return {
    violations,
    note: `${sales} sales and ${market.realIds.size} real events under ${sent} forged ones`,
  }
}

/** One spell of 429s. Answers how many sales went through. */
async function throttle(market: Market, bag: string): Promise<number> {
  const stop = new AbortController()
  const { origin, paypal } = market
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newBuyer(origin)))
  paypal.misbehave({ call: 'verify', kind: 'busy', times: Infinity })
  const crowd = [
    ...Array.from({ length: FORGERS }, () => forge(market, stop.signal)),
    resend(market, stop.signal),
  ]
  // Until the checks are given up: from then on a shop with one circuit for everything would sell nothing.
  await pause(6000)
  const orders = (await Promise.all(buyers.map((buyer) => shopUnderFire(market, buyer, bag)))).flat()
  paypal.heal()
  await untilActedOn(market, orders)
  stop.abort()
  await Promise.all(crowd)
  return orders.length
}

type Sold = { buyer: Caller; order: string }

/** Buys, and has the money given back at PayPal's own site, of which only an event tells. */
async function shopUnderFire(market: Market, buyer: Caller, bag: string): Promise<Sold[]> {
  const sold: Sold[] = []
  for (let sale = 0; sale < SALES_EACH; sale++) {
    try {
      const bought = purchase([{ _id: bag, qty: 1 }])
      await placeIt(buyer, bought)
      await openIt(buyer, bought)
      if (!bought.payment) throw new Error(`The payment of order ${bought.order} could not be opened`)
      market.paypal.choose(bought.payment, 'approve')
      const answer = await buyer.put(`/api/orders/${bought.order}/pay`, { id: bought.payment })
      if (answer.status !== 200 || !answer.body.isPaid)
        throw new Error(`Paying answered ${answer.status} ${answer.text}`)
      market.paypal.refundAtPaypal(bought.payment)
      sold.push({ buyer, order: bought.order! })
    } catch (error) {
      market.wrong.push(`While signature checks were throttled: ${(error as Error).message}`)
    }
  }
  return sold
}

/** Posts events that have everything but PayPal's signature. */
async function forge(market: Market, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { headers, body } = market.paypal.webhooks.compose('PAYMENT.CAPTURE.REFUNDED', 'capture', {
      id: 'FORGED1',
    })
    const forged = { headers: { ...headers, 'paypal-transmission-sig': 'Zm9yZ2Vk' }, body }
    market.forged.sent += 1
    if ((await post(market, forged)) === 200) market.forged.taken += 1
    await pause(FORGED_EVERY)
  }
}

/** Sends every real event until the shop has taken it, as PayPal does. */
async function resend(market: Market, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const event of market.untaken.slice()) {
      if (signal.aborted) return
      if ((await post(market, event)) === 200) market.untaken.splice(market.untaken.indexOf(event), 1)
    }
    await pause(RESENT_EVERY)
  }
}

async function post({ origin }: Market, { headers, body }: Delivery): Promise<number> {
  const answer = await fetch(`${origin}/api/paypal/webhook`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
  })
  await answer.body?.cancel()
  return answer.status
}

async function untilActedOn(market: Market, orders: Sold[]): Promise<void> {
  const until = performance.now() + TAKEN_WITHIN
  for (const { buyer, order } of orders) {
    for (;;) {
      const { body } = await buyer.get(`/api/orders/${order}`)
      if (body.state === 'refunded') break
      if (performance.now() > until) {
        market.wrong.push(`Order ${order} was refunded at PayPal, and is ${body.state} here`)
        break
      }
      await pause(200)
    }
  }
}

/** What is written down of the events of a dead shop: the real ones, all done, and nothing forged. */
async function wrongEvents(place: Place, { realIds, forged, untaken }: Market): Promise<string[]> {
  const rows = await withDatabase(place, (db) =>
    db.selectFrom('paypal_events').select(['id', 'event_type', 'state']).execute(),
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  // Orders that were approved are captured by their buyers; the shop looks after them a minute later.
  const isOpen = (id: string) =>
    known.get(id)?.state !== 'done' && known.get(id)?.event_type !== 'CHECKOUT.ORDER.APPROVED'
  return [
    ...(forged.taken > 0 ? [`${forged.taken} forged events were taken`] : []),
    ...(untaken.length > 0 ? [`${untaken.length} real events were never taken`] : []),
    ...rows.filter(({ id }) => !realIds.has(id)).map(({ id }) => `PayPal never sent event ${id}`),
    ...[...realIds]
      .filter(isOpen)
      .map((id) => `Event ${id} is ${known.get(id)?.state ?? 'not written down'}`),
  ]
}

function idOf({ body }: Delivery): string {
  return (JSON.parse(body.toString()) as { id: string }).id
}
