/**
 * Customers' reviews: write a review, read the user's own review, and find out whether the author is a verified buyer.
 */
import type { ExpressionBuilder } from 'kysely'
import type { Body } from '#shared/api/endpoint.ts'
import type { OwnReview, products, Review } from '#shared/api/products.ts'
import { isoNow, newId } from '../time/clock.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { Db, ReviewRow, Schema } from '../db/schema.ts'
import { badRequest, notFound, requireSameId } from '../errors.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'

/**
 * Adds a user's review of a product; each user may write one per product.
 * Throws 404 if the product is deleted or a draft, and 400 if the user has already reviewed it, hidden or not.
 */
export async function reviewProduct(
  shop: Shop,
  user: SignedIn,
  id: string,
  body: Body<typeof products.review>,
) {
  requireSameId(body.productId, id)
  const product = await shop.db
    .selectFrom('products')
    .select('is_draft')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!product || product.is_draft) throw notFound('Product')
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
    if (isUniqueViolation(error)) throw badRequest('Product already reviewed')
    throw error
  }
  shop.changed({ tag: 'Product', id })
}

/** The user's own review of a product, hidden or not; null if there is none. */
export async function ownReview({ db }: Shop, user: SignedIn, productId: string): Promise<OwnReview | null> {
  const row = await db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', productId)
    .where('user_id', '=', user._id)
    .executeTakeFirst()
  return row ? { ...toReview(row), hiddenBecause: row.hidden_reason } : null
}

/** Converts a row to the public review of the API. */
export function toReview(row: ReviewRow): Review {
  return {
    _id: row.id,
    name: row.name,
    rating: row.rating,
    comment: row.comment,
    createdAt: row.created_at,
  }
}

/**
 * SQL condition: the author of a review has paid for an order with the product, refunded or not. The nested subqueries
 * make SQLite start from the few orders of the author, not from all orders with the product.
 */
export function isByBuyer(eb: ExpressionBuilder<Schema, 'reviews'>) {
  return eb.exists(
    eb
      .selectFrom('orders')
      .select('orders.id')
      .whereRef('orders.user_id', '=', 'reviews.user_id')
      .where('orders.paid_at', 'is not', null)
      .where((order) =>
        order.exists(
          order
            .selectFrom('order_lines')
            .select('order_lines.order_id')
            .whereRef('order_lines.order_id', '=', 'orders.id')
            .whereRef('order_lines.product_id', '=', 'reviews.product_id'),
        ),
      ),
  )
}

/** The ids of the products in an order that its buyer has reviewed. */
export async function reviewedInOrder(db: Db, orderId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('reviews', (join) =>
      join
        .onRef('reviews.product_id', '=', 'order_lines.product_id')
        .onRef('reviews.user_id', '=', 'orders.user_id'),
    )
    .where('order_lines.order_id', '=', orderId)
    .select('order_lines.product_id')
    .execute()
  return rows.map(({ product_id }) => product_id)
}

/** The ids of the products that a user has reviewed. */
export async function reviewedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('reviews').select('product_id').where('user_id', '=', userId).execute()
  return rows.map(({ product_id }) => product_id)
}
