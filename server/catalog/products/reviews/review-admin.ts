/** Reviews for admins: search them, hide one with a reason, show it again, and reply to it. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { AdminReview, reviewAdmin } from '#shared/catalog/api/review-admin.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Db, ReviewRow } from '#server/kernel/db/schema.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import { containsAll, searchTerms } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { toReview } from './reviews.ts'

const PAGE_SIZE = 20

type Filter = Pick<Query<typeof reviewAdmin.list>, 'keyword' | 'productId' | 'show' | 'by'>

const SORT_KEYS = { date: sql`reviews.created_at`, rating: sql`reviews.rating` }

/** Reviews of products that are not deleted, newest first or sorted. A page after the last one is empty. */
export async function listReviews(
  { db }: Shop,
  { sort, ...query }: Query<typeof reviewAdmin.list>,
): Promise<Reply<typeof reviewAdmin.list>> {
  const { total } = await filterReviews(db, query)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = planPage(total, query, PAGE_SIZE)
  const by = [SORT_KEYS[sort ?? 'date'], sql`reviews.id`]
  const ids = page.pick(filterReviews(db, query).select('reviews.id'), by)
  const rows = await page.sort(withProduct(db).where('reviews.id', 'in', ids), by).execute()
  return { reviews: rows.map(toAdminReview), ...page.numbers }
}

/**
 * Hides a review from everyone except admins and its author, and excludes it from all ratings.
 * Throws 404, and 409 with the review if it is already hidden for another reason.
 */
export async function hideReview(
  shop: Shop,
  admin: SignedIn,
  id: string,
  reason: string,
): Promise<AdminReview> {
  const hidden = { hidden_at: isoNow(shop.clock), hidden_by: admin.name, hidden_reason: reason }
  const review = await setHidden(shop, admin, id, hidden)
  if (review.hidden?.reason === reason) return review
  throw conflict('This review is hidden already, for another reason', { review })
}

/** Shows a hidden review again. Does nothing if it is not hidden. Throws 404. */
export const showReview = (shop: Shop, admin: SignedIn, id: string): Promise<AdminReview> =>
  setHidden(shop, admin, id, { hidden_at: null, hidden_by: null, hidden_reason: null })

/** Writes or replaces the shop's public reply. Throws 404. */
export const replyTo = (shop: Shop, admin: SignedIn, id: string, text: string): Promise<AdminReview> =>
  setReply(shop, admin, id, { reply: text, replied_at: isoNow(shop.clock), replied_by: admin.name })

/** Removes the shop's reply. Does nothing if there is none. Throws 404. */
export const removeReply = (shop: Shop, admin: SignedIn, id: string): Promise<AdminReview> =>
  setReply(shop, admin, id, { reply: null, replied_at: null, replied_by: null })

type Replied = Pick<ReviewRow, 'reply' | 'replied_at' | 'replied_by'>

/** Changes the reply. The same reply again changes nothing. */
const setReply = (shop: Shop, admin: SignedIn, id: string, after: Replied): Promise<AdminReview> =>
  changeReview(shop, admin, id, {
    after,
    isSame: ({ reply }) => reply === after.reply,
    action: (author) => `Reply to the review by ${author} ${after.reply === null ? 'removed' : 'written'}`,
    labels: { reply: 'Reply' },
  })

type Hidden = Pick<ReviewRow, 'hidden_at' | 'hidden_by' | 'hidden_reason'>

/** Hides or shows a review. Does nothing if it is already hidden or shown. */
const setHidden = (shop: Shop, admin: SignedIn, id: string, after: Hidden): Promise<AdminReview> =>
  changeReview(shop, admin, id, {
    after,
    isSame: ({ hidden_at: at }) => (at === null) === (after.hidden_at === null),
    action: (author) => `Review by ${author} ${after.hidden_at === null ? 'shown again' : 'hidden'}`,
    labels: { hidden_reason: 'Hidden because' },
  })

/** @property labels the columns that the change log shows, with their labels there */
type ReviewChange = {
  after: Partial<ReviewRow>
  isSame: (before: ReviewRow) => boolean
  action: (author: string) => string
  labels: Partial<Record<keyof ReviewRow, string>>
}

/** Changes a review, unless it is so already, and writes that to the change log of its product. Throws 404. */
async function changeReview(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { after, isSame, action, labels }: ReviewChange,
): Promise<AdminReview> {
  const product = await transact(shop.db, async (tx) => {
    // Locks the row, so that the change log shows what this change replaces.
    await tx
      .updateTable('reviews')
      .set((eb) => ({ reply: eb.ref('reply') }))
      .where('id', '=', id)
      .execute()
    const before = await withProduct(tx).where('reviews.id', '=', id).executeTakeFirst()
    if (!before || isSame(before)) return null
    await tx.updateTable('reviews').set(after).where('id', '=', id).execute()
    await logChange(tx, shop, admin, {
      subject: 'product',
      id: before.product_id,
      name: before.product_name,
      action: action(before.name),
      changes: differences<ReviewRow>(before, { ...before, ...after }, labels),
    })
    return before.product_id
  })
  if (product) shop.changed({ tag: 'Product', id: product })
  return findReview(shop.db, id)
}

function filterReviews(db: Db, { keyword = '', productId, show, by }: Filter) {
  const words = searchTerms(keyword)
  const products = db.selectFrom('products').select('products.id')
  return db
    .selectFrom('reviews')
    .$if(words.length === 0, (query) =>
      query.where('reviews.product_id', 'not in', products.where('deleted_at', 'is not', null)),
    )
    .$if(words.length > 0, (query) =>
      query.where(
        'reviews.product_id',
        'in',
        products.where('deleted_at', 'is', null).where(containsAll('products.search_text', words)),
      ),
    )
    .$if(productId !== undefined, (query) => query.where('reviews.product_id', '=', productId!))
    .$if(show === 'shown', (query) => query.where('reviews.hidden_at', 'is', null))
    .$if(show === 'hidden', (query) => query.where('reviews.hidden_at', 'is not', null))
    .$if(by === 'buyers', (query) => query.where('reviews.is_by_buyer', '=', 1))
    .$if(by === 'others', (query) => query.where('reviews.is_by_buyer', '=', 0))
}

/** A query of reviews with the name of their product. */
function withProduct(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .selectAll('reviews')
    .select('products.name as product_name')
}

async function findReview(db: Db, id: string): Promise<AdminReview> {
  const row = await withProduct(db).where('reviews.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Review')
  return toAdminReview(row)
}

type ReviewWithProduct = ReviewRow & { product_name: string }

function toAdminReview(row: ReviewWithProduct): AdminReview {
  const { hidden_at, hidden_by, hidden_reason } = row
  return {
    ...toReview(row),
    productId: row.product_id,
    productName: row.product_name,
    hidden: hidden_at === null ? null : { at: hidden_at, by: hidden_by ?? '', reason: hidden_reason ?? '' },
  }
}
