/**
 * Customers' reviews: write a review, read the user's own review, and mark reviews by verified buyers.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Body } from '#shared/api/endpoint.ts'
import type { OwnReview, products, Review } from '#shared/api/products.ts'
import { isoNow, newId } from '../time/clock.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { Db, ReviewRow } from '../db/schema.ts'
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
  const reviewId = newId(shop.clock)
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
        id: reviewId,
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
  await markByBuyers(shop.db, sql`reviews.id = ${reviewId}`)
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
 * Marks the reviews whose author has paid for an order with the product, refunded or not. Call it after the commit of a
 * review and of a payment: of two concurrent ones, the later call sees both.
 * @param which an SQL condition that limits the reviews
 * @returns the ids of the products of newly marked reviews
 */
export async function markByBuyers(db: Db, which: RawBuilder<unknown>): Promise<string[]> {
  // A count and a cross join, because SQLite would start from all orders with the product.
  const { rows } = await sql<{ product_id: string }>`
    update reviews set is_by_buyer = 1
    where is_by_buyer = 0 and ${which} and 0 < (
      select count(*) from orders cross join order_lines
      where orders.user_id = reviews.user_id and orders.paid_at is not null
        and order_lines.order_id = orders.id and order_lines.product_id = reviews.product_id)
    returning product_id`.execute(db)
  return rows.map(({ product_id }) => product_id)
}

/** Marks the reviews by the buyer of a paid order; see `markByBuyers`. */
export function markByBuyerOf(db: Db, orderId: string): Promise<string[]> {
  return markByBuyers(
    db,
    sql`reviews.user_id = (select user_id from orders where id = ${orderId})
      and reviews.product_id in (select product_id from order_lines where order_id = ${orderId})`,
  )
}

/** The ids of the products that a user has reviewed. */
export async function reviewedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('reviews').select('product_id').where('user_id', '=', userId).execute()
  return rows.map(({ product_id }) => product_id)
}
