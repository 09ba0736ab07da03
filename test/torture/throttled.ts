/**
 * PayPal throttles signature checks while many forged webhooks arrive and buyers pay. Every sale must succeed, and the
 * shop must eventually process every real event. The PayPal sandbox runs outside of the shop's process.
 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPaypalSandbox, type PaypalSandbox } from '#sandbox/paypal/paypal.ts'
import type { Delivery } from '#server/providers/payments.ts'
import { inconsistencies, withDatabase } from './consistency.ts'
import { newBuyer, openPayment, placeOrder, purchase, restock } from './buying.ts'
import type { Caller } from './caller.ts'
import { startShop, type Place } from './running-shop.ts'

const KEYS = { clientId: 'throttled', clientSecret: 'signature checks' }
const BUYERS = 4
const SALES_EACH = 3
const FORGERS = 3
/** Milliseconds between two forged webhooks of one sender: hundreds per second from all of them. */
const FORGED_INTERVAL_MS = 10
/** PayPal repeats an event after several minutes. This test repeats it sooner. */
const RESEND_INTERVAL_MS = 500
/** The shop suspends the checks for half a minute; after twice that time, a real event must have been accepted. */
const ACCEPTED_WITHIN_MS = 70_000

type CampaignState = {
  origin: string
  paypal: PaypalSandbox
  /** Real events that the shop has not accepted yet. */
  pending: Delivery[]
  realIds: Set<string>
  forged: { sent: number; accepted: number }
  wrong: string[]
}

/** @param trials how often PayPal starts and stops throttling */
export async function throttledCampaign(
  place: Place,
  trials: number,
): Promise<{ violations: string[]; note: string }> {
  const campaign: CampaignState = {
    origin: '',
    paypal: await startPaypalSandbox({
      ...KEYS,
      webhookId: 'THROTTLED1',
      // The file that `readPaypalJournal` reads.
      stateFile: join(place.dataDir, 'paypal-sandbox.jsonl'),
    }),
    pending: [],
    realIds: new Set(),
    forged: { sent: 0, accepted: 0 },
    wrong: [],
  }
  const { paypal } = campaign
  paypal.webhooks.deliver = async (event) => {
    campaign.pending.push(event)
    campaign.realIds.add(idOf(event))
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
  campaign.origin = shop.origin
  let sales = 0
  try {
    const [bag = ''] = await restock(shop.origin, [100_000])
    for (let trial = 0; trial < trials; trial++) sales += await throttle(campaign, bag)
  } finally {
    await shop.kill()
    await paypal.close()
  }
  const violations = [
    ...campaign.wrong,
    ...(await inconsistencies(place)),
    ...(await wrongEvents(place, campaign)),
  ]
  const { sent } = campaign.forged
  return {
    violations,
    note: `${sales} sales and ${campaign.realIds.size} real events during ${sent} forged ones`,
  }
}

/** One period of 429 responses. Returns the number of successful sales. */
async function throttle(campaign: CampaignState, bag: string): Promise<number> {
  const stop = new AbortController()
  const { origin, paypal } = campaign
  const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newBuyer(origin)))
  paypal.addFault({ call: 'verify', kind: 'busy', times: Infinity })
  const senders = [
    ...Array.from({ length: FORGERS }, () => forge(campaign, stop.signal)),
    resend(campaign, stop.signal),
  ]
  // Wait until the shop suspends the checks: a shop with one circuit breaker for all calls could not sell any more.
  await pause(6000)
  const orders = (await Promise.all(buyers.map((buyer) => buyWhileThrottled(campaign, buyer, bag)))).flat()
  paypal.clearFaults()
  await untilProcessed(campaign, orders)
  stop.abort()
  await Promise.all(senders)
  return orders.length
}

type Sold = { buyer: Caller; order: string }

/** Buys, and then refunds the order on PayPal's site. The shop is informed of the refund only by an event. */
async function buyWhileThrottled(campaign: CampaignState, buyer: Caller, bag: string): Promise<Sold[]> {
  const sold: Sold[] = []
  for (let sale = 0; sale < SALES_EACH; sale++) {
    try {
      const bought = purchase([{ _id: bag, qty: 1 }])
      await placeOrder(buyer, bought)
      await openPayment(buyer, bought)
      if (!bought.payment) throw new Error(`The payment of order ${bought.order} could not be opened`)
      campaign.paypal.choose(bought.payment, 'approve')
      const answer = await buyer.put(`/api/orders/${bought.order}/pay`, { id: bought.payment })
      if (answer.status !== 200 || !answer.body.isPaid)
        throw new Error(`Paying returned ${answer.status} ${answer.text}`)
      campaign.paypal.refundAtPaypal(bought.payment)
      sold.push({ buyer, order: bought.order! })
    } catch (error) {
      campaign.wrong.push(`While signature checks were throttled: ${(error as Error).message}`)
    }
  }
  return sold
}

/** Posts events that are correct except for the signature. */
async function forge(campaign: CampaignState, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const { headers, body } = campaign.paypal.webhooks.compose('PAYMENT.CAPTURE.REFUNDED', 'capture', {
      id: 'FORGED1',
    })
    const forged = { headers: { ...headers, 'paypal-transmission-sig': 'Zm9yZ2Vk' }, body }
    campaign.forged.sent += 1
    if ((await post(campaign, forged)) === 200) campaign.forged.accepted += 1
    await pause(FORGED_INTERVAL_MS)
  }
}

/** Repeats every real event until the shop accepts it, as PayPal does. */
async function resend(campaign: CampaignState, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const event of campaign.pending.slice()) {
      if (signal.aborted) return
      if ((await post(campaign, event)) === 200) campaign.pending.splice(campaign.pending.indexOf(event), 1)
    }
    await pause(RESEND_INTERVAL_MS)
  }
}

async function post({ origin }: CampaignState, { headers, body }: Delivery): Promise<number> {
  const answer = await fetch(`${origin}/api/paypal/webhook`, {
    method: 'POST',
    headers: headers as Record<string, string>,
    body: new Uint8Array(body),
  })
  await answer.body?.cancel()
  return answer.status
}

async function untilProcessed(campaign: CampaignState, orders: Sold[]): Promise<void> {
  const until = performance.now() + ACCEPTED_WITHIN_MS
  for (const { buyer, order } of orders) {
    for (;;) {
      const { body } = await buyer.get(`/api/orders/${order}`)
      if (body.state === 'refunded') break
      if (performance.now() > until) {
        campaign.wrong.push(`Order ${order} was refunded at PayPal, and is ${body.state} in the shop`)
        break
      }
      await pause(200)
    }
  }
}

/** Checks the events that the stopped shop has stored: all real events, each of them processed, and no forged event. */
async function wrongEvents(place: Place, { realIds, forged, pending }: CampaignState): Promise<string[]> {
  const rows = await withDatabase(place, (db) =>
    db.selectFrom('paypal_events').select(['id', 'event_type', 'state']).execute(),
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  // The buyers capture approved orders themselves; the shop processes these events only a minute later.
  const isOpen = (id: string) =>
    stored.get(id)?.state !== 'done' && stored.get(id)?.event_type !== 'CHECKOUT.ORDER.APPROVED'
  return [
    ...(forged.accepted > 0 ? [`${forged.accepted} forged events were accepted`] : []),
    ...(pending.length > 0 ? [`${pending.length} real events were never accepted`] : []),
    ...rows.filter(({ id }) => !realIds.has(id)).map(({ id }) => `PayPal never sent event ${id}`),
    ...[...realIds].filter(isOpen).map((id) => `Event ${id} is ${stored.get(id)?.state ?? 'not stored'}`),
  ]
}

function idOf({ body }: Delivery): string {
  return (JSON.parse(body.toString()) as { id: string }).id
}
