/**
 * Adds the wholesale of the demo: five accounts with orders, deliveries, invoices and payments of three months. The ledger is
 * written by the shop's own verbs, with their clock set back.
 */
import { addDays, weekdayOf, WEEKDAYS } from '#shared/kernel/days.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt, utcOf } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nextDeliveries } from '#server/wholesale/orders/days.ts'
import { planDates, planningOf } from '#server/wholesale/standing/plan-dates.ts'
import { once } from '../content.ts'
import { unusedNumber } from '../history/order.ts'
import { randomFrom } from '../history/rows.ts'
import { ACCOUNTS } from './accounts.ts'
import { type DemoCoffee, demoCoffees } from './coffees.ts'
import { billMonth, deliver, pay } from './steps.ts'
import { markDemo, PERCENT_OFF, writeAccount, type Written } from './write-account.ts'
import { writeOrder } from './write-order.ts'

const SEED = 20_261_130
/** The first delivery is at most this many weeks ago. */
const WEEKS = 13

/** A step of the history, at a time of a day in the past. */
type Step = { day: string; time: string; run: (tx: Tx, then: Shop) => Promise<void> }

/** Adds it once: it is not added again after it was removed. */
export async function seedWholesale(shop: Shop): Promise<void> {
  const coffees = await demoCoffees(shop.db)
  const planning = await planningOf(shop)
  const numbers = await shop.db.selectFrom('orders').select('number').execute()
  const random = randomFrom(SEED)
  const next = () => {
    const number = unusedNumber(numbers, random)
    numbers.push({ number })
    return number
  }
  const van = { handover: 'van' as const, weekdays: '4', cutoff_days: 3, cutoff_time: '12:00' }
  const [coming] = await nextDeliveries(shop, van, 1)
  await once(shop.db, shop.clock, 'demo-wholesale', async (tx) => {
    const began = at(shop, addDays(nowAt(shop.clock).day, -7 * (WEEKS + 1)), '09:00')
    const list = await writePrices(tx, began)
    const steps: Step[] = []
    const written: Written[] = []
    for (const account of ACCOUNTS) {
      const of = await writeAccount(tx, began.clock, { account, list, coffees })
      written.push(of)
      steps.push(...stepsOf(nowAt(shop.clock).day, { of, coffees, next }))
      if (account.isNext && coming) {
        const { deliversOn, roastsOn } = coming
        const now = at(shop, nowAt(shop.clock).day, '00:30')
        const order = { of, coffees, number: next(), po: '', standingDate: null, deliversOn }
        await writeOrder(tx, now.clock, { ...order, roastsOn: roastsOn ?? deliversOn })
      }
    }
    const key = ({ day, time }: Step) => `${day} ${time}`
    for (const step of steps.toSorted((one, other) => (key(one) < key(other) ? -1 : 1)))
      await step.run(tx, at(shop, step.day, step.time))
    for (const of of written) await planNext(tx, shop, planning, of)
    await writeRoutes(tx, shop, written)
  })
}

/** The shop at that time. */
function at(shop: Shop, day: string, time: string): Shop {
  const then = new Date(utcOf({ day, time }))
  return { ...shop, clock: { ...shop.clock, now: () => then } }
}

async function writePrices(tx: Tx, { clock }: Shop): Promise<string> {
  const id = newId(clock)
  const now = isoNow(clock)
  const row = { id, name: 'Cafes and shops', percent_off: PERCENT_OFF, floor_cents: null }
  await tx
    .insertInto('price_lists')
    .values({ ...row, version: 1, created_at: now, updated_at: now })
    .execute()
  await markDemo(tx, 'price_lists', [id])
  return id
}

type History = { of: Written; coffees: readonly DemoCoffee[]; next: () => string }

/** What happened to an account until yesterday. */
function stepsOf(today: string, { of, coffees, next }: History): Step[] {
  const { account } = of
  const steps: Step[] = []
  const back = (WEEKDAYS.indexOf(weekdayOf(today)) + 1 - account.weekday + 7) % 7 || 7
  let count = 0
  for (let week = WEEKS - 1; week >= account.lastWeek - 1; week -= account.everyWeeks) {
    const deliversOn = addDays(today, -back - 7 * week)
    const ordered = addDays(deliversOn, -3)
    const po = account.company.po_required ? `PO-${1040 + ++count}` : ''
    const isShort = account.standing?.shortWeek === week + 1
    let order = ''
    steps.push({
      day: ordered,
      time: '09:20',
      run: async (tx, then) => {
        const standingDate = of.standing ? newId(then.clock) : null
        const about = { of, coffees, deliversOn, roastsOn: addDays(deliversOn, -1), number: next(), po }
        order = await writeOrder(tx, then.clock, { ...about, standingDate })
        if (standingDate) await writeDate(tx, then, of, { id: standingDate, deliversOn, order })
      },
    })
    steps.push({
      day: deliversOn,
      time: '08:10',
      run: (tx, then) => deliver(tx, then, { of, order, isShort }),
    })
  }
  for (const ago of account.paidDaysAgo)
    steps.push({ day: addDays(today, -ago), time: '15:00', run: (tx, then) => pay(tx, then, of) })
  if (account.company.bills === 'monthly')
    for (let ago = 7 * WEEKS; ago >= 1; ago--) {
      const day = addDays(today, -ago)
      if (day.endsWith('-01')) steps.push({ day, time: '04:00', run: (tx, then) => billMonth(tx, then, of) })
    }
  return steps
}

async function writeDate(
  tx: Tx,
  then: Shop,
  { standing }: Written,
  { id, deliversOn, order }: { id: string; deliversOn: string; order: string },
): Promise<void> {
  const now = isoNow(then.clock)
  await tx
    .insertInto('standing_dates')
    .values({
      id,
      standing_order_id: standing!,
      planned_on: deliversOn,
      delivers_on: deliversOn,
      roasts_on: addDays(deliversOn, -1),
      order_by: now,
      write_at: now,
      state: 'written',
      order_id: order,
      updated_at: now,
    })
    .execute()
}

/** The next dates of its standing order. */
async function planNext(
  tx: Tx,
  shop: Shop,
  planning: Awaited<ReturnType<typeof planningOf>>,
  { location: place, standing }: Written,
): Promise<void> {
  if (!standing) return
  const of = await tx
    .selectFrom('standing_orders')
    .selectAll()
    .where('id', '=', standing)
    .executeTakeFirstOrThrow()
  const location = await tx
    .selectFrom('locations')
    .selectAll()
    .where('id', '=', place)
    .executeTakeFirstOrThrow()
  await planDates(tx, shop, planning, { order: of, location })
}

/** A round of the van for each weekday on which an account gets goods. */
async function writeRoutes(tx: Tx, { clock }: Shop, written: readonly Written[]): Promise<void> {
  const now = isoNow(clock)
  for (const [weekday, stops] of Map.groupBy(written, ({ account }) => account.weekday)) {
    const id = newId(clock)
    const name = weekday === 2 ? 'West round' : 'Town round'
    await tx
      .insertInto('van_routes')
      .values({ id, name, weekday, driver: 'Sam', created_at: now, updated_at: now })
      .execute()
    await tx
      .insertInto('van_route_stops')
      .values(stops.map(({ location }, position) => ({ route_id: id, location_id: location, position })))
      .execute()
    await markDemo(tx, 'van_routes', [id])
  }
}
