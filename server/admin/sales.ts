/**
 * Sales figures of the admin home page: by day, with the previous period for comparison, by coffee, and the best
 * sellers.
 */
import type { AdminSales, SoldProduct } from '#shared/api/admin.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { dayOf } from '#shared/dates.ts'
import { toDollars } from '#shared/pricing.ts'
import { labelOf } from '#shared/sizes.ts'
import { daysAfter } from '../time/shop-days.ts'
import type { Shop } from '../shop.ts'
import { giftCardsSold } from './gift-cards-sold.ts'
import { addSizes, PERIOD_DAYS, type SoldByDay, type SalesByDay, type Sold } from './sales-by-day.ts'

const MAX_COFFEES = 10
const MAX_BEST_SELLERS = 5

/** The figures of the last 30 days, in the shop's time zone. */
export async function salesOf(shop: Shop, salesByDay: SalesByDay): Promise<AdminSales> {
  const soldByDay = await salesByDay.read()
  const today = dayOf(shop.clock.now())
  const sizes = await sizesOf(shop, soldByDay, lastDays(today, PERIOD_DAYS))
  const coffees = byProduct(sizes.filter(({ isCoffee }) => isCoffee)).sort((a, b) => b.cents - a.cents)
  const best = sizes.toSorted((a, b) => b.qty - a.qty || b.cents - a.cents)
  return {
    today: compareWithBefore(soldByDay, today, 1),
    week: compareWithBefore(soldByDay, today, 7),
    month: compareWithBefore(soldByDay, today, PERIOD_DAYS),
    giftCards: await giftCardsSold(shop),
    days: lastDays(today, PERIOD_DAYS).map((day) => {
      const dayBefore = daysAfter(day, -PERIOD_DAYS)
      return { day, dayBefore, ...taken(soldByDay, [day]), before: taken(soldByDay, [dayBefore]) }
    }),
    coffees: coffees.slice(0, MAX_COFFEES).map(toWire),
    otherCoffees: sumOf(coffees.slice(MAX_COFFEES)),
    best: best.slice(0, MAX_BEST_SELLERS).map((each) => ({ ...toWire(each), size: each.size })),
  }
}

type Size = {
  productId: string
  name: string
  size: string
  isCoffee: boolean
  qty: number
  cents: number
}

/** The sizes sold on these days, with their current names. */
async function sizesOf({ db }: Shop, soldByDay: SoldByDay, days: string[]): Promise<Size[]> {
  const sum: Sold['sizes'] = new Map()
  for (const day of days) addSizes(sum, soldByDay.get(day)?.sizes ?? new Map())
  const sold = [...sum].filter(([, { qty }]) => qty > 0)
  if (sold.length === 0) return []
  const ids = sold.map(([id]) => id)
  const rows = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .select(['product_sizes.id', 'product_id', 'name', 'category', 'label', 'grams'])
    .$if(ids.length <= MAX_IDS, (query) => query.where('product_sizes.id', 'in', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return sold.flatMap(([id, { qty, cents }]) => {
    const row = byId.get(id)
    if (!row) return []
    const { product_id: productId, name, category } = row
    return { productId, name, size: labelOf(row), isCoffee: category === COFFEE_BEANS, qty, cents }
  })
}

/** The sums of the sizes of each product. */
function byProduct(sizes: readonly Size[]): Size[] {
  const products = new Map<string, Size>()
  for (const size of sizes) {
    const before = products.get(size.productId) ?? { ...size, qty: 0, cents: 0 }
    products.set(size.productId, {
      ...before,
      qty: before.qty + size.qty,
      cents: before.cents + size.cents,
    })
  }
  return [...products.values()]
}

/** If there are more ids than this, all names are read, because the number of parameters of a statement is limited. */
const MAX_IDS = 500

/** The sales of a number of days up to today, and of the same number of days before. */
function compareWithBefore(soldByDay: SoldByDay, today: string, days: number) {
  const before = taken(soldByDay, lastDays(daysAfter(today, -days), days))
  return { ...taken(soldByDay, lastDays(today, days)), before }
}

function taken(soldByDay: SoldByDay, days: string[]) {
  const sold = days.map((day) => soldByDay.get(day))
  return {
    orders: sold.reduce((sum, day) => sum + (day?.orders ?? 0), 0),
    total: toDollars(sold.reduce((sum, day) => sum + (day?.cents ?? 0), 0)),
  }
}

/** The given number of days, ending with `last`. */
function lastDays(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => daysAfter(last, index + 1 - count))
}

function toWire({ productId, name, qty, cents }: Size): SoldProduct {
  return { _id: productId, name, qty, total: toDollars(cents) }
}

function sumOf(products: readonly Size[]) {
  return {
    qty: products.reduce((sum, { qty }) => sum + qty, 0),
    total: toDollars(products.reduce((sum, { cents }) => sum + cents, 0)),
  }
}
