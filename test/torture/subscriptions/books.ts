/** Checks a year of subscriptions: each delivery made and charged once, nothing lost, and the books equal to PayPal's. */
import type { Db } from '#server/kernel/db/schema.ts'
import { shortestGap } from '#shared/platform/subscriptions.ts'
import { inconsistencies, withDatabase } from '../consistency.ts'
import { readPaypalJournal } from '../paypal-journal.ts'
import type { Site } from './site.ts'

const DAY_MS = 86_400_000
/** Closures and missed days move a delivery by at most this many days. */
const SLACK_DAYS = 21

/** One sentence per violation, and a note with counts. The shop must be stopped. */
export async function booksOfYear(site: Site, days: number): Promise<{ violations: string[]; note: string }> {
  const { place, sandboxFolder } = site
  const found = await inconsistencies(place, true, sandboxFolder)
  return withDatabase(place, async (db) => {
    const all = await readAll(db)
    const today = new Date(Date.now() + site.days * DAY_MS).toISOString().slice(0, 10)
    const books = await compareBooks(db, sandboxFolder)
    const violations = [
      ...found,
      ...(all.subscriptions.length === site.subscriptions.length
        ? []
        : [`There are ${all.subscriptions.length} subscriptions instead of ${site.subscriptions.length}`]),
      ...all.subscriptions.flatMap((each) =>
        problemsOf(each, all.deliveries.get(each.id) ?? [], {
          today,
          isUnchanged: !site.changed.has(each.id),
        }),
      ),
      ...notDelivered(all, days, site.changed),
      ...(await ordersWithoutDelivery(db)),
      ...books.violations,
    ]
    return { violations, note: noteOf(all, books.cents) }
  })
}

type Subscription = Awaited<ReturnType<typeof readSubscriptions>>[number]
type Delivery = Awaited<ReturnType<typeof readDeliveries>>[number]
type All = { subscriptions: Subscription[]; deliveries: Map<string, Delivery[]> }

async function readAll(db: Db): Promise<All> {
  return {
    subscriptions: await readSubscriptions(db),
    deliveries: Map.groupBy(await readDeliveries(db), (each) => each.subscription_id),
  }
}

function readSubscriptions(db: Db) {
  return db.selectFrom('subscriptions').select(['id', 'status', 'weeks', 'next_number', 'next_on']).execute()
}

function readDeliveries(db: Db) {
  return db
    .selectFrom('subscription_deliveries as delivery')
    .leftJoin('orders', 'orders.id', 'delivery.order_id')
    .select(['subscription_id', 'delivery.number', 'delivery.state', 'planned_on', 'reason', 'next_at'])
    .select(['order_id', 'orders.state as order_state', 'paid_at', 'roasts_on'])
    .orderBy('delivery.number')
    .execute()
}

function problemsOf(
  subscription: Subscription,
  deliveries: Delivery[],
  { today, isUnchanged }: { today: string; isUnchanged: boolean },
): string[] {
  const { id, status, weeks, next_number: next, next_on: on } = subscription
  const wrong = (what: string) => `Subscription ${id} (${status}, every ${weeks} weeks): ${what}`
  const made = deliveries.filter(({ state }) => state !== 'waiting')
  const waiting = deliveries.filter(({ state }) => state === 'waiting')
  const isOpen = made.some(({ state }) => state === 'charging')
  const problems: string[] = []
  // Delivery 1 is the sign-up, which has no row here.
  if (made.some(({ number }, index) => number !== index + 2) || made.length !== next - 2)
    problems.push(
      wrong(`the deliveries are ${made.map(({ number }) => number).join(', ')}, and ${next} is next`),
    )
  if (waiting.some(({ number }) => number !== next))
    problems.push(wrong(`delivery ${waiting[0]!.number} waits, but ${next} is next`))
  if (status === 'active' && on === null) problems.push(wrong('no delivery is planned'))
  if (status === 'active' && on !== null && !isOpen && waiting.length === 0) {
    const ahead = (Date.parse(on) - Date.parse(today)) / DAY_MS
    // Skipping several deliveries moves the next one far ahead.
    if (ahead < 0 || (isUnchanged && ahead > weeks * 7 + SLACK_DAYS))
      problems.push(wrong(`the next delivery is on ${on}`))
  }
  if (!['active', 'paused', 'failed', 'canceled'].includes(status)) problems.push(wrong('unknown status'))
  if (status !== 'active' && status !== 'paused' && on !== null)
    problems.push(wrong(`a delivery is planned on ${on}`))
  return [
    ...problems,
    ...made.flatMap((each) => stateOf(each).map(wrong)),
    ...tooClose(made, weeks).map(wrong),
  ]
}

function stateOf({
  number,
  state,
  order_state: order,
  paid_at: paidAt,
  next_at: nextAt,
}: Delivery): string[] {
  const is = `delivery ${number} is ${state}, and its order is ${order}`
  if (state === 'paid') return paidAt !== null && nextAt === null ? [] : [is]
  if (state === 'unpaid') return order === 'cancelled' || order === 'expired' ? [] : [is]
  if (state === 'skipped') return order === null ? [] : [is]
  // Its payment is retried.
  return order === 'pending' && nextAt !== null ? [] : [is]
}

/** Two boxes that are roasted closer to each other than any subscriber expects. */
function tooClose(made: Delivery[], weeks: number): string[] {
  const days = made.flatMap(({ state, roasts_on: on }) => (state === 'paid' && on !== null ? [on] : []))
  return days.flatMap((on, index) => {
    const before = days[index - 1]
    const gap = before === undefined ? Infinity : (Date.parse(on) - Date.parse(before)) / DAY_MS
    return gap < shortestGap(weeks) ? [`boxes are roasted on ${before} and ${on}`] : []
  })
}

/** Unchanged subscriptions with too few deliveries, although all payments succeeded. */
function notDelivered({ subscriptions, deliveries }: All, days: number, changed: Set<string>): string[] {
  return subscriptions.flatMap(({ id, status, weeks }) => {
    const made = deliveries.get(id) ?? []
    const isUntouched = made.every(({ state, reason }) => state === 'paid' || reason === 'Missed')
    if (status !== 'active' || !isUntouched || changed.has(id)) return []
    const expected = Math.floor((days - 40) / (weeks * 7))
    // A downtime or a sold-out coffee can move a delivery past the end, or leave one out.
    const least = Math.floor(expected * 0.75) - 1
    return made.length >= least
      ? []
      : [`Subscription ${id}, every ${weeks} weeks, has ${made.length} deliveries in ${days} days`]
  })
}

async function ordersWithoutDelivery(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where(
      'id',
      'not in',
      db
        .selectFrom('subscription_deliveries')
        .select('order_id')
        .where('order_id', 'is not', null)
        .$castTo<{ order_id: string }>(),
    )
    .execute()
  return rows.map(({ id }) => `Order ${id} belongs to no delivery`)
}

/** Compares what each order cost with what PayPal took for it, less what is refunded because it came too late. */
async function compareBooks(db: Db, folder: string): Promise<{ violations: string[]; cents: number }> {
  const { captures, totals } = readPaypalJournal(folder)
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'total_cents', 'captured_cents', 'payments.state'])
    .where('payments.state', 'in', ['completed', 'refund_due', 'refunded'])
    .execute()
  const violations: string[] = []
  let ours = 0
  for (const { id, total_cents: total, captured_cents: captured } of rows) {
    ours += captured ?? 0
    if (captured !== total || totals.get(id) !== total)
      violations.push(`Order ${id} costs ${total}, the shop has booked ${captured}, PayPal ${totals.get(id)}`)
  }
  const theirs = [...captures.keys()].reduce((sum, order) => sum + (totals.get(order) ?? 0), 0)
  if (ours !== theirs) violations.push(`The shop has booked ${ours} cents, PayPal ${theirs}`)
  return { violations, cents: theirs }
}

/** How often each text occurs: `12 paid, 1 skipped`. */
function counted(values: string[]): string {
  return [...Map.groupBy(values, (value) => value)]
    .map(([value, { length }]) => `${length} ${value}`)
    .join(', ')
}

function noteOf({ subscriptions, deliveries }: All, cents: number): string {
  const made = [...deliveries.values()]
    .flat()
    .map(({ state, reason }) => (state === 'skipped' ? `skipped (${reason})` : state))
  return `deliveries: ${counted(made)}; subscriptions: ${counted(subscriptions.map(({ status }) => status))}; $${(cents / 100).toFixed(2)} in both books`
}
