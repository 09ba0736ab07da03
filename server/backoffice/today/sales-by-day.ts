/**
 * The sales by day, in the shop's time zone. The total of a paid order never changes, so a day that is over is read only
 * once. Refunds are read for each request and subtracted on their own days.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { MINUTE, isoIn, type Clock } from '#server/kernel/time/clock.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Db, OrderLineRow } from '#server/kernel/db/schema.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'
import { netPriceOf } from '#shared/kernel/discounts.ts'
import { piecesOf } from '#shared/kernel/refunds.ts'
import { addDays } from '#shared/kernel/days.ts'
import { sql } from 'kysely'

/** The number of days in a period. */
export const PERIOD_DAYS = 30

/**
 * An instance sets `paid_at` before it commits, so an order can become visible up to this time after its `paid_at`. A
 * day is kept only when it has ended this long ago.
 */
const COMMIT_DELAY = 5 * MINUTE

export type RecentSales = {
  /**
   * Orders and cents by day, less the refunds of that day, of the period and of the one before it. Can be negative.
   */
  days: Map<string, Omit<Sold, 'sizes'>>
  /** What was sold in the period, after refunds. */
  sizes: SoldSizes
}

/**
 * The key of the fact with the time at which paid orders were last deleted. Only the removal of the demo deletes them.
 */
export const SALES_REMOVED = 'sales-removed'

/** The days that are over, of each database. `removed` is the value of the fact when they were read. */
const keptDays = new WeakMap<Db, { removed: string | undefined; days: SoldByDay }>()

async function keptOf(db: Db): Promise<SoldByDay> {
  const fact = await db
    .selectFrom('shop_facts')
    .select('value')
    .where('key', '=', SALES_REMOVED)
    .executeTakeFirst()
  const known = keptDays.get(db)
  if (known && known.removed === fact?.value) return known.days
  const days: SoldByDay = new Map()
  keptDays.set(db, { removed: fact?.value, days })
  return days
}

/** The sales of the last period and of the one before it, for comparison. */
export async function readSales({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<RecentSales> {
  const today = dayOf(clock.now())
  const days = Array.from({ length: 2 * PERIOD_DAYS }, (_, index) =>
    addDays(today, index + 1 - 2 * PERIOD_DAYS),
  )
  const [sold, refunded] = await Promise.all([soldOn(db, clock, days), refundedOn(db, days)])
  const sales: RecentSales = { days: new Map(), sizes: new Map() }
  for (const [day, { orders, cents, sizes }] of [...sold, ...refunded]) {
    const before = sales.days.get(day)
    sales.days.set(day, { orders: orders + (before?.orders ?? 0), cents: cents + (before?.cents ?? 0) })
    if (day >= days[PERIOD_DAYS]!) addSizes(sales.sizes, sizes)
  }
  return sales
}

/** What was sold on each of these days. */
async function soldOn(db: Db, clock: Clock, days: readonly string[]): Promise<[day: string, sold: Sold][]> {
  const kept = await keptOf(db)
  for (const day of kept.keys()) if (day < days[0]!) kept.delete(day)
  const found: [string, Sold][] = []
  // One day after another, so that other requests wait for at most one query and not for sixty.
  for (const day of days) {
    let sold = kept.get(day)
    if (!sold) {
      const end = startOf(addDays(day, 1))
      const isOver = end < isoIn(clock, -COMMIT_DELAY)
      sold = await soldBetween(db, startOf(day), end)
      if (isOver) kept.set(day, sold)
      // Queries on SQLite do not let the server answer other requests.
      await nextTurn()
    }
    found.push([day, sold])
  }
  return found
}

/** The orders paid in a period, including orders that were refunded later, without replacements. */
async function soldBetween(db: Db, from: string, to: string): Promise<Sold> {
  const paid = db
    .selectFrom('orders')
    .where('paid_at', '>=', from)
    .where('paid_at', '<', to)
    .where('total_cents', '>', 0)
    // A gift card is not a sale until it is spent.
    .where('is_gift_card', '=', 0)
    .where('company_id', 'is', null)
  const [sums, sizes] = await Promise.all([
    paid
      .select(({ fn }) => [
        fn.countAll<number>().as('orders'),
        fn.sum<number | null>('total_cents').as('cents'),
      ])
      .executeTakeFirstOrThrow(),
    paid
      // A subquery, because with a plain join SQLite would scan all order lines, which are already sorted by size.
      .crossJoin('order_lines')
      .whereRef('order_lines.order_id', '=', 'orders.id')
      .groupBy(['size_id', 'product_id', 'category'])
      .select((eb) => [
        'size_id',
        'product_id',
        'category',
        eb.fn.sum<number>('qty').as('qty'),
        eb.fn
          .sum<number>(eb(eb('qty', '*', eb.ref('price_cents')), '-', eb.ref('order_lines.discount_cents')))
          .as('cents'),
      ])
      .execute(),
  ])
  return {
    orders: sums.orders,
    cents: sums.cents ?? 0,
    sizes: sizesOf(sizes),
  }
}

/** What was sold on a day. */
type Sold = { orders: number; cents: number; sizes: SoldSizes }
/** The pieces sold of each size, and their price. */
type SoldSizes = Map<string, { qty: number; cents: number; product: string; isCoffee: boolean }>

type SoldByDay = Map<string, Sold>

/** Adds the sizes to `sum`. */
function addSizes(sum: SoldSizes, sizes: SoldSizes): void {
  for (const [id, size] of sizes) {
    const before = sum.get(id)
    sum.set(id, before ? { ...before, qty: before.qty + size.qty, cents: before.cents + size.cents } : size)
  }
}

type SoldLine = Pick<OrderLineRow, 'size_id' | 'product_id' | 'category'>

function sizesOf(rows: readonly (SoldLine & { qty: number; cents: number })[]): SoldSizes {
  const sum: SoldSizes = new Map()
  for (const row of rows) addLine(sum, row, row)
  return sum
}

/** Adds pieces of a line to `sum`. */
function addLine(
  sum: SoldSizes,
  { size_id: id, product_id: product, category }: SoldLine,
  { qty, cents }: { qty: number; cents: number },
): void {
  addSizes(sum, new Map([[id, { qty, cents, product, isCoffee: category === COFFEE_BEANS }]]))
}

// What refunds take from the sales of each day. A refund belongs to the day on which it completed, and its goods to the day
// on which they were refunded or returned to stock, so the sales of a day that is over stay the same.

/**
 * The refunds on these days, as negative amounts. Goods are subtracted if a refund lists them, if they were returned to
 * stock, or if the whole order was refunded.
 */
async function refundedOn(db: Db, days: readonly string[]): Promise<SoldByDay> {
  const begins = days.map((day) => startOf(day))
  const begin = begins[0]!
  const [money, closed, lines, named, shelved] = await Promise.all([
    refundsSince(db, begin)
      .select(['refunds.amount_cents', sql<string>`completed_at`.as('at')])
      .execute(),
    refundedOrders(db, begin),
    linesOf(db, begin),
    namedItems(db, begin),
    shelvedItems(db, begin),
  ])
  const byDay: SoldByDay = new Map()
  const entryOf = (at: string): Sold | null => {
    const day = days[begins.findLastIndex((each) => each <= at)]
    if (day === undefined) return null
    const entry = byDay.get(day) ?? { orders: 0, cents: 0, sizes: new Map() }
    byDay.set(day, entry)
    return entry
  }
  for (const { amount_cents: cents, at } of money) entryOf(at)!.cents -= cents
  const closedAt = new Map(closed.map(({ id, at }) => [id, at]))
  for (const at of closedAt.values()) {
    const entry = entryOf(at)
    if (entry) entry.orders--
  }
  const events = Map.groupBy([...named, ...shelved], ({ id, position }) => `${id} ${position}`)
  for (const line of lines) {
    const ofLine = events.get(`${line.id} ${line.position}`) ?? []
    for (const { at, qty, cents } of stepsOf(line, ofLine, closedAt.get(line.id))) {
      const entry = entryOf(at)
      if (entry) addLine(entry.sizes, line, { qty: -qty, cents: -cents })
    }
  }
  return byDay
}

type Line = { id: string } & SoldLine &
  Pick<OrderLineRow, 'position' | 'qty' | 'price_cents' | 'discount_cents'>

type Event = { id: string; position: number; at: string; qty: number; kind: 'named' | 'shelved' }

/**
 * The pieces of a line that no longer count as sold, with the time of each step. The same piece can be listed in a refund and
 * returned to stock and must count once, so the larger of both quantities counts.
 * @param closedAt when the whole order was refunded
 */
function stepsOf(line: Line, events: Event[], closedAt: string | undefined) {
  const steps: { at: string; qty: number; cents: number }[] = []
  const sums = { named: 0, shelved: 0 }
  let gone = 0
  const goneBy = (at: string, qty: number) => {
    if (qty <= gone) return
    steps.push({ at, qty: qty - gone, cents: priceOf(line, qty) - priceOf(line, gone) })
    gone = qty
  }
  for (const { at, qty, kind } of events.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    if (closedAt !== undefined && at > closedAt) break
    sums[kind] += qty
    goneBy(at, Math.min(line.qty, Math.max(sums.named, sums.shelved)))
  }
  if (closedAt !== undefined) goneBy(closedAt, line.qty)
  return steps
}

/** The price of the first pieces of an order line, after their share of its discount. */
function priceOf({ price_cents, discount_cents, qty: ordered }: Line, qty: number): number {
  const line = { priceCents: price_cents, qty: ordered, discountCents: discount_cents }
  return netPriceOf(piecesOf(line, { qty: 0, cents: 0 }, qty))
}

/** The completed refunds of sales since a moment. */
function refundsSince(db: Db, begin: string) {
  return (
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      // A literal: with a parameter, SQLite cannot use the partial index.
      .where(sql<boolean>`refunds.state = 'completed' and refunds.of_sale = 1`)
      .where('orders.is_gift_card', '=', 0)
      .where('orders.company_id', 'is', null)
      .where('completed_at', '>=', begin)
  )
}

/** The ids of orders of which money or goods came back since a moment. */
function touchedSince(db: Db, begin: string) {
  return refundsSince(db, begin)
    .select('orders.id')
    .union(
      db
        .selectFrom('refunds')
        .innerJoin('payments', 'payments.id', 'refunds.payment_id')
        .innerJoin('orders', 'orders.id', 'payments.order_id')
        .where('orders.is_gift_card', '=', 0)
        .where('orders.company_id', 'is', null)
        .where('restocked_at', '>=', begin)
        .select('orders.id'),
    )
}

function refundedOrders(db: Db, begin: string): Promise<{ id: string; at: string }[]> {
  return db
    .selectFrom('orders')
    .where('state', '=', 'refunded')
    .where('closed_at', 'is not', null)
    .where('id', 'in', touchedSince(db, begin))
    .select(['id', sql<string>`closed_at`.as('at')])
    .execute()
}

function linesOf(db: Db, begin: string): Promise<Line[]> {
  return db
    .selectFrom('order_lines')
    .where('order_id', 'in', touchedSince(db, begin))
    .select(['order_id as id', 'position', 'size_id', 'product_id', 'category'])
    .select(['qty', 'price_cents', 'discount_cents'])
    .execute()
}

/** The items that completed refunds list. */
function namedItems(db: Db, begin: string): Promise<Event[]> {
  return db
    .selectFrom('payments')
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .innerJoin('refund_items', 'refund_items.refund_id', 'refunds.id')
    .where('payments.order_id', 'in', touchedSince(db, begin))
    .where('completed_at', 'is not', null)
    .select(['payments.order_id as id', 'refund_items.line as position', 'refund_items.qty'])
    .select([sql<string>`completed_at`.as('at'), sql<'named'>`'named'`.as('kind')])
    .execute()
}

/** The items that were returned to stock. */
function shelvedItems(db: Db, begin: string): Promise<Event[]> {
  return db
    .selectFrom('payments')
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .innerJoin('refund_lines', 'refund_lines.refund_id', 'refunds.id')
    .where('payments.order_id', 'in', touchedSince(db, begin))
    .where('restocked_at', 'is not', null)
    .select(['payments.order_id as id', 'refund_lines.line as position', 'refund_lines.qty'])
    .select([sql<string>`restocked_at`.as('at'), sql<'shelved'>`'shelved'`.as('kind')])
    .execute()
}
