/** Products as the owner looks for them. */
import { sql } from 'kysely'
import type { Query } from '#shared/api/endpoint.ts'
import type { productAdmin, Shelf } from '#shared/api/product-admin.ts'
import { brand } from '#shared/brand.ts'
import type { Db } from '../db/schema.ts'
import { beginsWith, holds, wordsOf } from '../db/search.ts'
import type { Shop } from '../shop.ts'
import { pageOf, toProduct } from './catalogue.ts'

const PAGE_SIZE = 10
/** So many categories, brands or origins are offered: nobody reads more. */
const MOST_WORDS = 200

type Wanted = Omit<Query<typeof productAdmin.list>, 'pageNumber'>

/** All products, newest first; every word of `keyword` must be found in the text or begin the id. */
export async function listForDesk(shop: Shop, { pageNumber, ...wanted }: Query<typeof productAdmin.list>) {
  const found = wantedProducts(shop.db, wanted)
  const [{ total }, counts] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    countShelves(shop.db),
  ])
  const rows = await pageOf(shop.db, found, { total, pageNumber, pageSize: PAGE_SIZE })
  return {
    products: rows.map((row) => toProduct(shop, row)),
    page: pageNumber,
    pages: Math.ceil(total / PAGE_SIZE),
    total,
    counts,
  }
}

/** Products that were not deleted and fit what is wanted. */
export function wantedProducts(db: Db, { keyword = '', show, category }: Wanted) {
  let query = db.selectFrom('products').where('deleted_at', 'is', null)
  for (const word of wordsOf(keyword))
    query = query.where((eb) => eb.or([holds('products.search_text', word), beginsWith('products.id', word)]))
  if (show) query = query.where(SHELF[show])
  if (category) query = query.where('category', '=', category)
  return query
}

const SHELF: Record<Shelf, ReturnType<typeof sql<boolean>>> = {
  'on-sale': sql<boolean>`is_draft = 0`,
  low: sql<boolean>`is_draft = 0 and count_in_stock <= ${sql.lit(brand.lowStock)}`,
  'sold-out': sql<boolean>`is_draft = 0 and count_in_stock = 0`,
  draft: sql<boolean>`is_draft = 1`,
}

async function countShelves(db: Db) {
  return await db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere(SHELF['on-sale']).as('onSale'),
      fn.countAll<number>().filterWhere(SHELF.low).as('low'),
      fn.countAll<number>().filterWhere(SHELF['sold-out']).as('soldOut'),
      fn.countAll<number>().filterWhere(SHELF.draft).as('draft'),
    ])
    .executeTakeFirstOrThrow()
}

/** The categories, brands and origins of products that are or were on sale, to choose from. */
export async function wordsInUse({ db }: Shop) {
  const [categories, brands, origins] = await Promise.all([
    distinct(db, 'category'),
    distinct(db, 'brand'),
    distinct(db, 'origin'),
  ])
  return { categories, brands, origins }
}

async function distinct(db: Db, column: 'category' | 'brand' | 'origin'): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select(`${column} as word`)
    .distinct()
    .where('deleted_at', 'is', null)
    .where(column, '<>', '')
    // The samples of a draft that nobody has filled in are not in use.
    .where((eb) => eb.not(eb.and([eb('is_draft', '=', 1), eb(column, 'like', 'Sample %')])))
    .orderBy(column)
    .limit(MOST_WORDS)
    .execute()
  return rows.map(({ word }) => word)
}
