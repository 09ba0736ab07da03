/** PayPal completes refunds and fails them later; the shop is killed while it detects this. */
import { randomUUID } from 'node:crypto'
import { inconsistencies } from '../consistency.ts'
import { openPayment, ownerAt, payOrder, placeOrder, purchase } from '../buying.ts'
import type { Caller } from '../caller.ts'
import { readPaypalJournal } from '../paypal-journal.ts'
import type { Place } from '../running-shop.ts'
import { killDuring, openSite, stockOf, controlPaypal, withShop, type Site } from './shop.ts'

const KILL_WITHIN_MS = 300

type Finding = { _id: string; kind: string; order: { _id: string } | null }

/** Makes `trials` refunds that fail later, each with a kill, and checks the shop afterwards. */
export async function failedRefundCampaign(place: Place, trials: number) {
  const site = await openSite(place)
  for (let trial = 0; trial < trials; trial++) await failLater(site, trial)
  return { violations: site.violations, note: 'half of them partial, half full; each repeated afterwards' }
}

async function failLater(site: Site, trial: number): Promise<void> {
  const { place, buyer, bag, violations } = site
  const report = (what: string) => violations.push(`Failed refund ${trial + 1}: ${what}`)
  const bought = purchase([{ _id: bag, qty: 2 }])
  const isWhole = trial % 2 === 1
  const request = isWhole ? {} : { amount: 5 }
  await withShop(site, async (shop) => {
    await placeOrder(buyer, bought)
    await openPayment(buyer, bought)
    await payOrder(buyer, bought)
    const owner = await ownerAt(shop.origin)
    const refunded = await owner.post(`/api/orders/${bought.order}/refund`, {
      ...request,
      stock: [{ _id: bag, qty: 1 }],
    })
    if (refunded.status !== 200) report(`the refund returned ${refunded.status} ${refunded.text}`)
    await controlPaypal(buyer, { endRefund: { id: bought.payment, state: 'FAILED' } })
    await killDuring(shop, KILL_WITHIN_MS, () => settleAll(owner, bought.order!))
  })
  const completedRefunds = () => [
    ...(readPaypalJournal(place.dataDir).refunds.get(bought.order!)?.values() ?? []),
  ]
  await withShop(site, async (shop) => {
    const owner = await ownerAt(shop.origin)
    await settleAll(owner, bought.order!)
    const { body } = await owner.get(`/api/orders/${bought.order}`)
    if (body.state !== 'paid' || body.refundable !== bought.total)
      report(`after settling: ${JSON.stringify(body)}`)
    if (body.refunds[0]?.state !== 'failed') report(`the refund is ${body.refunds[0]?.state}`)
    const findings = await findingsOf(owner, bought.order!)
    if (findings.join() !== 'failed') report(`the payments check shows ${findings.join() || 'nothing'}`)
    const stock = await stockOf(site)
    const headers = { 'idempotency-key': randomUUID() }
    const again = () => owner.post(`/api/orders/${bought.order}/refund`, request, headers)
    const answers = await Promise.all([again(), again()])
    for (const { status, text } of answers)
      if (status !== 200) report(`the repeated refund returned ${status} ${text}`)
    await owner.post('/api/money/compare', { days: 30 })
    const left = await findingsOf(owner, bought.order!)
    if (left.length > 0) report(`in the end the payments check shows ${left.join()}`)
    if ((await stockOf(site)) !== stock) report('the repeated refund changed the stock')
    await shop.kill()
  })
  if (completedRefunds().length !== 1) report(`PayPal has completed ${completedRefunds().length} refunds`)
  for (const line of await inconsistencies(place)) report(line)
}

/** Runs the payments check and settles its findings about unreturned money. */
async function settleAll(owner: Caller, order: string): Promise<void> {
  await owner.post('/api/money/compare', { days: 30 })
  const { body } = await owner.get('/api/money')
  for (const finding of body.findings as Finding[])
    if (finding.order?._id === order && finding.kind === 'unreturned')
      await owner.post(`/api/money/${finding._id}/settle`)
}

async function findingsOf(owner: Caller, order: string): Promise<string[]> {
  const { body } = await owner.get('/api/money')
  return (body.findings as Finding[]).filter((each) => each.order?._id === order).map(({ kind }) => kind)
}
