/** How products are searched and shown. */
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type { Product } from '#shared/api/products.ts'
import { productFields } from '#shared/resources/product.ts'
import { describedRows } from '../resources/rows.ts'
import type { Db, ProductRow, Schema } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { pageSpan } from '../db/page-span.ts'
import { fold, holdsAll, wordsOf } from '../db/search.ts'
import type { Shop } from '../shop.ts'
import { isByBuyer } from './reviews.ts'

type RatedProduct = ProductRow & { rating_sum: number | null; num_reviews: number }

/** Products on sale whose text holds every word of `keyword`, without regard to case and accents. */
export function matching(db: Db, keyword: string) {
  return db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where(holdsAll('products.search_text', wordsOf(keyword)))
}

/** What a keyword is looked for in. */
export function searchText(row: Pick<ProductRow, 'name' | 'origin' | 'cupping_note' | 'brand' | 'category'>) {
  return fold([row.name, row.origin, row.cupping_note, row.brand, row.category].join(' '))
}

/** A product that was not deleted, a draft too. Throws 404. */
export async function findRated(db: Db, id: string): Promise<RatedProduct> {
  const row = await rated(db.selectFrom('products').where('deleted_at', 'is', null))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Product')
  return row
}

/** Adds to a query of products the sum and the number of their ratings; hidden reviews do not count. */
export function rated<O>(query: SelectQueryBuilder<Schema, 'products', O>) {
  return query.selectAll('products').select((eb) => [
    eb
      .selectFrom('reviews')
      .whereRef('reviews.product_id', '=', 'products.id')
      .where('reviews.hidden_at', 'is', null)
      .select((reviews) => reviews.fn.sum<number>('reviews.rating').as('sum'))
      .as('rating_sum'),
    eb
      .selectFrom('reviews')
      .whereRef('reviews.product_id', '=', 'products.id')
      .where('reviews.hidden_at', 'is', null)
      .select((reviews) => reviews.fn.countAll<number>().as('count'))
      .$asScalar()
      .$castTo<number>()
      .as('num_reviews'),
  ])
}

/**
 * One page of what was found, newest first. The ids alone are counted off, from the nearer end, and only what is shown
 * is read whole: PostgreSQL would sum up the reviews of every product that it skips.
 * @param total how many were found on all pages
 */
export function pageOf(
  db: Db,
  found: ReturnType<typeof matching>,
  { total, pageNumber, pageSize }: { total: number; pageNumber: number; pageSize: number },
): Promise<RatedProduct[]> {
  const { direction, skip, take } = pageSpan(total, pageNumber, pageSize)
  const ids = found
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(take)
    .offset(skip)
  return rated(db.selectFrom('products').where('id', 'in', ids))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** The mean of the ratings that buyers gave a product, without hidden reviews; null where there are none. */
export function meanOfBuyers(eb: ExpressionBuilder<Schema, 'products'>) {
  return eb
    .selectFrom('reviews')
    .whereRef('reviews.product_id', '=', 'products.id')
    .where('reviews.hidden_at', 'is', null)
    .where(isByBuyer)
    .select((reviews) => reviews.fn.avg<number>('reviews.rating').as('mean'))
}

/** A row as the wire carries it. */
export function toProduct(shop: Pick<Shop, 'pictureOf'>, row: RatedProduct): Product {
  return {
    _id: row.id,
    user: row.user_id,
    ...productRows.editOf(row),
    rating: row.num_reviews > 0 ? Math.round(((row.rating_sum ?? 0) / row.num_reviews) * 100) / 100 : 0,
    numReviews: row.num_reviews,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    pictures: {
      image: shop.pictureOf(row.image, row.name),
      secondImage: shop.pictureOf(row.second_image, `${row.name}, another picture`),
    },
  }
}

/** The described columns of products, `Unedited` being those that no form changes. */
export const productRows = describedRows<Omit<ProductRow, Unedited>>()(productFields)

type Unedited = 'id' | 'user_id' | 'search_text' | 'version' | 'created_at' | 'updated_at' | 'deleted_at'
