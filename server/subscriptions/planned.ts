/** The deliveries of all subscriptions in the next weeks, computed from their plans and the roast calendar. */
import {
  PLAN_DAYS,
  type ChargeDay,
  type DueLine,
  type RoastDay,
} from '#shared/subscriptions/api/subscription-admin.ts'
import { addDays } from '#shared/kernel/days.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { DeliveryDays } from '#shared/platform/subscriptions.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { deliveriesUntil, leftInGift } from '#server/roastery/delivery/planned-bags.ts'
import { plannerOf } from '#server/checkout/new-subscriptions/plan.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { lineCents, readPlannedItems, type Item } from './items.ts'

/** A delivery that has no order yet, with its items. */
type Planned = { row: PlannedRow; days: DeliveryDays; items: Item[] }
/** `left`: the deliveries that are left of a gift; null for other subscriptions. */
type PlannedRow = Pick<SubscriptionRow, 'id' | 'weeks' | 'next_on' | 'discount_percent' | 'status'> & {
  left: number | null
}

/** What is due on each roast day: the lines of paid orders, and of deliveries that are charged later. */
export async function dueByRoastDay(shop: Shop): Promise<{ days: RoastDay[] }> {
  const days = new Map<string, RoastDay>()
  for (const { roastsOn, deliveries, ...line } of await orderedLines(shop))
    add(days, roastsOn, deliveries, [line])
  for (const { days: of, items } of await plannedDeliveries(shop))
    add(
      days,
      of.roastsOn,
      1,
      items.map(({ name, sizeLabel, grind, qty }) => ({ name, sizeLabel, grind, paid: 0, planned: qty })),
    )
  for (const day of days.values()) day.lines.sort(byName)
  return { days: [...days.values()].toSorted((one, other) => (one.roastsOn < other.roastsOn ? -1 : 1)) }
}

function add(days: Map<string, RoastDay>, roastsOn: string, deliveries: number, lines: DueLine[]): void {
  const day = days.get(roastsOn) ?? { roastsOn, deliveries: 0, lines: [] }
  days.set(roastsOn, day)
  day.deliveries += deliveries
  for (const line of lines) {
    const same = day.lines.find(
      ({ name, sizeLabel, grind }) =>
        name === line.name && sizeLabel === line.sizeLabel && grind === line.grind,
    )
    if (!same) day.lines.push({ ...line })
    else {
      same.paid += line.paid
      same.planned += line.planned
    }
  }
}

function byName(one: DueLine, other: DueLine): number {
  return sortText(one).localeCompare(sortText(other), 'en')
}

function sortText({ name, sizeLabel, grind }: DueLine): string {
  return `${name}\n${sizeLabel}\n${grind}`
}

/** The charges of each day. A delivery whose day has passed is charged today. */
export async function chargesByDay(shop: Shop): Promise<{ days: ChargeDay[] }> {
  const today = nowAt(shop.clock).day
  const sums = new Map<string, { deliveries: number; cents: number }>()
  for (const { row, days, items } of await plannedDeliveries(shop)) {
    // Nobody is charged for a gift again.
    if (row.status === 'gift') continue
    const day = days.chargeAt.day < today ? today : days.chargeAt.day
    const sum = sums.get(day) ?? { deliveries: 0, cents: 0 }
    sums.set(day, sum)
    sum.deliveries++
    for (const item of items) sum.cents += lineCents(item, row.discount_percent, days.chargeAt.day)
  }
  return {
    days: [...sums]
      .map(([chargesOn, { deliveries, cents }]) => ({ chargesOn, deliveries, items: toDollars(cents) }))
      .toSorted((one, other) => (one.chargesOn < other.chargesOn ? -1 : 1)),
  }
}

/** All deliveries without an order that are roasted within PLAN_DAYS. A late one is roasted as soon as possible. */
async function plannedDeliveries(shop: Shop): Promise<Planned[]> {
  const now = nowAt(shop.clock)
  const until = addDays(now.day, PLAN_DAYS)
  const plan = await plannerOf(shop)
  const [rows, items] = await Promise.all([readRows(shop, until), readPlannedItems(shop, until)])
  const itemsOf = Map.groupBy(items, ({ subscription_id: id }) => id)
  const within = { first: plan.firstRoast(now), until }
  // Most subscriptions share their days with others.
  const known = new Map<string, DeliveryDays[]>()
  return rows.flatMap((row) => {
    const key = `${row.next_on} ${row.weeks}`
    const days =
      known.get(key) ?? deliveriesUntil(plan, { plannedOn: row.next_on!, weeks: row.weeks }, within)
    known.set(key, days)
    return deliveriesOf(days.slice(0, row.left ?? days.length), row, itemsOf.get(row.id) ?? [])
  })
}

function deliveriesOf(days: readonly DeliveryDays[], row: PlannedRow, items: Item[]): Planned[] {
  const lasting = items.filter((item) => !item.is_once)
  return days.map((each, index) => ({ row, days: each, items: index === 0 ? items : lasting }))
}

function readRows({ db }: Shop, until: string): Promise<PlannedRow[]> {
  return db
    .selectFrom('subscriptions')
    .select(['id', 'weeks', 'next_on', 'discount_percent', 'status'])
    .select((eb) => leftInGift(eb).as('left'))
    .where('next_on', '<=', until)
    .where('status', 'in', ['active', 'paused', 'gift'])
    .orderBy('next_on')
    .orderBy('id')
    .execute()
}

/** The lines of orders of subscriptions that are not packed yet, summed up. An order counts once for its day. */
async function orderedLines({ db, clock }: Shop) {
  const ofSubscriptions = db
    .selectFrom('subscription_deliveries')
    .select('order_id')
    .where('order_id', 'is not', null)
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select(['orders.id', 'state', 'name', 'size_label', 'grind', 'qty'])
    .select((eb) => eb.fn.coalesce('roasts_on', 'ships_on').as('day'))
    .where((eb) => eb(eb.fn.coalesce('roasts_on', 'ships_on'), '>=', nowAt(clock).day))
    .where('state', 'in', ['pending', 'capturing', 'paid'])
    .where('orders.id', 'in', ofSubscriptions)
    .orderBy('orders.id')
    .execute()
  return rows.map(({ id, day, state, name, size_label: sizeLabel, grind, qty }, index) => ({
    roastsOn: day!,
    deliveries: rows[index - 1]?.id === id ? 0 : 1,
    name,
    sizeLabel,
    grind,
    paid: state === 'paid' ? qty : 0,
    planned: state === 'paid' ? 0 : qty,
  }))
}
