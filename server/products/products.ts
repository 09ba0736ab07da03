/** What visitors do with products: look for them and look at them. */
import type { Query } from '#shared/api/endpoint.ts'
import type { Product, ProductWithReviews, products } from '#shared/api/products.ts'
import { notFound } from '../errors.ts'
import type { Visit } from '../http/serve.ts'
import type { Shop } from '../shop.ts'
import { findSession } from '../sessions/sessions.ts'
import { findRated, matching, meanOfBuyers, pageOf, rated, toProduct } from './catalogue.ts'
import { toReview } from './reviews.ts'

const PAGE_SIZE = 8
const TOP = 3

/** Products on sale, newest first; every word of `keyword` must be found. A page out of range is empty. */
export async function listProducts(shop: Shop, { keyword, pageNumber }: Query<typeof products.list>) {
  const onSale = matching(shop.db, keyword ?? '')
  const { total } = await onSale
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await pageOf(shop.db, onSale, { total, pageNumber, pageSize: PAGE_SIZE })
  return {
    products: rows.map((row) => toProduct(shop, row)),
    page: pageNumber,
    pages: Math.ceil(total / PAGE_SIZE),
  }
}

/**
 * The products that buyers rated best, the newer first among equals. Ratings by people who did not buy the product, and
 * hidden reviews, do not count: otherwise any new account could decide what the home page shows.
 */
export async function topProducts(shop: Shop): Promise<Product[]> {
  const rows = await rated(matching(shop.db, ''))
    .orderBy((eb) => eb.fn.coalesce(meanOfBuyers(eb), eb.lit(0)), 'desc')
    .orderBy('created_at', 'desc')
    .limit(TOP)
    .execute()
  return rows.map((row) => toProduct(shop, row))
}

/**
 * One product with its reviews, newest first, without hidden ones. A draft is there for admins alone, and their answer
 * is kept nowhere. Throws 404.
 */
export async function getProduct(
  shop: Shop,
  id: string,
  visit: Pick<Visit, 'token' | 'forbidCaching'>,
): Promise<ProductWithReviews> {
  const row = await findRated(shop.db, id)
  if (row.is_draft) {
    const reader = visit.token ? await findSession(shop, visit.token) : null
    if (!reader?.isAdmin) throw notFound('Product')
    visit.forbidCaching()
  }
  const reviews = await shop.db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', id)
    .where('hidden_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    ...toProduct(shop, row),
    reviews: reviews.map(toReview),
  }
}
