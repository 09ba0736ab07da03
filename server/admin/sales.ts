/**
 * Sales figures of the admin home page: by day, with the previous period for comparison, by coffee, and the best
 * sellers.
 */
import type { AdminSales, SoldProduct } from '#shared/api/admin.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { dayOf } from '#shared/dates.ts'
import { toDollars } from '#shared/pricing.ts'
import { daysAfter } from '../time/shop-days.ts'
import type { Shop } from '../shop.ts'
import { addProducts, PERIOD_DAYS, type SoldByDay, type SalesByDay, type Sold } from './sales-by-day.ts'

const MAX_COFFEES = 10
const MAX_BEST_SELLERS = 5

/** The figures of the last 30 days, in the shop's time zone. */
export async function salesOf(shop: Shop, salesByDay: SalesByDay): Promise<AdminSales> {
  const soldByDay = await salesByDay.read()
  const today = dayOf(shop.clock.now())
  const products = await productsOf(shop, soldByDay, lastDays(today, PERIOD_DAYS))
  const coffees = products.filter(({ isCoffee }) => isCoffee).sort((a, b) => b.cents - a.cents)
  const best = products.toSorted((a, b) => b.qty - a.qty || b.cents - a.cents)
  return {
    today: compareWithBefore(soldByDay, today, 1),
    week: compareWithBefore(soldByDay, today, 7),
    month: compareWithBefore(soldByDay, today, PERIOD_DAYS),
    days: lastDays(today, PERIOD_DAYS).map((day) => {
      const dayBefore = daysAfter(day, -PERIOD_DAYS)
      return { day, dayBefore, ...taken(soldByDay, [day]), before: taken(soldByDay, [dayBefore]) }
    }),
    coffees: coffees.slice(0, MAX_COFFEES).map(toWire),
    otherCoffees: sumOf(coffees.slice(MAX_COFFEES)),
    best: best.slice(0, MAX_BEST_SELLERS).map(toWire),
  }
}

type Product = { id: string; name: string; isCoffee: boolean; qty: number; cents: number }

/** The products sold on these days, with their current names. */
async function productsOf({ db }: Shop, soldByDay: SoldByDay, days: string[]): Promise<Product[]> {
  const sum: Sold['products'] = new Map()
  for (const day of days) addProducts(sum, soldByDay.get(day)?.products ?? new Map())
  const sold = [...sum].filter(([, { qty }]) => qty > 0)
  if (sold.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'category'])
    .$if(sold.length <= MAX_IDS, (query) =>
      query.where(
        'id',
        'in',
        sold.map(([id]) => id),
      ),
    )
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return sold.map(([id, { qty, cents }]) => {
    const { name = '', category } = byId.get(id) ?? {}
    return { id, name, isCoffee: category === COFFEE_BEANS, qty, cents }
  })
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

function toWire({ id, name, qty, cents }: Product): SoldProduct {
  return { _id: id, name, qty, total: toDollars(cents) }
}

function sumOf(products: Product[]) {
  return {
    qty: products.reduce((sum, { qty }) => sum + qty, 0),
    total: toDollars(products.reduce((sum, { cents }) => sum + cents, 0)),
  }
}
