/** What visitors do with products: look for them, look at them, review them. */
import type { Body, Query } from '#shared/api/endpoint.ts'
import type { Product, ProductWithReviews, products } from '#shared/api/products.ts'
import { isoNow, newId } from '../clock.ts'
import { isTaken } from '../db/failures.ts'
import { badRequest, notFound, requireSameId } from '../errors.ts'
import type { Visit } from '../serve.ts'
import type { Shop } from '../shop.ts'
import { findSession, type SignedIn } from '../users/sessions.ts'
import { findRated, matching, meanRating, pageOf, rated, toProduct } from './catalogue.ts'

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

/** The best rated, the newer first among equals. */
export async function topProducts(shop: Shop): Promise<Product[]> {
  const rows = await rated(matching(shop.db, ''))
    .orderBy((eb) => eb.fn.coalesce(meanRating(eb), eb.lit(0)), 'desc')
    .orderBy('created_at', 'desc')
    .limit(TOP)
    .execute()
  return rows.map((row) => toProduct(shop, row))
}

/**
 * One product with its reviews, newest first. A draft is there for admins alone, and their answer is kept nowhere.
 * Throws 404.
 */
export async function getProduct(
  shop: Shop,
  id: string,
  visit: Pick<Visit, 'token' | 'keepPrivate'>,
): Promise<ProductWithReviews> {
  const row = await findRated(shop.db, id)
  if (row.is_draft) {
    const reader = visit.token ? await findSession(shop, visit.token) : null
    if (!reader?.isAdmin) throw notFound('Product')
    visit.keepPrivate()
  }
  const reviews = await shop.db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    ...toProduct(shop, row),
    reviews: reviews.map((review) => ({
      _id: review.id,
      name: review.name,
      rating: review.rating,
      comment: review.comment,
      createdAt: review.created_at,
    })),
  }
}

/** Adds the one review that a user may write of a product. */
export async function reviewProduct(
  shop: Shop,
  user: SignedIn,
  id: string,
  body: Body<typeof products.review>,
) {
  requireSameId(body.productId, id)
  const product = await findRated(shop.db, id)
  if (product.is_draft) throw notFound('Product')
  try {
    await shop.db
      .insertInto('reviews')
      .values({
        id: newId(shop.clock),
        product_id: id,
        user_id: user._id,
        name: user.name,
        rating: body.rating,
        comment: body.comment,
        created_at: isoNow(shop.clock),
      })
      .execute()
  } catch (error) {
    if (isTaken(error)) throw badRequest('Product already reviewed')
    throw error
  }
  shop.changed({ tag: 'Product', id })
}
