/**
 * The product index: the values by which lists of the shop are filtered and sorted, for all products on sale. It is
 * kept in memory and updated with each change, so a list and its counts need no query over all products
 * (decisions/049).
 */
import { sql } from 'kysely'
import { COFFEE_BEANS, ROASTS } from '#shared/kernel/categories.ts'
import { availableCount } from '#shared/kernel/sizes.ts'
import {
  ALTITUDES,
  CAFFEINE,
  FILTERS,
  FILTER_NAMES,
  IN_STOCK,
  slugOf,
  type FilterName,
  type Sort,
} from '#shared/platform/product-filters.ts'
import type { Db, ProductRow } from '#server/kernel/db/schema.ts'
import type { Source } from '#server/platform/shop.ts'
import { matching } from '../catalogue.ts'

/** A product on sale. `options` has the ids of its options. */
export type IndexedProduct = {
  id: string
  createdAt: string
  name: string
  category: string
  options: readonly number[]
  /** The place that the owner chose; Infinity without one. */
  place: number
  /** The lowest price of its sizes, in cents. */
  cents: number
  roast: number
}

export type ProductIndex = {
  /** The products on sale, newest first. */
  products: readonly IndexedProduct[]
  /** The options of all products. The id of an option is its position. */
  options: readonly Option[]
  /** The products in a sort order. */
  sorted: (sort: Exclude<Sort, 'match'>) => readonly IndexedProduct[]
  /** Assigns ids to the options of changed products. */
  numbering: Options
}

/** How the product index is read and updated: `shop.cached('Product', productIndex)`. */
export const productIndex: Source<ProductIndex> = {
  read: async (db) => {
    const numbering = createOptions()
    return indexFrom(await readProducts(db, numbering), numbering)
  },
  update: async (db, { products, numbering }, ids) => {
    const changed = new Set(ids)
    const kept = products.filter(({ id }) => !changed.has(id))
    const again = await readProducts(db, numbering, ids)
    return indexFrom(again.length === 0 ? kept : [...again, ...kept].sort(newestFirst), numbering)
  },
  stateOf: stateOfProducts,
}

/**
 * A short text that differs after every change of products on sale: each save, and each change of stock or sizes,
 * increments the version of its product.
 */
export async function stateOfProducts(db: Db): Promise<string> {
  const { count, versions, latest } = await matching(db, '')
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      fn.sum<number>('version').as('versions'),
      fn.max('updated_at').as('latest'),
    ])
    .executeTakeFirstOrThrow()
  return `${count} ${versions} ${latest}`
}

function indexFrom(products: readonly IndexedProduct[], numbering: Options): ProductIndex {
  return { products, options: numbering.all, sorted: createOrders(products), numbering }
}

type Row = Facts & {
  id: string
  created_at: string
  name: string
  shop_place: number | null
  is_roasted_to_order: 0 | 1
}

/** The products on sale, newest first: all, or those with these ids. */
async function readProducts(db: Db, numbering: Options, ids?: readonly string[]): Promise<IndexedProduct[]> {
  const [rows, sizes] = await Promise.all([
    matching(db, '')
      .select(['id', 'created_at', 'name', 'shop_place', 'is_roasted_to_order', ...FACTS])
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids!))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    readPrices(db, ids),
  ])
  return rows.map((row: Row) => {
    const size = sizes.get(row.id) ?? { cents: 0, in_stock: 0 }
    return {
      id: row.id,
      createdAt: row.created_at,
      name: row.name,
      category: row.category,
      options: numbering.of(row, availableCount(size.in_stock, row.is_roasted_to_order === 1) > 0),
      place: row.shop_place ?? Infinity,
      cents: size.cents,
      roast: row.roasting_level,
    }
  })
}

type Size = { product_id: string; cents: number; in_stock: number }

/** For each product: the lowest price in cents, and the highest count in stock of the sizes that visitors see. */
async function readPrices(db: Db, ids?: readonly string[]): Promise<Map<string, Size>> {
  const only = ids === undefined ? sql`` : sql`and product_id in (${sql.join(ids)})`
  const { rows } = await sql<Size>`
    select product_id, min(price_cents) as cents, max(count_in_stock) as in_stock from product_sizes
    where removed_at is null and for_accounts = 0 ${only} group by product_id`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
}

/** Computes each sort order when it is first needed. Products that are equal in an order stay newest first. */
function createOrders(products: readonly IndexedProduct[]): ProductIndex['sorted'] {
  const orders = new Map<Sort, readonly IndexedProduct[]>([['newest', products]])
  return (sort) => {
    const known = orders.get(sort)
    if (known) return known
    const made = products.toSorted(COMPARE[sort])
    orders.set(sort, made)
    return made
  }
}

function newestFirst(one: IndexedProduct, other: IndexedProduct): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  return one.id < other.id ? 1 : -1
}

type Compare = (one: IndexedProduct, other: IndexedProduct) => number

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
function roastOf({ roast }: IndexedProduct): number {
  return roast === 0 ? ROASTS.length : roast
}

/** The columns that filters read. The options of a product are its values by which filters select it. */
const FACTS = [
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
] as const
type Facts = Pick<ProductRow, (typeof FACTS)[number]>

/** A value of a filter that at least one product has or had. */
export type Option = { id: number; filter: FilterName; value: string; label: string }

type Options = ReturnType<typeof createOptions>

/** For each filter, the column of a product that it reads, and the function that returns the labels for its value. */
const LABELS: { [N in FilterName]: [column: keyof Facts, labelsOf: (value: never) => string[]] } = {
  roast: ['roasting_level', (level: number) => texts(ROASTS[level] ?? '')],
  flavor: ['flavors', (json: string) => JSON.parse(json) as string[]],
  best: ['best_for', (json: string) => JSON.parse(json) as string[]],
  process: ['process', texts],
  // Only the country: `Ethiopia, Guji Highlands` has the option `Ethiopia`.
  origin: ['origin', (origin: string) => texts(origin.split(',')[0]!)],
  type: ['composition', texts],
  caffeine: ['is_decaf', (isDecaf: 0 | 1) => [CAFFEINE[isDecaf]]],
  altitude: ['altitude', altitudeOf],
  variety: ['variety', (variety: string) => variety.split(',').flatMap(texts)],
  kind: ['category', texts],
  stock: ['category', () => []],
}

function texts(text: string): string[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : [trimmed]
}

function altitudeOf(meters: number | null): string[] {
  const range = meters === null ? undefined : ALTITUDES.findLast(({ from }) => meters >= from)
  return range ? [range.label] : []
}

/** Assigns ids to the options of products. The options for a value of a column are computed only once. */
function createOptions() {
  const all: Option[] = []
  let inStock: number | undefined
  const byColumn = FILTER_NAMES.map((name) => {
    const [column, labelsOf] = LABELS[name]
    return {
      name,
      column,
      labelsOf: labelsOf as (value: unknown) => string[],
      known: new Map<unknown, number[]>(),
    }
  })

  function idOf(filter: FilterName, text: string): number {
    const value = slugOf(text)
    // Spellings with the same slug are the same option: `Catuaí` and `Catuai`.
    const same = all.find((option) => option.filter === filter && option.value === value)
    const label = FILTERS[filter].labels?.find((each) => slugOf(each) === value) ?? text
    return same?.id ?? all.push({ id: all.length, filter, value, label }) - 1
  }

  return {
    all,
    of(row: Facts, isInStock: boolean): readonly number[] {
      const ids: number[] = []
      for (const { name, column, labelsOf, known } of byColumn) {
        // Other goods have no caffeine.
        if (name === 'caffeine' && row.category !== COFFEE_BEANS) continue
        const value = row[column]
        let own = known.get(value)
        if (own === undefined) known.set(value, (own = labelsOf(value).map((label) => idOf(name, label))))
        for (const id of own) ids.push(id)
      }
      if (isInStock) ids.push(inStock ?? (inStock = idOf('stock', IN_STOCK)))
      return ids
    },
  }
}
