/** Who buys and sells on a day of the counter: each repeats an interrupted call with its key until it is answered. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { takenAlong, byPhone } from '#server/checkout/counter/counter.testing.ts'
import { pdfText } from '../../pdf-text.ts'
import type { CartLines } from '../../purchase.ts'
import type { Answer } from '../../visitor.ts'
import { openPayment, payOrder, placeOrder, purchase, Unexpected } from '../buying.ts'
import type { Caller } from '../caller.ts'
import { count, staffOf, untilAnswered, type Site } from './site.ts'

const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!

/** Half of the carts have the reverse order, so that the row locks of two orders could deadlock. */
function goods({ bags: [one = '', other = '', scarce = ''] }: Site): CartLines {
  if (Math.random() < 0.1) return [{ _id: scarce, qty: 1 }]
  const pair = Math.random() < 0.5 ? [one, other] : [other, one]
  return pair.map((_id) => ({ _id, qty: 1 + Math.floor(Math.random() * 3) }))
}

/** Works until the evening. What the shop answers wrongly becomes a violation. */
export async function workOn(site: Site, work: () => Promise<void>): Promise<void> {
  try {
    while (!site.isEvening) await work()
  } catch (error) {
    site.wrong.push((error as Error).stack ?? String(error))
  }
}

export async function buyOnTheWeb(site: Site, buyer: Caller): Promise<void> {
  const bought = purchase(goods(site))
  await untilAnswered(site, buyer, () => placeOrder(buyer, bought))
  if (bought.order) site.sold.add(bought.order)
  if (Math.random() < 0.2) return
  await untilAnswered(site, buyer, () => openPayment(buyer, bought))
  await untilAnswered(site, buyer, () => payOrder(buyer, bought, site.window))
  if (bought.paidAt) count(site, 'paid on the web')
}

/** An order by phone. The money is taken for most; the others expire. */
export async function orderByPhone(site: Site): Promise<void> {
  const staff = staffOf(site)
  const wanted = goods(site)
  const body = await untilAnswered(site, staff, () => byPhone(staff, wanted).catch(refused('stock')))
  const order = body && (await sell(site, staff, body))
  if (!order || Math.random() < 0.3) return
  const taken = await post(site, staff, `/api/counter/orders/${order._id}/tenders`, { kind: tender() })
  if (taken.status === 200) count(site, 'paid by phone')
  else if (taken.status !== 409) throw new Unexpected('Taking the money', taken)
}

/** What a barista does at the counter. */
export async function serve(site: Site): Promise<void> {
  const staff = staffOf(site)
  const way = Math.random()
  if (way < 0.12) return moveCash(site, staff)
  const giftCards = way < 0.3 ? [await sellCard(site, staff)] : []
  // A part with the card machine and the rest in cash, or all in one way.
  const isSplit = Math.random() < 0.3
  const payment = {
    by: 'tender',
    tender: isSplit ? { kind: 'cash', part: { amount: 2 } } : { kind: tender() },
  }
  const order = await sell(site, staff, takenAlong(goods(site), { payment, giftCards }))
  if (!order) return
  count(site, 'sold at the counter')
  if (way < 0.6) return
  const amount = way < 0.7 ? order.totalPrice : 1
  const refund = await post(site, staff, `/api/orders/${order._id}/refund`, { amount })
  if (refund.status !== 200) throw new Unexpected('Giving money back', refund)
  count(site, 'refunded')
}

const tender = () => pick(['cash', 'machine'])

/** Null if goods are sold out. */
async function sell(site: Site, staff: Caller, body: object): Promise<Answer['body']> {
  const answer = await post(site, staff, '/api/counter/orders', body)
  if (answer.status === 409 && answer.body.code === 'stock') return null
  if (answer.status !== 201) throw new Unexpected('Selling', answer)
  site.sold.add(answer.body._id)
  return answer.body
}

/** Sells a gift card that pays a part of the next sale. Returns its code. */
async function sellCard(site: Site, staff: Caller): Promise<string> {
  const sold = await post(site, staff, '/api/giftcards', { amount: 5, paidBy: tender() })
  if (sold.status !== 201) throw new Unexpected('Selling a gift card', sold)
  site.sold.add(sold.body._id)
  count(site, 'gift cards')
  const file = await untilAnswered(site, staff, () => staff.get(`/api/giftcards/${sold.body._id}/file.pdf`))
  if (file.status !== 200) throw new Unexpected('Printing a gift card', file)
  const { pages } = await pdfText(file.bytes!)
  return /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec(pages.flat().join('\n'))![0]
}

async function moveCash(site: Site, staff: Caller): Promise<void> {
  const move = { kind: pick(['in', 'out']), amount: 1 + Math.floor(Math.random() * 2000) / 100 }
  const answer = await post(site, staff, '/api/counter-day/moves', { ...move, reason: 'Change' })
  // The day was closed, and no sale has opened the next.
  if (answer.status === 409 && answer.body.code === 'closed') return
  if (answer.status !== 201) throw new Unexpected('Paying in or out', answer)
  count(site, 'paid in or out')
}

/** Counts the drawer and closes the day, sometimes twice at the same moment. Returns whether no day is open. */
export async function closeDay(site: Site): Promise<boolean> {
  const staff = staffOf(site)
  const now = await untilAnswered(site, staff, () => staff.get('/api/counter-day'))
  if (now.status !== 200) throw new Unexpected('Reading the day', now)
  const { open } = now.body
  if (!open) return true
  const counted = Math.floor(Math.random() * 100_000) / 100
  const taken = Math.floor((Math.random() * counted * 100) / 2) / 100
  const close = { _id: open._id, version: open.version, counted, taken, note: '' }
  const presses = Array.from({ length: Math.random() < 0.3 ? 2 : 1 }, () =>
    post(site, staffOf(site), '/api/counter-day/close', close),
  )
  for (const answer of await Promise.all(presses)) {
    if (answer.status === 200) {
      if (site.closed.has(open._id)) site.wrong.push(`Day ${open._id} was closed twice`)
      site.closed.set(open._id, answer.body)
    } else if (answer.status !== 409) throw new Unexpected('Closing the day', answer)
  }
  return false
}

/** Counts at random moments, also while others sell. */
export async function closeNowAndThen(site: Site): Promise<void> {
  await pause(Math.random() * 800)
  await closeDay(site)
}

/** Sends with one key until it is answered; sometimes a double press, which must get the same answer. */
async function post(site: Site, staff: Caller, path: string, body: object): Promise<Answer> {
  const key = { 'idempotency-key': randomUUID() }
  const send = (who: Caller) => untilAnswered(site, who, () => who.post(path, body, key))
  if (Math.random() < 0.8) return send(staff)
  const [first, second] = await Promise.all([send(staff), send(staffOf(site))])
  const names = [first, second].map((answer) => `${answer.status} ${answer.body._id ?? answer.body.code}`)
  if (first.status < 300 && second.status < 300 && names[0] !== names[1])
    site.wrong.push(`A double press of ${path} got ${names.join(' and ')}`)
  return first.status < 300 ? first : second
}

const refused = (code: string) => (error: Error) => {
  if (error.message.includes(`"code":"${code}"`)) return null
  throw error
}
