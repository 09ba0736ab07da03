/**
 * What lists of the shop filter and sort by, of all products on sale. It is kept in memory and updated with each change,
 * so that a list and its counts need no query over all products (decisions/049).
 */
import { sql } from 'kysely'
import { ROASTS } from '#shared/categories.ts'
import type { Sort } from '#shared/product-filters.ts'
import type { Db } from '../db/schema.ts'
import type { Source } from '../shop.ts'
import { matching } from './catalogue.ts'
import { createOptions, FACTS, type Facts, type Option, type Options } from './options.ts'

/** A product on sale. `options` are the ids of its options. */
export type Shelved = {
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

export type Shelf = {
  /** The products, the newest first. */
  products: readonly Shelved[]
  /** By id. */
  options: readonly Option[]
  sorted: (sort: Exclude<Sort, 'match'>) => readonly Shelved[]
  /** Numbers further options, for an update. */
  numbering: Options
}

/** The products on sale. Use it with `shop.remembered`. */
export const wholeShelf: Source<Shelf> = {
  read: async (db) => {
    const numbering = createOptions()
    return shelfOf(await readProducts(db, numbering), numbering)
  },
  update: async (db, { products, numbering }, ids) => {
    const changed = new Set(ids)
    const kept = products.filter(({ id }) => !changed.has(id))
    const again = await readProducts(db, numbering, ids)
    return shelfOf(again.length === 0 ? kept : [...again, ...kept].sort(newestFirst), numbering)
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

function shelfOf(products: readonly Shelved[], numbering: Options): Shelf {
  return { products, options: numbering.all, sorted: createOrders(products), numbering }
}

type Row = Facts & { id: string; created_at: string; name: string; shop_place: number | null }

/** The products on sale, the newest first; all, or those of `ids`. */
async function readProducts(db: Db, numbering: Options, ids?: readonly string[]): Promise<Shelved[]> {
  const [rows, sizes] = await Promise.all([
    matching(db, '')
      .select(['id', 'created_at', 'name', 'shop_place', ...FACTS])
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
      options: numbering.of(row, size.in_stock > 0),
      place: row.shop_place ?? Infinity,
      cents: size.cents,
      roast: row.roasting_level,
    }
  })
}

type Size = { product_id: string; cents: number; in_stock: number }

/** The lowest price of each product, and the count in stock of the size that has most. */
async function readPrices(db: Db, ids?: readonly string[]): Promise<Map<string, Size>> {
  const only = ids === undefined ? sql`` : sql`and product_id in (${sql.join(ids)})`
  const { rows } = await sql<Size>`
    select product_id, min(price_cents) as cents, max(count_in_stock) as in_stock from product_sizes
    where removed_at is null ${only} group by product_id`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row]))
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

function newestFirst(one: Shelved, other: Shelved): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1
  return one.id < other.id ? 1 : -1
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
