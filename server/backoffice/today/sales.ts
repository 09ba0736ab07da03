/**
 * Sales figures of the admin home page: by day, with the previous period for comparison, by coffee, and the best
 * sellers.
 */
import type { AdminSales, SoldProduct } from '#shared/backoffice/api/admin.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { addDays } from '#shared/kernel/days.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import { billedByDay } from '#server/checkout/orders/reports/wholesale.ts'
import type { Shop } from '#server/platform/shop.ts'
import { sumByVia } from '#server/checkout/orders/reports/by-via.ts'
import { PERIOD_DAYS, readSales, type RecentSales } from './sales-by-day.ts'

const MAX_COFFEES = 10
const MAX_BEST_SELLERS = 5

/** The figures of the last 30 days, in the shop's time zone. */
export async function salesOf(shop: Shop): Promise<AdminSales> {
  const today = dayOf(shop.clock.now())
  const [{ days: soldByDay, sizes }, vias, giftCards, wholesale] = await Promise.all([
    readSales(shop),
    takenByVia(shop, today),
    giftCardsSold(shop),
    invoiced(shop),
  ])
  const sold = [...sizes].flatMap(([id, of]) => (of.qty > 0 ? [{ id, ...of }] : []))
  const coffees = coffeesIn(sold).toSorted((a, b) => b.cents - a.cents)
  const [first, best] = await Promise.all([
    named(shop, coffees.slice(0, MAX_COFFEES)),
    bestSellers(shop, sold),
  ])
  return {
    today: compareWithBefore(soldByDay, today, 1),
    week: compareWithBefore(soldByDay, today, 7),
    month: compareWithBefore(soldByDay, today, PERIOD_DAYS),
    vias,
    giftCards,
    wholesale,
    days: lastDays(today, PERIOD_DAYS).map((day) => {
      const dayBefore = addDays(day, -PERIOD_DAYS)
      return { day, dayBefore, ...taken(soldByDay, [day]), before: taken(soldByDay, [dayBefore]) }
    }),
    coffees: first,
    otherCoffees: sumOf(coffees.slice(MAX_COFFEES)),
    best,
  }
}

/** What was taken by web, phone and counter: the orders that were paid, and their money less refunds. */
async function takenByVia({ db }: Shop, today: string): Promise<AdminSales['vias']> {
  const end = startOf(addDays(today, 1))
  const starts = [1, 7, PERIOD_DAYS].map((days) => startOf(addDays(today, 1 - days)))
  const [day = [], week = [], month = []] = await sumByVia(db, { starts, end })
  const takenIn = (sums: typeof day, index: number) => {
    const { orders, paidCents, refundedCents } = sums[index]!
    return { orders, total: toDollars(paidCents - refundedCents) }
  }
  return day.map(({ via }, index) => ({
    via,
    today: takenIn(day, index),
    week: takenIn(week, index),
    month: takenIn(month, index),
  }))
}

type SoldDays = RecentSales['days']

/** The sums of a size or a product. */
type Sums = { id: string; qty: number; cents: number }

/** The sums of each coffee. */
function coffeesIn(sold: readonly (Sums & { product: string; isCoffee: boolean })[]): Sums[] {
  const coffees = new Map<string, Sums>()
  for (const { product: id, isCoffee, qty, cents } of sold) {
    if (!isCoffee) continue
    const before = coffees.get(id)
    coffees.set(id, { id, qty: qty + (before?.qty ?? 0), cents: cents + (before?.cents ?? 0) })
  }
  return [...coffees.values()]
}

/** Products with their current names. */
async function named({ db }: Shop, products: readonly Sums[]): Promise<SoldProduct[]> {
  if (products.length === 0) return []
  const ids = products.map(({ id }) => id)
  const rows = await db.selectFrom('products').where('id', 'in', ids).select(['id', 'name']).execute()
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
  return products.map(({ id, qty, cents }) => ({
    _id: id,
    name: nameOf.get(id) ?? '',
    qty,
    total: toDollars(cents),
  }))
}

/** The sizes of which most pieces were sold, with their current names. */
async function bestSellers({ db }: Shop, sold: readonly Sums[]): Promise<AdminSales['best']> {
  const best = sold.toSorted((a, b) => b.qty - a.qty || b.cents - a.cents).slice(0, MAX_BEST_SELLERS)
  if (best.length === 0) return []
  const rows = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .where(
      'product_sizes.id',
      'in',
      best.map(({ id }) => id),
    )
    .select(['product_sizes.id', 'product_id', 'name', 'label', 'grams'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return best.flatMap(({ id, qty, cents }) => {
    const row = byId.get(id)
    if (!row) return []
    return [{ _id: row.product_id, name: row.name, size: labelOf(row), qty, total: toDollars(cents) }]
  })
}

/** The sales of a number of days up to today, and of the same number of days before. */
function compareWithBefore(soldByDay: SoldDays, today: string, days: number) {
  const before = taken(soldByDay, lastDays(addDays(today, -days), days))
  return { ...taken(soldByDay, lastDays(today, days)), before }
}

function taken(soldByDay: SoldDays, days: string[]) {
  const sold = days.map((day) => soldByDay.get(day))
  return {
    orders: sold.reduce((sum, day) => sum + (day?.orders ?? 0), 0),
    total: toDollars(sold.reduce((sum, day) => sum + (day?.cents ?? 0), 0)),
  }
}

/** The given number of days, ending with `last`. */
function lastDays(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(last, index + 1 - count))
}

function sumOf(products: readonly Sums[]) {
  return {
    qty: products.reduce((sum, { qty }) => sum + qty, 0),
    total: toDollars(products.reduce((sum, { cents }) => sum + cents, 0)),
  }
}

/**
 * The gift cards sold in the shop and at the bar today, in 7 days and in 30 days, in dollars. Later refunds are not
 * subtracted. A gift card counts as a sale only when it is spent (decisions/062-gift-cards.md), so Today shows these
 * amounts separately.
 */
async function giftCardsSold({ db, clock }: Shop): Promise<AdminSales['giftCards']> {
  const today = dayOf(clock.now())
  const from = (days: number) => startOf(addDays(today, 1 - days))
  const sold = await db
    .selectFrom('orders')
    .select(['paid_at as at', 'total_cents as cents'])
    .where('paid_at', '>=', from(PERIOD_DAYS))
    .where('is_gift_card', '=', 1)
    .where('pays_invoices', '=', 0)
    .unionAll(
      db
        .selectFrom('gift_card_moves')
        .select(['at', 'cents'])
        .where('kind', '=', 'sold')
        .where('at', '>=', from(PERIOD_DAYS)),
    )
    .execute()
  const since = (days: number) =>
    toDollars(sold.reduce((sum, { at, cents }) => sum + (at! >= from(days) ? cents : 0), 0))
  return { today: since(1), week: since(7), month: since(PERIOD_DAYS) }
}

/** What was invoiced to wholesale accounts today, in 7 days and in 30 days, in dollars. */
async function invoiced({ db, clock }: Shop): Promise<AdminSales['wholesale']> {
  const today = dayOf(clock.now())
  const billed = await billedByDay(db, addDays(today, 1 - PERIOD_DAYS), today)
  const since = (days: number) => {
    const from = addDays(today, 1 - days)
    return toDollars(billed.reduce((sum, { day, cents }) => sum + (day >= from ? cents : 0), 0))
  }
  return { today: since(1), week: since(7), month: since(PERIOD_DAYS) }
}
