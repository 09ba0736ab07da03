/**
 * Customers' reviews: ask for them by mail, write and edit a review, read the user's own review, and mark reviews by
 * verified buyers.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { OwnReview, products, Review } from '#shared/catalog/api/products.ts'
import { DAY, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { Db, ReviewRow } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, notFound, requireSameId } from '#server/kernel/errors.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { orderMails } from '#server/platform/outbox/order-mail.ts'

/**
 * Adds a user's review of a product; each user may write one per product.
 * Throws 404 if the product is deleted or a draft, 409 if the user has not paid for an order with it, and 400 if the
 * user has already reviewed it, hidden or not.
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
  if (!(await hasBought(shop.db, user._id, id))) throw conflict(BUYERS_ONLY)
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
        is_by_buyer: 1,
        created_at: isoNow(shop.clock),
      })
      .execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw badRequest('Product already reviewed')
    throw error
  }
  shop.changed({ tag: 'Product', id })
}

const BUYERS_ONLY = 'Only customers who bought it in this shop can review it'

/**
 * Changes the user's own review. A hidden review stays hidden, and a reply stays. Throws 409 if the user has not
 * reviewed the product.
 */
export async function editReview(
  shop: Shop,
  user: SignedIn,
  productId: string,
  body: Body<typeof products.editMyReview>,
): Promise<{ review: OwnReview }> {
  requireSameId(body.productId, productId)
  const edited = await shop.db
    .updateTable('reviews')
    .set({ rating: body.rating, comment: body.comment, edited_at: isoNow(shop.clock) })
    .where('product_id', '=', productId)
    .where('user_id', '=', user._id)
    .returning('id')
    .executeTakeFirst()
  const { review } = await ownReview(shop, user, productId)
  if (!edited || !review) throw conflict('You have not reviewed this product')
  shop.changed({ tag: 'Product', id: productId })
  return { review }
}

/** The user's own review of a product, hidden or not, or null; and whether the user may write one. */
export async function ownReview(
  { db }: Shop,
  user: SignedIn,
  productId: string,
): Promise<{ review: OwnReview | null; hasBought: boolean }> {
  const row = await db
    .selectFrom('reviews')
    .selectAll()
    .where('product_id', '=', productId)
    .where('user_id', '=', user._id)
    .executeTakeFirst()
  return {
    review: row ? { ...toReview(row), hiddenBecause: row.hidden_reason } : null,
    hasBought: row ? row.is_by_buyer === 1 : await hasBought(db, user._id, productId),
  }
}

/** Converts a row to the public review of the API. */
export function toReview(row: ReviewRow): Review {
  return {
    _id: row.id,
    name: row.name,
    rating: row.rating,
    comment: row.comment,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    isVerified: row.is_by_buyer === 1,
    reply: row.reply === null ? null : { text: row.reply, at: row.replied_at ?? row.created_at },
  }
}

/** Whether the user has paid for an order with the product, refunded or not. */
async function hasBought(db: Db, userId: string, productId: string): Promise<boolean> {
  const order = await db
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.user_id', '=', userId)
    .where('orders.paid_at', 'is not', null)
    .where('order_lines.product_id', '=', productId)
    .limit(1)
    .executeTakeFirst()
  return order !== undefined
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

/**
 * Marks the reviews by the buyer of a paid order; see `markByBuyers`. Most buyers have no review to mark, and a read is
 * cheaper than an update that changes nothing.
 */
export async function markByBuyerOf(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select reviews.id from orders cross join order_lines cross join reviews
    where orders.id = ${orderId} and order_lines.order_id = orders.id and is_by_buyer = 0
      and reviews.user_id = orders.user_id and reviews.product_id = order_lines.product_id`.execute(db)
  const ids = rows.map(({ id }) => id)
  return ids.length === 0 ? [] : markByBuyers(db, sql`id in (${sql.join(ids)})`)
}

/** The products of an order that are on sale and that its buyer has not reviewed. */
export function unreviewedInOrder(
  db: Db,
  orderId: string,
): Promise<{ id: string; slug: string; name: string }[]> {
  return db
    .selectFrom('products')
    .select(['products.id', 'products.slug', 'products.name'])
    .where('products.deleted_at', 'is', null)
    .where('products.is_draft', '=', 0)
    .where('products.id', 'in', (eb) =>
      eb
        .selectFrom('order_lines')
        .innerJoin('orders', 'orders.id', 'order_lines.order_id')
        .leftJoin('reviews', (join) =>
          join
            .onRef('reviews.product_id', '=', 'order_lines.product_id')
            .onRef('reviews.user_id', '=', 'orders.user_id'),
        )
        .where('order_lines.order_id', '=', orderId)
        .where('reviews.id', 'is', null)
        .select('order_lines.product_id'),
    )
    .orderBy('products.name')
    .execute()
}

/** The ids of the products that a user has reviewed. */
export async function reviewedBy(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom('reviews').select('product_id').where('user_id', '=', userId).execute()
  return rows.map(({ product_id }) => product_id)
}

/** Time to open the bag. */
const AFTER = 7 * DAY
/** Older orders get no mail: not those delivered before the shop sent such mails, and none after a long pause. */
const UNTIL = 30 * DAY
const AT_ONCE = 100

/** Queues the mails that are due: one for each order that was delivered a week ago to a buyer with an account. */
export async function requestReviews(shop: Shop): Promise<void> {
  if ((await partOf(shop, 'reviews')) !== 'on') return
  const due = await shop.db
    .selectFrom('orders')
    .select('id')
    .where('state', '=', 'delivered')
    .where('review_requested_at', 'is', null)
    // A cafe is not asked how it likes its own supplies.
    .where('orders.company_id', 'is', null)
    .where('delivered_at', '<=', isoIn(shop.clock, -AFTER))
    .where('delivered_at', '>', isoIn(shop.clock, -UNTIL))
    .where('user_id', 'is not', null)
    .orderBy('delivered_at')
    .limit(AT_ONCE)
    .execute()
  await orderMails(shop, 'order-review', due, (tx, id) =>
    tx
      .updateTable('orders')
      .set({ review_requested_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('state', '=', 'delivered')
      .where('review_requested_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
}
