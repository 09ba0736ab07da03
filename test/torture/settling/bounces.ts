/** Refunds that PayPal completes and fails afterwards, while the shop dies in the middle of finding out. */
import { randomUUID } from 'node:crypto'
import { wrongInBooks } from '../books.ts'
import { openIt, ownerAt, payIt, placeIt, purchase } from '../buying.ts'
import type { Caller } from '../caller.ts'
import { readPaypalJournal } from '../journal.ts'
import type { Place } from '../running-shop.ts'
import { during, killedDuring, openSite, stockOf, tellPaypal, type Site } from './shop.ts'

const KILL_WITHIN = 300

type Finding = { _id: string; kind: string; order: { _id: string } | null }

/** So many refunds that fail later, each with a death, and what was wrong afterwards. */
export async function bounceCampaign(place: Place, trials: number) {
  const site = await openSite(place)
  for (let trial = 0; trial < trials; trial++) await failLater(site, trial)
  return { violations: site.violations, note: 'half of them partial, half full; each given again afterwards' }
}

async function failLater(site: Site, trial: number): Promise<void> {
  const { place, buyer, bag, violations } = site
  const say = (what: string) => violations.push(`Failed refund ${trial + 1}: ${what}`)
  const bought = purchase([{ _id: bag, qty: 2 }])
  const isWhole = trial % 2 === 1
  const wish = isWhole ? {} : { amount: 5 }
  await during(site, async (shop) => {
    await placeIt(buyer, bought)
    await openIt(buyer, bought)
    await payIt(buyer, bought)
    const owner = await ownerAt(shop.origin)
    const refunded = await owner.post(`/api/orders/${bought.order}/refund`, {
      ...wish,
      stock: [{ _id: bag, qty: 1 }],
    })
    if (refunded.status !== 200) say(`the refund answered ${refunded.status} ${refunded.text}`)
    await tellPaypal(buyer, { endRefund: { id: bought.payment, state: 'FAILED' } })
    await killedDuring(shop, KILL_WITHIN, () => settleAll(owner, bought.order!))
  })
  const back = () => [...(readPaypalJournal(place.dataDir).refunds.get(bought.order!)?.values() ?? [])]
  await during(site, async (shop) => {
    const owner = await ownerAt(shop.origin)
    await settleAll(owner, bought.order!)
    const { body } = await owner.get(`/api/orders/${bought.order}`)
    if (body.state !== 'paid' || body.refundable !== bought.total)
      say(`after settling: ${JSON.stringify(body)}`)
    if (body.refunds[0]?.state !== 'failed') say(`the refund is ${body.refunds[0]?.state}`)
    const findings = await findingsOf(owner, bought.order!)
    if (findings.join() !== 'failed') say(`the money desk shows ${findings.join() || 'nothing'}`)
    const shelf = await stockOf(site)
    const headers = { 'idempotency-key': randomUUID() }
    const again = () => owner.post(`/api/orders/${bought.order}/refund`, wish, headers)
    const answers = await Promise.all([again(), again()])
    for (const { status, text } of answers) if (status !== 200) say(`giving again answered ${status} ${text}`)
    await owner.post('/api/money/compare', { days: 30 })
    const left = await findingsOf(owner, bought.order!)
    if (left.length > 0) say(`in the end the money desk shows ${left.join()}`)
    if ((await stockOf(site)) !== shelf) say('giving again moved the stock')
    await shop.kill()
  })
  if (back().length !== 1) say(`PayPal has given back ${back().length} times`)
  for (const line of await wrongInBooks(place)) say(line)
}

/** Compares the books and settles what they disagree about. */
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
