/** Products for visitors: top products, the products of the home page, and one product with its reviews. */
import type { Product, ProductWithReviews } from '#shared/catalog/api/products.ts'
import type { Db, WorkRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { idOf } from '#server/platform/slugs/slugs.ts'
import { findFullSession } from '#server/platform/sessions/sessions.ts'
import { bestRated, findRated, matching, onSaleInOrder, toProducts } from './catalogue.ts'
import { grownOf } from './origins/grown.ts'
import { toReview } from './reviews/reviews.ts'
import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import { hourly } from './search/hourly.ts'

const TOP = 3

/**
 * The products with the best ratings by verified buyers. Of products with equal ratings, the newer comes first. Other
 * ratings do not count: otherwise any new account could decide what the home page shows. Hidden reviews do not count
 * either.
 */
export async function topProducts(shop: Shop): Promise<Product[]> {
  return toProducts(shop, await bestRated(shop.db, TOP))
}

/** The large product of the home page, and a wall of eight. */
const FEATURED = 9

/**
 * The products of the home page: those with a place on it, lowest number first; then the best sellers, then the newest,
 * coffees before other goods and what is in stock before what is not.
 */
export async function featuredProducts(shop: Shop): Promise<Product[]> {
  const onSale = matching(shop.db, '').select('id').limit(FEATURED)
  const chosen = onSale.where('featured', 'is not', null).orderBy('featured').orderBy('created_at', 'desc')
  const newest = onSale.orderBy('created_at', 'desc').orderBy('id', 'desc')
  const sellers = await bestSellers(shop)
  const candidates = [
    ...(await chosen.execute()),
    ...sellers.map((id) => ({ id })),
    ...(await newest.where('category', '=', COFFEE_BEANS).execute()),
    ...(await newest.execute()),
  ].map(({ id }) => id)
  const found = await toProducts(shop, await onSaleInOrder(shop.db, [...new Set(candidates)]))
  return found.toSorted((one, other) => rank(one) - rank(other)).slice(0, FEATURED)
}

function rank({ featured, category, sizes }: Product): number {
  if (featured !== null) return 0
  const isInStock = sizes.some(({ countInStock }) => countInStock > 0)
  return (category === COFFEE_BEANS ? 1 : 3) + (isInStock ? 0 : 1)
}

/**
 * One product with its visible reviews, newest first. Only admins can see a draft, and that response is not cached.
 * Throws 404.
 * @param address the id of the product, its address or a former one
 */
export async function getProduct(
  shop: Shop,
  address: string,
  http: Pick<HttpContext, 'token' | 'forbidCaching' | 'concerns'>,
): Promise<ProductWithReviews> {
  const id = await idOf(shop.db, 'products', address)
  http.concerns(id)
  const row = await findRated(shop.db, id)
  if (row.is_draft) {
    const user = await findFullSession(shop, http.token)
    if (!user?.isAdmin) throw notFound('Product')
    http.forbidCaching()
  }
  const hasReviews = (await partOf(shop, 'reviews')) !== 'off'
  const reviews = hasReviews ? await readReviews(shop.db, id) : []
  const work = await shop.db
    .selectFrom('works')
    .select(['year', 'medium', 'dimensions', 'box'])
    .where('product_id', '=', id)
    .executeTakeFirst()
  const [product] = await toProducts(shop, [row])
  if (!product) throw notFound('Product')
  return {
    ...product,
    ...(hasReviews ? {} : { rating: 0, numReviews: 0 }),
    reviews: reviews.map(toReview),
    grown: await grownOf(shop.db, product),
    work: work ? labelOfWork(work) : null,
  }
}

function readReviews(db: Db, productId: string) {
  return db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', productId)
    .where('hidden_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

function labelOfWork({ box, ...label }: Pick<WorkRow, 'year' | 'medium' | 'dimensions' | 'box'>) {
  return { ...label, isPickupOnly: box === '' }
}

const PERIOD = 30 * DAY
/** More than the home page shows, because some may be deleted or hidden by now. */
const COUNT = 10

/**
 * The ids of the ten products with the most units paid for in the last 30 days. Each sale changes a product, so the
 * home page is rendered again. That must not add up a month of sales.
 */
const bestSellers = hourly(async ({ db, clock }): Promise<string[]> => {
  const rows = await db
    .selectFrom('orders')
    .where('paid_at', '>=', isoIn(clock, -PERIOD))
    .where('orders.state', '<>', 'refunded')
    // Replacements are not sold.
    .where('orders.total_cents', '>', 0)
    .where('orders.is_gift_card', '=', 0)
    // What accounts buy says nothing about what visitors like.
    .where('orders.company_id', 'is', null)
    // A cross join, because SQLite would read all order lines for an inner join.
    .crossJoin('order_lines')
    .whereRef('order_lines.order_id', '=', 'orders.id')
    .groupBy('product_id')
    .select((eb) => ['product_id', eb.fn.sum<number>('qty').as('units')])
    .orderBy('units', 'desc')
    .orderBy('product_id')
    .limit(COUNT)
    .execute()
  return rows.map(({ product_id }) => product_id)
})
