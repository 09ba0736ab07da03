/**
 * What lists of the shop filter and sort by, of all products on sale. It is kept in memory until a product changes, so
 * that a list and its counts need no query over all products (decisions/049).
 */
import { sql } from 'kysely'
import { COFFEE_BEANS, ROASTS } from '#shared/categories.ts'
import {
  ALTITUDES,
  CAFFEINE,
  FILTER_NAMES,
  FILTERS,
  IN_STOCK,
  slugOf,
  type FilterName,
  type Sort,
} from '#shared/product-filters.ts'
import type { Db, ProductRow } from '../db/schema.ts'
import { matching } from './catalogue.ts'

/** A value of a filter that at least one product has. */
export type Option = { id: number; filter: FilterName; value: string; label: string }

/** A product on sale. `options` are the ids of its options. */
export type Shelved = {
  id: string
  name: string
  category: string
  options: readonly number[]
  /** The place that the owner chose; Infinity without one. */
  place: number
  /** The lowest price of its sizes, in cents. */
  cents: number
  roast: number
}

export type Shelf = {
  /** The products, the newest first. */
  products: readonly Shelved[]
  /** By id. */
  options: readonly Option[]
  sorted: (sort: Exclude<Sort, 'match'>) => readonly Shelved[]
}

/** Reads the products on sale. Use it with `shop.remembered`. */
export async function readShelf(db: Db): Promise<Shelf> {
  const [rows, sizes] = await Promise.all([
    matching(db, '').select(COLUMNS).orderBy('created_at', 'desc').orderBy('id', 'desc').execute(),
    readPrices(db),
  ])
  const options = createOptions()
  const products = rows.map((row) => {
    const size = sizes.get(row.id) ?? { cents: 0, in_stock: 0 }
    return {
      id: row.id,
      name: row.name,
      category: row.category,
      options: options.idsOf(labelsOf(row, size.in_stock > 0)),
      place: row.shop_place ?? Infinity,
      cents: size.cents,
      roast: row.roasting_level,
    }
  })
  return { products, options: options.all, sorted: createOrders(products) }
}

const COLUMNS = [
  'id',
  'name',
  'category',
  'origin',
  'process',
  'variety',
  'altitude',
  'flavors',
  'best_for',
  'composition',
  'is_decaf',
  'roasting_level',
  'shop_place',
] as const

type Row = Pick<ProductRow, (typeof COLUMNS)[number]>

type Size = { product_id: string; cents: number; in_stock: number }

/** The lowest price of each product, and the count in stock of the size that has most. */
async function readPrices(db: Db): Promise<Map<string, Size>> {
  const { rows } = await sql<Size>`
    select product_id, min(price_cents) as cents, max(count_in_stock) as in_stock from product_sizes
    where removed_at is null group by product_id`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
}

/** The labels of a product's options, by filter. */
function labelsOf(row: Row, isInStock: boolean): Record<FilterName, readonly string[]> {
  const isCoffee = row.category === COFFEE_BEANS
  const roast = ROASTS[row.roasting_level] ?? ''
  return {
    roast: roast === '' ? [] : [roast],
    flavor: JSON.parse(row.flavors) as string[],
    best: JSON.parse(row.best_for) as string[],
    process: texts(row.process),
    // The country. Other goods have no origin.
    origin: texts(row.origin.split(',')[0]!),
    type: texts(row.composition),
    caffeine: isCoffee ? [CAFFEINE[row.is_decaf]] : [],
    altitude: altitudeOf(row.altitude),
    variety: row.variety.split(',').flatMap(texts),
    kind: [row.category],
    stock: isInStock ? [IN_STOCK] : [],
  }
}

function texts(text: string): string[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [trimmed]
}

function altitudeOf(meters: number | null): string[] {
  const range = meters === null ? undefined : ALTITUDES.findLast(({ from }) => meters >= from)
  return range ? [range.label] : []
}

/** Numbers the options of all products. Products with the same options share one list of them. */
function createOptions() {
  const all: Option[] = []
  const byText = new Map<string, number>()
  const lists = new Map<string, readonly number[]>()

  function idOf(filter: FilterName, text: string): number {
    const key = `${filter} ${text}`
    const known = byText.get(key)
    if (known !== undefined) return known
    const value = slugOf(text)
    // Spellings with the same slug are the same option: `Catuaí` and `Catuai`.
    const same = all.find((option) => option.filter === filter && option.value === value)
    const label = FILTERS[filter].labels?.find((each) => slugOf(each) === value) ?? text
    const { id } = same ?? { id: all.push({ id: all.length, filter, value, label }) - 1 }
    byText.set(key, id)
    return id
  }

  return {
    all,
    idsOf(labels: Record<FilterName, readonly string[]>): readonly number[] {
      const ids = FILTER_NAMES.flatMap((name) => labels[name].map((label) => idOf(name, label)))
      const key = ids.join()
      const known = lists.get(key)
      if (known) return known
      lists.set(key, ids)
      return ids
    },
  }
}

/** Each order is computed when it is first needed. Products that an order does not separate stay newest first. */
function createOrders(products: readonly Shelved[]): Shelf['sorted'] {
  const orders = new Map<Sort, readonly Shelved[]>([['newest', products]])
  return (sort) => {
    const known = orders.get(sort)
    if (known) return known
    const made = products.toSorted(COMPARE[sort])
    orders.set(sort, made)
    return made
  }
}

type Compare = (one: Shelved, other: Shelved) => number

const COMPARE: Record<Exclude<Sort, 'match'>, Compare> = {
  // Without the check, two products without a place would give NaN.
  featured: (one, other) => (one.place === other.place ? 0 : one.place - other.place),
  newest: () => 0,
  price: (one, other) => one.cents - other.cents,
  'price-down': (one, other) => other.cents - one.cents,
  roast: (one, other) => roastOf(one) - roastOf(other),
  'roast-down': (one, other) => other.roast - one.roast,
}

/** Products without a roasting level come last in both orders. */
function roastOf({ roast }: Shelved): number {
  return roast === 0 ? ROASTS.length : roast
}
