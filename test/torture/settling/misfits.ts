/** PayPal captures another amount, currency, payee or reference than was asked for, and the shop dies meanwhile. */
import { wrongInBooks } from '../books.ts'
import { openIt, ownerAt, placeIt, purchase, type Purchase } from '../buying.ts'
import { choose } from '../caller.ts'
import { readPaypalJournal } from '../journal.ts'
import type { Place } from '../running-shop.ts'
import { during, killedDuring, openSite, stockOf, tellPaypal, until, type Site } from './shop.ts'

const TWISTS = [{ value: '1.00' }, { currency: 'EUR' }, { payee: 'SOMEBODYELSE1' }, { reference: 'another' }]
const KILL_WITHIN = 120
const BAGS = 2

/** So many wrong captures, each with a death and a resurrection, and what was wrong afterwards. */
export async function misfitCampaign(place: Place, trials: number) {
  const site = await openSite(place)
  let taken = 0
  for (let trial = 0; trial < trials; trial++) {
    if (await captureWrongly(site, trial)) taken++
  }
  if (taken < Math.floor(trials / 3))
    site.violations.push(`PayPal took the wrong payment only ${taken} times`)
  return { violations: site.violations, note: `PayPal took the wrong payment ${taken} times of ${trials}` }
}

/** Answers whether PayPal took the money before the shop died. */
async function captureWrongly(site: Site, trial: number): Promise<boolean> {
  const { place, buyer, bag, violations } = site
  const bought = purchase([{ _id: bag, qty: BAGS }])
  const say = (what: string) => violations.push(`Wrong capture ${trial + 1}: ${what}`)
  const before = await during(site, async (shop) => {
    const count = await stockOf(site)
    await placeIt(buyer, bought)
    await openIt(buyer, bought)
    await choose(buyer, bought.payment!, 'approve')
    await tellPaypal(buyer, { captureDifference: TWISTS[trial % TWISTS.length] })
    // Every second answer is lost.
    if (trial % 2 === 1) await tellPaypal(buyer, { fault: { kind: 'drop', call: 'capture', times: 3 } })
    const pay = () => buyer.put(`/api/orders/${bought.order}/pay`, { id: bought.payment })
    // Of three, one dies at any moment, and two after PayPal took the money: before, in or after the shop's own commit.
    const isTaken = async () => readPaypalJournal(place.dataDir).captures.has(bought.order!)
    const ready = trial % 3 === 2 ? undefined : () => until(isTaken, Boolean)
    await killedDuring(shop, KILL_WITHIN, pay, ready)
    return count
  })
  return during(site, async (shop) => {
    const order = await until(
      () => buyer.get(`/api/orders/${bought.order}`),
      ({ body }) => body.state !== 'capturing',
    )
    const { state, dueBack } = order.body
    // A capture that never reached PayPal is made after the start, as it was asked for: the twist died with the process.
    const isWrong = dueBack.length > 0
    if (isWrong && state !== 'pending') say(`money that does not fit leaves the order ${state}`)
    if (!isWrong && state !== 'paid' && state !== 'pending') say(`the order is ${state}`)
    if (isWrong) await endIt(site, bought, shop.origin, trial, say)
    const left = await stockOf(site)
    const expected = isWrong ? before : before - BAGS
    if (left !== expected) say(`${left} bags are left instead of ${expected}`)
    await shop.kill()
    for (const line of await wrongInBooks(place, true)) say(line)
    return isWrong
  })
}

/** The money goes back, at PayPal itself; every other order is closed by an admin, twice, and the rest by its buyer. */
async function endIt(
  { buyer }: Site,
  { order, payment }: Purchase,
  origin: string,
  trial: number,
  say: (what: string) => void,
): Promise<void> {
  await tellPaypal(buyer, { refund: { id: payment } })
  const owner = await ownerAt(origin)
  const close = () =>
    trial % 4 < 2 ? owner.post(`/api/orders/${order}/close`) : buyer.delete(`/api/orders/${order}`)
  for (const { status, text } of await Promise.all([close(), close()]))
    if (status !== 200) say(`closing answered ${status} ${text}`)
  await owner.post('/api/money/compare', { days: 30 })
  const { body } = await owner.get('/api/money')
  const finding = body.findings.find((each: { order: { _id: string } | null }) => each.order?._id === order)
  if (finding?.kind !== 'returned') return say(`the money that went back is ${finding?.kind ?? 'no finding'}`)
  const settled = await owner.post(`/api/money/${finding._id}/settle`)
  const open = settled.body.findings?.filter(
    (each: { order: { _id: string } | null }) => each.order?._id === order,
  )
  if (open?.length !== 0) say(`after settling: ${settled.status} ${JSON.stringify(open)}`)
  const after = await buyer.get(`/api/orders/${order}`)
  if (after.body.state !== 'cancelled' || after.body.isPaid) say(`in the end: ${after.text}`)
}
