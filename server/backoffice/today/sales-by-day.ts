/**
 * An in-memory cache of the sales by day, in the shop's time zone. The total of a paid order never changes, so each
 * order is read only once. Refunds are read for each request and subtracted on their own days.
 */
import { type Clock, MINUTE, isoIn } from '#server/kernel/time/clock.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { daysAfter, startOf } from '#server/kernel/time/shop-days.ts'
import { refundedOn } from './refunds-by-day.ts'
import { addSizes, type Sold, type SoldByDay, type SoldSizes } from './sold.ts'

/** The number of days in a period. */
export const PERIOD_DAYS = 30
/** The days of the period, and of the period before it for comparison. */
const CACHED_DAYS = 2 * PERIOD_DAYS

/**
 * An instance sets `paid_at` before it commits, so an order can become visible up to this time after its `paid_at`.
 * Sales younger than this are not cached and are read for each request.
 */
const COMMIT_DELAY = 5 * MINUTE

export type RecentSales = {
  /**
   * Orders and cents by day, less the refunds of that day, of the period and of the one before it. Can be negative. A day
   * without sales and refunds has no entry.
   */
  days: Map<string, Omit<Sold, 'sizes'>>
  /** What was sold in the period, after refunds. */
  sizes: SoldSizes
}

/**
 * The key of the fact with the time at which paid orders were last deleted. Only the removal of the demo deletes them.
 */
export const SALES_REMOVED = 'sales-removed'

export type SalesByDay = { read: () => Promise<RecentSales> }

export function openSalesByDay({ db, clock }: { db: Db; clock: Clock }): SalesByDay {
  /** Entries are replaced and never changed, because a concurrent request may be reading them. */
  const cached: SoldByDay = new Map()
  /** The sum of the sizes of the cached days from `begin` on; null until it is first read. */
  let period: { begin: string; sizes: SoldSizes } | null = null
  let until = ''
  let removed: string | undefined
  let running: Promise<void> | null = null

  /** Extends the cache one day at a time, so that other requests wait for at most one query and not for sixty. */
  async function extend(first: string): Promise<void> {
    const fact = await db
      .selectFrom('shop_facts')
      .select('value')
      .where('key', '=', SALES_REMOVED)
      .executeTakeFirst()
    if (fact?.value !== removed) {
      cached.clear()
      period = null
      until = ''
      removed = fact?.value
    }
    for (const day of cached.keys()) if (day < first) cached.delete(day)
    if (until < startOf(first)) until = startOf(first)
    const end = isoIn(clock, -COMMIT_DELAY)
    while (until < end) {
      const day = dayOf(new Date(until))
      const stop = min(startOf(daysAfter(day, 1)), end)
      const sold = await soldBetween(db, until, stop)
      cached.set(day, sumOf(cached.get(day), sold))
      if (period && day >= period.begin) addSizes(period.sizes, sold.sizes)
      until = stop
      await new Promise(setImmediate)
    }
  }

  return {
    async read() {
      const today = dayOf(clock.now())
      const days = Array.from({ length: CACHED_DAYS }, (_, index) =>
        daysAfter(today, index + 1 - CACHED_DAYS),
      )
      running ??= extend(days[0]!).finally(() => {
        running = null
      })
      await running
      const begin = days[PERIOD_DAYS]!
      if (period?.begin !== begin) period = { begin, sizes: sizesSince(cached, begin) }
      const sold = { days: new Map<string, Omit<Sold, 'sizes'>>(cached), sizes: new Map(period.sizes) }
      const since = until
      const changes = await refundedOn(db, days)
      for (const day of days.filter((each) => startOf(daysAfter(each, 1)) > since)) {
        const from = startOf(day)
        const latest = await soldBetween(db, from > since ? from : since, startOf(daysAfter(day, 1)))
        changes.set(day, sumOf(changes.get(day), latest))
      }
      for (const [day, { orders, cents, sizes }] of changes) {
        const before = sold.days.get(day)
        sold.days.set(day, { orders: orders + (before?.orders ?? 0), cents: cents + (before?.cents ?? 0) })
        if (day >= begin) addSizes(sold.sizes, sizes)
      }
      return sold
    },
  }
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
      .groupBy('size_id')
      .select((eb) => [
        'size_id',
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
    sizes: new Map(sizes.map(({ size_id, qty, cents }) => [size_id, { qty, cents }])),
  }
}

function sumOf(a: Sold | undefined, b: Sold): Sold {
  if (!a) return b
  const sizes = new Map(a.sizes)
  addSizes(sizes, b.sizes)
  return { orders: a.orders + b.orders, cents: a.cents + b.cents, sizes }
}

function sizesSince(soldByDay: SoldByDay, begin: string): SoldSizes {
  const sum: SoldSizes = new Map()
  for (const [day, { sizes }] of soldByDay) if (day >= begin) addSizes(sum, sizes)
  return sum
}

function min(a: string, b: string): string {
  return a < b ? a : b
}
