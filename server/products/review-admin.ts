/** What admins do with reviews: find them, hide one with a reason, show it again. */
import type { Query, Reply } from '#shared/api/endpoint.ts'
import type { AdminReview, reviewAdmin } from '#shared/api/review-admin.ts'
import { isoNow } from '../time/clock.ts'
import type { Db, ReviewRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict, notFound } from '../errors.ts'
import { differences, writeRecord } from '../record/record.ts'
import { holdsAll, wordsOf } from '../db/search.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { isByBuyer, toReview } from './reviews.ts'

const PAGE_SIZE = 20

type Wanted = Omit<Query<typeof reviewAdmin.list>, 'pageNumber'>

/** Reviews of products that were not deleted, newest first. A page out of range is empty. */
export async function listReviews(
  { db }: Shop,
  { pageNumber, ...wanted }: Query<typeof reviewAdmin.list>,
): Promise<Reply<typeof reviewAdmin.list>> {
  const { total } = await wantedReviews(db, wanted)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const ids = wantedReviews(db, wanted)
    .select('reviews.id')
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .limit(PAGE_SIZE)
    .offset((pageNumber - 1) * PAGE_SIZE)
  const rows = await named(db)
    .where('reviews.id', 'in', ids)
    .orderBy('reviews.created_at', 'desc')
    .orderBy('reviews.id', 'desc')
    .execute()
  return { reviews: rows.map(toDeskReview), page: pageNumber, pages: Math.ceil(total / PAGE_SIZE) }
}

/**
 * Hides a review from everybody but admins and its writer, and from all ratings.
 * Throws 404, and 409 with the review where it is hidden for another reason already.
 */
export async function hideReview(
  shop: Shop,
  admin: SignedIn,
  id: string,
  reason: string,
): Promise<AdminReview> {
  const hidden = { hidden_at: isoNow(shop.clock), hidden_by: admin.name, hidden_reason: reason }
  await setHidden(shop, admin, id, hidden)
  const review = await findReview(shop.db, id)
  if (review.hidden?.reason === reason) return review
  throw conflict('This review is hidden already, for another reason', { review })
}

/** Shows a review again. Does nothing where it is shown. Throws 404. */
export async function showReview(shop: Shop, admin: SignedIn, id: string): Promise<AdminReview> {
  await setHidden(shop, admin, id, { hidden_at: null, hidden_by: null, hidden_reason: null })
  return findReview(shop.db, id)
}

type Hidden = Pick<ReviewRow, 'hidden_at' | 'hidden_by' | 'hidden_reason'>

/** Changes a review that is in the other state, with a line in the record of its product; otherwise does nothing. */
async function setHidden(shop: Shop, admin: SignedIn, id: string, after: Hidden): Promise<void> {
  const product = await transact(shop.db, async (tx) => {
    const before = await tx
      .selectFrom('reviews')
      .innerJoin('products', 'products.id', 'reviews.product_id')
      .select(['reviews.name', 'product_id', 'products.name as product_name', 'hidden_at', 'hidden_reason'])
      .where('reviews.id', '=', id)
      .executeTakeFirst()
    if (!before || (before.hidden_at === null) === (after.hidden_at === null)) return null
    const changed = await tx
      .updateTable('reviews')
      .set(after)
      .where('id', '=', id)
      .$if(before.hidden_at === null, (query) => query.where('hidden_at', 'is', null))
      .$if(before.hidden_at !== null, (query) => query.where('hidden_at', '=', before.hidden_at))
      .returning('id')
      .executeTakeFirst()
    if (!changed) return null
    await writeRecord(tx, shop, admin, {
      subject: 'product',
      id: before.product_id,
      name: before.product_name,
      action: `Review by ${before.name} ${after.hidden_at === null ? 'shown again' : 'hidden'}`,
      changes: differences(before, { ...before, ...after }, { hidden_reason: 'Hidden because' }),
    })
    return before.product_id
  })
  if (product) shop.changed({ tag: 'Product', id: product })
}

function wantedReviews(db: Db, { keyword = '', productId, show, by }: Wanted) {
  const words = wordsOf(keyword)
  return db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .where('products.deleted_at', 'is', null)
    .$if(words.length > 0, (query) => query.where(holdsAll('products.search_text', words)))
    .$if(productId !== undefined, (query) => query.where('reviews.product_id', '=', productId!))
    .$if(show === 'shown', (query) => query.where('reviews.hidden_at', 'is', null))
    .$if(show === 'hidden', (query) => query.where('reviews.hidden_at', 'is not', null))
    .$if(by === 'buyers', (query) => query.where(isByBuyer))
    .$if(by === 'others', (query) => query.where((eb) => eb.not(isByBuyer(eb))))
}

function named(db: Db) {
  return db
    .selectFrom('reviews')
    .innerJoin('products', 'products.id', 'reviews.product_id')
    .selectAll('reviews')
    .select('products.name as product_name')
    .select((eb) => eb.case().when(isByBuyer(eb)).then(1).else(0).end().as('is_by_buyer'))
}

async function findReview(db: Db, id: string): Promise<AdminReview> {
  const row = await named(db).where('reviews.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Review')
  return toDeskReview(row)
}

type Named = ReviewRow & { product_name: string; is_by_buyer: number }

function toDeskReview(row: Named): AdminReview {
  const { hidden_at, hidden_by, hidden_reason } = row
  return {
    ...toReview(row),
    productId: row.product_id,
    productName: row.product_name,
    isVerified: row.is_by_buyer === 1,
    hidden: hidden_at === null ? null : { at: hidden_at, by: hidden_by ?? '', reason: hidden_reason ?? '' },
  }
}
