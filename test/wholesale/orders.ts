/** Accounts order, change their minds, pay online, and have standing orders. Requests that may be repeated are sent twice. */
import { addDays } from '#shared/kernel/days.ts'
import type { Visitor } from '../visitor.ts'
import { choose } from '../torture/caller.ts'
import { chance, isDone, newKey, pick, today, twice, upTo, type Cafe, type Site } from './site.ts'

const linesFor = (site: Site) => {
  const some = site.goods.filter(() => chance(site, 0.5))
  return (some.length > 0 ? some : [pick(site, site.goods)]).map((line) => ({ ...line, qty: upTo(site, 9) }))
}

/** Orders for the next delivery. Returns its day; null if there is none, or the order was refused. */
export async function order(
  site: Site,
  { company, location, person, isPrepaid }: Cafe,
): Promise<string | null> {
  const form = await person.get(`/api/account-orders/form?company=${company}`)
  const deliversOn = form.body.deliveries?.[0]?.deliversOn
  if (!deliversOn) return null
  const payBy = isPrepaid ? 'now' : 'account'
  const wanted = { company, location, lines: linesFor(site), deliversOn, payBy }
  const key = newKey()
  const answer = await twice(site, 'An order', () => person.post('/api/account-orders', wanted, key))
  // On hold, over the credit limit, or the last minute has passed.
  if (!isDone(site, 'order', answer, [409])) return null
  site.known.orders.set(answer.body._id, 'placed')
  if (isPrepaid && chance(site, 0.9)) await payOnline(site, person, answer.body._id)
  return deliversOn
}

/** Changes or cancels one of the orders that can still be changed. */
export async function changeMind(site: Site, { company, location, person, isPrepaid }: Cafe): Promise<void> {
  const { body } = await person.get(`/api/account-orders?company=${company}`)
  const open = (body.orders ?? []).filter(({ canChange }: { canChange: boolean }) => canChange)
  if (open.length === 0) return
  const { _id, deliversOn } = pick(site, open as { _id: string; deliversOn: string }[])
  if (chance(site, 0.5)) {
    const canceled = await twice(site, 'A cancel', () => person.post(`/api/account-orders/${_id}/cancel`, {}))
    if (isDone(site, 'cancel', canceled, [409])) site.known.orders.set(_id, 'closed')
    return
  }
  const payBy = isPrepaid ? 'now' : 'account'
  const changed = { company, location, lines: linesFor(site), deliversOn, payBy, changes: _id }
  const key = newKey()
  const answer = await twice(site, 'A change', () => person.post('/api/account-orders', changed, key))
  if (!isDone(site, 'change', answer, [409])) return
  site.known.orders.set(_id, 'closed')
  site.known.orders.set(answer.body._id, 'placed')
  if (isPrepaid) await payOnline(site, person, answer.body._id)
}

/** PayPal may be down: then the shop finds out later whether it was paid. */
export async function payOnline(site: Site, person: Visitor, id: string): Promise<void> {
  const opened = await person.post(`/api/orders/${id}/paypal`)
  if (!isDone(site, 'open payment', opened, [409, 503])) return
  await choose(site.window, opened.body.orderId, 'approve')
  const pay = () => person.put(`/api/orders/${id}/pay`, { id: opened.body.orderId })
  const [paid] = await Promise.all([pay(), pay()])
  if (isDone(site, 'pay online', paid, [409, 503]) && paid.body.isPaid) site.known.paid.add(id)
}

/** Begins a standing order for every week, if the account has none. */
export async function begin(site: Site, { location, person }: Cafe): Promise<void> {
  const { body: mine } = await person.get('/api/standing-orders')
  if (mine.orders.length > 0) return
  const line = site.goods[upTo(site, 3) - 1]!
  const body = {
    location,
    everyWeeks: 1,
    weekday: upTo(site, 5),
    startsOn: today(site),
    lines: [{ product: line.product, size: line.sizeId, grind: line.grind, qty: upTo(site, 6) }],
  }
  const key = newKey()
  const send = () => person.post('/api/standing-orders', body, key)
  const [one, two] = await Promise.all([send(), send()])
  isDone(site, 'standing order', one)
  if (one.body.order?._id !== two.body.order?._id) site.wrong.push('A standing order was begun twice')
}

/** Skips a date, changes one, holds the standing order, or ends it. Of two changes of one version, one is done. */
export async function changeStanding(site: Site, { person }: Cafe): Promise<void> {
  const [standing] = (await person.get('/api/standing-orders')).body.orders
  if (!standing) return
  const { _id, version, lines } = standing
  const date = standing.dates.find(({ state }: { state: string }) => state === 'planned')
  const one = { size: lines[0].size, product: lines[0].product, grind: lines[0].grind, qty: upTo(site, 6) }
  const ways: [string, object][] = [
    ['hold', { until: addDays(today(site), 14), version }],
    ...(chance(site, 0.2) ? [['end', { version }] as [string, object]] : []),
    ...(date
      ? ([
          ['skip', { date: date._id, isSkipped: true, version }],
          ['once', { date: date._id, lines: [one], version }],
        ] as [string, object][])
      : []),
  ]
  const [way, body] = pick(site, ways)
  const send = () => person.put(`/api/standing-orders/${_id}/${way}`, body)
  const both = await Promise.all([send(), send()])
  // The second one may find that it has ended.
  const refusals = way === 'end' ? [404, 409] : [409]
  for (const answer of both) isDone(site, `standing ${way}`, answer, refusals)
  if (both.every(({ status }) => status < 300))
    site.wrong.push(`Two changes of one version were done: ${way}`)
}
