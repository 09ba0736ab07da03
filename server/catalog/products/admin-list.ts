/** The product list in the admin area: search, filters and counts. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { productAdmin, ProductFilter } from '#shared/catalog/api/product-admin.ts'
import type { WantedProducts } from '#shared/catalog/api/product-bulk.ts'
import { brand } from '#shared/kernel/brand.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { beginsWith, contains, searchTerms } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import { toProducts, withRatings } from './catalogue.ts'

const PAGE_SIZE = 10
/** The maximum number of suggested values of a field. */
const MAX_VALUES = 200

type Ordered = Pick<Query<typeof productAdmin.list>, 'sort' | 'order'>

const SORT_KEYS = {
  date: sql`products.created_at`,
  name: sql`lower(products.name)`,
  category: sql`products.category`,
  brand: sql`products.brand`,
}

/** All products, newest first or sorted. Every word of `keyword` must be in the product's text or at the start of its id. */
export async function listForAdmin(
  shop: Shop,
  { pageNumber, pageSize, sort, order, ...filter }: Query<typeof productAdmin.list>,
) {
  const found = filterProducts(shop.db, filter)
  const [{ total }, counts] = await Promise.all([
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    countByFilter(shop.db),
  ])
  const page = planPage(total, { pageNumber, pageSize, order }, PAGE_SIZE)
  const by = [SORT_KEYS[sort ?? 'date'], sql`products.id`]
  // A subquery selects the ids: otherwise PostgreSQL would add up the reviews of every skipped product.
  const ids = page.pick(found.select('id'), by)
  const rows = await page
    .sort(withRatings(shop.db.selectFrom('products').where('id', 'in', ids)), by)
    .execute()
  return {
    products: await toProducts(shop, rows, 'staff'),
    withoutWeight: await withoutWeight(shop.db, rows),
    ...page.numbers,
    total,
    counts,
  }
}

/** The ids of those of these products of which a size has no weight. */
async function withoutWeight(db: Db, rows: readonly { id: string }[]): Promise<string[]> {
  const found = filterProducts(db, { show: 'no-weight' }).where('id', 'in', ['', ...rows.map(({ id }) => id)])
  return (await found.select('id').execute()).map(({ id }) => id)
}

/** The products before and after a product in the list with this filter and order, also if the filter leaves it out. */
export async function neighborsOf(
  { db }: Shop,
  id: string,
  { sort, order = 'desc', ...filter }: WantedProducts & Ordered,
): Promise<Reply<typeof productAdmin.neighbors>> {
  const by = SORT_KEYS[sort ?? 'date']
  const own = await filterProducts(db, {}).select(by.as('key')).where('id', '=', id).executeTakeFirst()
  if (!own) throw notFound('Product')
  const closest = async (after: boolean) => {
    const isUp = (order === 'asc') === after
    const found = await filterProducts(db, filter)
      .select(['id as _id', 'name'])
      .where(sql<boolean>`(${by}, products.id) ${isUp ? sql`>` : sql`<`} (${own.key}, ${id})`)
      .orderBy(by, isUp ? 'asc' : 'desc')
      .orderBy('products.id', isUp ? 'asc' : 'desc')
      .limit(1)
      .executeTakeFirst()
    return found ?? null
  }
  const [previous, next] = await Promise.all([closest(false), closest(true)])
  return { previous, next }
}

/** A query of the products that are not deleted and match the filter. */
export function filterProducts(
  db: Db,
  { keyword = '', show, category, ids }: WantedProducts & { ids?: string[] },
) {
  let query = db.selectFrom('products').where('deleted_at', 'is', null)
  if (ids) query = query.where('id', 'in', ids)
  for (const word of searchTerms(keyword))
    query = query.where((eb) =>
      eb.or([contains('products.search_text', word), beginsWith('products.id', word)]),
    )
  if (show) query = query.where(FILTER_CONDITIONS[show])
  if (category) query = query.where('category', '=', category)
  return query
}

const FILTER_CONDITIONS: Record<ProductFilter, ReturnType<typeof sql<boolean>>> = {
  'on-sale': sql<boolean>`is_draft = 0`,
  low: sql<boolean>`is_draft = 0 and ${hasSizeWith(brand.lowStock)}`,
  'sold-out': sql<boolean>`is_draft = 0 and ${hasSizeWith(0)}`,
  draft: sql<boolean>`is_draft = 1`,
  // A work of art has its weight in its own row.
  'no-weight': sql<boolean>`(case when products.category = ${sql.lit(COFFEE_BEANS)}
    then products.id in ${sizesWithout('grams')} else products.id in ${sizesWithout('shipping_grams')} end)
    and products.id not in (select product_id from works)`,
}

/** The products with a size without this weight. It refers to no other row, so that databases read the sizes once. */
function sizesWithout(weight: 'grams' | 'shipping_grams') {
  return sql`(select product_id from product_sizes where removed_at is null and coalesce(${sql.ref(weight)}, 0) = 0)`
}

/** Whether at most `left` pieces of any size of a product are in stock. */
function hasSizeWith(left: number) {
  return sql`is_roasted_to_order = 0 and products.id in (select product_id from product_sizes
    where removed_at is null and count_in_stock <= ${sql.lit(left)})`
}

async function countByFilter(db: Db) {
  return await db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere(FILTER_CONDITIONS['on-sale']).as('onSale'),
      fn.countAll<number>().filterWhere(FILTER_CONDITIONS.low).as('low'),
      fn.countAll<number>().filterWhere(FILTER_CONDITIONS['sold-out']).as('soldOut'),
      fn.countAll<number>().filterWhere(FILTER_CONDITIONS.draft).as('draft'),
      fn.countAll<number>().filterWhere(FILTER_CONDITIONS['no-weight']).as('noWeight'),
    ])
    .executeTakeFirstOrThrow()
}

/** The categories, brands, origins, processes, varieties and weights of products, as suggestions for the product form. */
export async function valuesInUse({ db }: Shop) {
  const [categories, brands, origins, processes, varieties, weights] = await Promise.all([
    distinct(db, 'category'),
    distinct(db, 'brand'),
    distinct(db, 'origin'),
    distinct(db, 'process'),
    distinct(db, 'variety'),
    weightsInUse(db),
  ])
  const accounts = await accountsIn(db)
  return { categories, brands, origins, processes, varieties, weights, accounts }
}

/** The wholesale accounts that can have a product of their own, by name. */
async function accountsIn(db: Db): Promise<{ _id: string; name: string }[]> {
  const rows = await db
    .selectFrom('companies')
    .select(['id', 'trade_name', 'legal_name'])
    .where('status', '<>', 'closed')
    .orderBy('legal_name')
    .limit(MAX_ACCOUNTS)
    .execute()
  return rows.map(({ id, trade_name, legal_name }) => ({ _id: id, name: trade_name || legal_name }))
}

const MAX_ACCOUNTS = 1000
const MAX_WEIGHTS = 4

/** In grams, those of the most coffees first. */
async function weightsInUse(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('product_sizes')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .where('removed_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('category', '=', COFFEE_BEANS)
    .where('grams', '>', 0)
    .groupBy('grams')
    .select('grams')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('grams')
    .limit(MAX_WEIGHTS)
    .execute()
  return rows.map(({ grams }) => grams!)
}

type Suggested = 'category' | 'brand' | 'origin' | 'process' | 'variety'

async function distinct(db: Db, column: Suggested): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select(`${column} as value`)
    .distinct()
    .where('deleted_at', 'is', null)
    .where(column, '<>', '')
    // Skips the sample values of drafts that were not filled in yet.
    .where((eb) => eb.not(eb.and([eb('is_draft', '=', 1), eb(column, 'like', 'Sample %')])))
    .orderBy(column)
    .limit(MAX_VALUES)
    .execute()
  return rows.map(({ value }) => value)
}
