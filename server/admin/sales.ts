/** How sales go: by day beside the days before, by coffee, and what is liked best. */
import type { DeskSales, SoldProduct } from '#shared/api/admin.ts'
import { COFFEE_BEANS } from '#shared/categories.ts'
import { dayOf } from '#shared/dates.ts'
import { toDollars } from '#shared/pricing.ts'
import { daysAfter } from '../time/shop-days.ts'
import type { Shop } from '../shop.ts'
import { addProducts, SPAN, type Book, type SalesByDay, type Sold } from './sales-by-day.ts'

const COFFEES = 10
const BEST = 5

/** The figures of the last 30 days of the house. */
export async function salesOf(shop: Shop, salesByDay: SalesByDay): Promise<DeskSales> {
  const book = await salesByDay.read()
  const today = dayOf(shop.clock.now())
  const products = await productsOf(shop, book, lastDays(today, SPAN))
  const coffees = products.filter(({ isCoffee }) => isCoffee).sort((a, b) => b.cents - a.cents)
  const best = products.toSorted((a, b) => b.qty - a.qty || b.cents - a.cents)
  return {
    today: compared(book, today, 1),
    week: compared(book, today, 7),
    month: compared(book, today, SPAN),
    days: lastDays(today, SPAN).map((day) => {
      const dayBefore = daysAfter(day, -SPAN)
      return { day, dayBefore, ...taken(book, [day]), before: taken(book, [dayBefore]) }
    }),
    coffees: coffees.slice(0, COFFEES).map(toWire),
    otherCoffees: together(coffees.slice(COFFEES)),
    best: best.slice(0, BEST).map(toWire),
  }
}

type Product = { id: string; name: string; isCoffee: boolean; qty: number; cents: number }

/** What was sold at all, by its name of today. */
async function productsOf({ db }: Shop, book: Book, days: string[]): Promise<Product[]> {
  const sum: Sold['products'] = new Map()
  for (const day of days) addProducts(sum, book.get(day)?.products ?? new Map())
  const sold = [...sum].filter(([, { qty }]) => qty > 0)
  if (sold.length === 0) return []
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'category'])
    .$if(sold.length <= MANY, (query) =>
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

/** More than so many names are asked for as all of them: a statement takes only so many parameters. */
const MANY = 500

/** The span up to a day, and the one just before. */
function compared(book: Book, today: string, days: number) {
  const before = taken(book, lastDays(daysAfter(today, -days), days))
  return { ...taken(book, lastDays(today, days)), before }
}

function taken(book: Book, days: string[]) {
  const sold = days.map((day) => book.get(day))
  return {
    orders: sold.reduce((sum, day) => sum + (day?.orders ?? 0), 0),
    total: toDollars(sold.reduce((sum, day) => sum + (day?.cents ?? 0), 0)),
  }
}

/** So many days that end with this one. */
function lastDays(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => daysAfter(last, index + 1 - count))
}

function toWire({ id, name, qty, cents }: Product): SoldProduct {
  return { _id: id, name, qty, total: toDollars(cents) }
}

function together(products: Product[]) {
  return {
    qty: products.reduce((sum, { qty }) => sum + qty, 0),
    total: toDollars(products.reduce((sum, { cents }) => sum + cents, 0)),
  }
}
