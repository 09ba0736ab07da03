/** The shop roasts what accounts ordered, and the van takes it to them: with missing pieces, to closed doors, and each step twice. */
import { addDays } from '#shared/kernel/days.ts'
import type { WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import { workOn } from '../simulated-roastery.ts'
import { chance, isDone, newKey, pick, today, upTo, type Site } from './site.ts'

/** More steps than a day has. */
const STEPS = 1000

/** Batches lose more than planned: then another one is planned. */
const MOST_PLANS = 10

/** Plans the batches of today, and roasts, packages and fills all that is ordered for it or late. */
export async function roast(site: Site): Promise<void> {
  const { staff, wrong, random, done } = site
  const day = today(site)
  for (let count = 0; count < MOST_PLANS; count++) {
    const planned = await staff.post(`/api/roastery/plan/${day}/automatic`)
    // The shop does not roast on weekends.
    if (!isDone(site, 'plan', planned, [409])) return
    const steps = { done: 0, refused: 0, repeated: 0, undone: 0 }
    await workOn({ call: staff, wrong, steps, last: null, random }, day, { steps: STEPS, isCalm: true })
    done['roast steps'] = (done['roast steps'] ?? 0) + steps.done
    const { orders } = (await staff.get(`/api/roastery/days/${day}`)).body as WholeRoastDay
    if (orders.every(({ isFilled }) => isFilled)) return
  }
  wrong.push(`The orders of ${day} have no bags after ${MOST_PLANS} plans`)
}

type Stop = { _id: string; orders: StopOrder[] }
type StopOrder = {
  _id: string
  outcome: string | null
  unfilled?: number
  lines: { line: number; qty: number }[]
}

/** Delivers what is for today, and what is late. */
export async function deliver(site: Site): Promise<void> {
  const { staff } = site
  const day = today(site)
  const { late } = (await staff.get(`/api/deliveries/${day}`)).body
  for (const { _id } of late)
    isDone(site, 'late', await staff.put(`/api/deliveries/orders/${_id}/day`, { day }))
  const { body } = await staff.get(`/api/deliveries/${day}`)
  const stops: Stop[] = body.runs.flatMap((run: { stops: Stop[] }) => run.stops)
  const open = stops
    // What a weekend has left to roast waits for its bags.
    .map((stop) => ({
      ...stop,
      orders: stop.orders.filter(({ outcome, unfilled }) => outcome === null && !unfilled),
    }))
    .filter(({ orders }) => orders.length > 0)
  if (site.rush !== null && site.rush <= day) {
    site.rush = null
    return deliverAtOnce(
      site,
      day,
      open.flatMap(({ orders }) => orders),
    )
  }
  for (const stop of open) await visit(site, day, stop)
}

/** Hands over each order by itself, all at the same moment: most of them are billed then. */
async function deliverAtOnce(site: Site, day: string, orders: StopOrder[]): Promise<void> {
  const { staff, done } = site
  const next = async () => (await staff.get('/api/invoice-numbers')).body.invoice as number
  const before = await next()
  await Promise.all(
    orders.map(async ({ _id }) => {
      const body = { day, orders: [_id], receivedBy: 'Kim', shorts: [] }
      isDone(site, 'delivery at once', await staff.post('/api/deliveries/handed-over', body, newKey()))
    }),
  )
  done['most issues at once'] = Math.max(done['most issues at once'] ?? 0, (await next()) - before)
}

/** Most stops take everything, some lack pieces, and at some nobody is there. */
async function visit(site: Site, day: string, { orders: open }: Stop): Promise<void> {
  const { staff } = site
  const orders = open.map(({ _id }) => _id)
  const key = newKey()
  if (chance(site, 0.05)) {
    const body = { day, orders, newDay: addDays(day, 1) }
    isDone(site, 'nobody there', await staff.post('/api/deliveries/nobody', body, key))
    return
  }
  const { _id, lines } = pick(site, open)
  const short = pick(site, lines)
  const shorts = chance(site, 0.2)
    ? [
        {
          order: _id,
          line: short.line,
          qty: upTo(site, short.qty),
          why: pick(site, ['missing', 'damaged', 'refused']),
        },
      ]
    : []
  const send = () =>
    staff.post('/api/deliveries/handed-over', { day, orders, receivedBy: 'Kim', shorts }, key)
  const [one, two] = await Promise.all([send(), send()])
  // All pieces may be short: then nothing would be delivered.
  isDone(site, shorts.length > 0 ? 'short delivery' : 'delivery', one, shorts.length > 0 ? [400] : [])
  if (two.status !== one.status)
    site.wrong.push(`A repeated delivery was answered ${two.status} ${two.text}, not ${one.status}`)
}
