/** PayPal captures a different amount, currency, payee or reference than requested, and the shop is killed. */
import { inconsistencies } from '../consistency.ts'
import { openPayment, ownerAt, placeOrder, purchase, type Purchase } from '../buying.ts'
import { choose, until } from '../caller.ts'
import { readPaypalJournal } from '../paypal-journal.ts'
import type { Place } from '../running-shop.ts'
import { killDuring, openSite, stockOf, controlPaypal, withShop, type Site } from './shop.ts'

const DIFFERENCES = [
  { value: '1.00' },
  { currency: 'EUR' },
  { payee: 'SOMEBODYELSE1' },
  { reference: 'another' },
]
const KILL_WITHIN_MS = 120
const BAGS = 2

/** Makes `trials` wrong captures, each with a kill and a restart, and checks the shop afterwards. */
export async function wrongCaptureCampaign(place: Place, trials: number) {
  const site = await openSite(place)
  let captured = 0
  for (let trial = 0; trial < trials; trial++) {
    if (await captureWrongly(site, trial)) captured++
  }
  if (captured < Math.floor(trials / 3)) site.violations.push(`PayPal made only ${captured} wrong captures`)
  return {
    violations: site.violations,
    note: `PayPal made the wrong capture in ${captured} of ${trials} trials`,
  }
}

/** Returns whether PayPal captured the money before the kill. */
async function captureWrongly(site: Site, trial: number): Promise<boolean> {
  const { place, buyer, bag, violations } = site
  const bought = purchase([{ _id: bag, qty: BAGS }])
  const report = (what: string) => violations.push(`Wrong capture ${trial + 1}: ${what}`)
  const before = await withShop(site, async (shop) => {
    const count = await stockOf(site)
    await placeOrder(buyer, bought)
    await openPayment(buyer, bought)
    await choose(buyer, bought.payment!, 'approve')
    await controlPaypal(buyer, { captureDifference: DIFFERENCES[trial % DIFFERENCES.length] })
    // Every second response is lost.
    if (trial % 2 === 1) await controlPaypal(buyer, { fault: { kind: 'drop', call: 'capture', times: 3 } })
    const pay = () => buyer.put(`/api/orders/${bought.order}/pay`, { id: bought.payment })
    // One of three kills is at a random moment, the others after the capture: before, during or after the commit.
    const isCaptured = async () => readPaypalJournal(place.dataDir).captures.has(bought.order!)
    const ready = trial % 3 === 2 ? undefined : () => until(isCaptured, Boolean)
    await killDuring(shop, KILL_WITHIN_MS, pay, ready)
    return count
  })
  return withShop(site, async (shop) => {
    const order = await until(
      () => buyer.get(`/api/orders/${bought.order}`),
      ({ body }) => body.state !== 'capturing',
    )
    const { state, dueBack } = order.body
    // If the capture did not reach PayPal, the shop repeats it after the start without the difference, which was lost.
    const isWrong = dueBack.length > 0
    if (isWrong && state !== 'pending') report(`after a wrong capture the order is ${state}`)
    if (!isWrong && state !== 'paid' && state !== 'pending') report(`the order is ${state}`)
    if (isWrong) await refundAndClose(site, bought, shop.origin, trial, report)
    const left = await stockOf(site)
    const expected = isWrong ? before : before - BAGS
    if (left !== expected) report(`${left} bags are left instead of ${expected}`)
    await shop.kill()
    for (const line of await inconsistencies(place, true)) report(line)
    return isWrong
  })
}

/**
 * Refunds the capture on PayPal's site and closes the order with two concurrent requests: half of the orders by an admin,
 * the others by the buyer.
 */
async function refundAndClose(
  { buyer }: Site,
  { order, payment }: Purchase,
  origin: string,
  trial: number,
  report: (what: string) => void,
): Promise<void> {
  await controlPaypal(buyer, { refund: { id: payment } })
  const owner = await ownerAt(origin)
  const close = () =>
    trial % 4 < 2 ? owner.post(`/api/orders/${order}/close`) : buyer.delete(`/api/orders/${order}`)
  for (const { status, text } of await Promise.all([close(), close()]))
    if (status !== 200) report(`closing returned ${status} ${text}`)
  await owner.post('/api/money/compare', { days: 30 })
  const { body } = await owner.get('/api/money')
  const finding = body.findings.find((each: { order: { _id: string } | null }) => each.order?._id === order)
  if (finding?.kind !== 'returned')
    return report(`the finding about the refund is ${finding?.kind ?? 'missing'}`)
  const settled = await owner.post(`/api/money/${finding._id}/settle`)
  const open = settled.body.findings?.filter(
    (each: { order: { _id: string } | null }) => each.order?._id === order,
  )
  if (open?.length !== 0) report(`after settling: ${settled.status} ${JSON.stringify(open)}`)
  const after = await buyer.get(`/api/orders/${order}`)
  if (after.body.state !== 'cancelled' || after.body.isPaid) report(`in the end: ${after.text}`)
}
