/** Queries of products with their ratings, and the conversion of rows to API products. */
import { ART_SHOW } from '#shared/kernel/categories.ts'
import type { SelectQueryBuilder } from 'kysely'
import type { Product } from '#shared/catalog/api/products.ts'
import { grindsOf, type Grinding } from '#shared/platform/grinds.ts'
import { productFields } from '#shared/catalog/resources/product.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import type { Db, ProductRow, Schema, SizeRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { containsAll, searchTerms } from '#server/kernel/db/search.ts'
import type { Shop } from '#server/platform/shop.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import type { SlugSource } from '#server/platform/slugs/candidates.ts'
import { GRINDING } from '#server/platform/settings/groups.ts'
import { readSizes, toSize, type SeenBy } from './sizes.ts'

type RatedProduct = ProductRow & { rating_sum: number | null; num_reviews: number }

/** A query of the products on sale whose text contains every word of `keyword`, ignoring case and accents. */
export function matching(db: Db, keyword: string) {
  return db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .where('is_draft', '=', 0)
    .where(containsAll('products.search_text', searchTerms(keyword)))
}

/** A product with its ratings; also finds drafts. Throws 404 if the product does not exist or is deleted. */
export async function findRated(db: Db, id: string): Promise<RatedProduct> {
  const row = await withRatings(db.selectFrom('products').where('deleted_at', 'is', null))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Product')
  return row
}

/** Adds the sum and the number of ratings to a query of products; hidden reviews do not count. */
export function withRatings<O>(query: SelectQueryBuilder<Schema, 'products', O>) {
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

/** Those of these products that are on sale, in the order of `ids`. */
export async function onSaleInOrder(db: Db, ids: readonly string[]): Promise<RatedProduct[]> {
  return inOrder(
    ids,
    await withRatings(matching(db, ''))
      .where('id', 'in', ['', ...ids])
      .execute(),
  )
}

function inOrder(ids: readonly string[], rows: readonly RatedProduct[]): RatedProduct[] {
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/**
 * The products on sale with the best mean of the ratings by verified buyers, without hidden reviews. Of products with
 * equal means, the newer comes first; products without such ratings come last.
 */
export function bestRated(db: Db, count: number): Promise<RatedProduct[]> {
  const means = db
    .selectFrom('reviews')
    .where('hidden_at', 'is', null)
    .where('is_by_buyer', '=', 1)
    .groupBy('product_id')
    .select(['product_id', (eb) => eb.fn.avg<number>('rating').as('mean')])
    .as('means')
  const best = matching(db, '')
    .leftJoin(means, 'means.product_id', 'products.id')
    .select(['products.id', (eb) => eb.fn.coalesce('mean', eb.lit(0)).as('mean')])
    .orderBy('mean', 'desc')
    .orderBy('created_at', 'desc')
    .limit(count)
  return withRatings(db.selectFrom('products'))
    .innerJoin(best.as('best'), 'best.id', 'products.id')
    .orderBy('best.mean', 'desc')
    .orderBy('products.created_at', 'desc')
    .execute()
}

/** A product for staff, with every size; also a draft. Throws 404 if the product does not exist or is deleted. */
export async function readProduct(
  shop: Pick<Shop, 'pictureOf' | 'db' | 'cached' | 'config'>,
  id: string,
): Promise<Product> {
  const [product] = await toProducts(shop, [await findRated(shop.db, id)], 'staff')
  return product!
}

/**
 * Reads the sizes of products and converts the rows to products of the API, in the same order. If a product was saved
 * since its row was read, the rows are read again: otherwise it would have the name of one save and the price of another.
 * Visitors get no sizes for accounts, and no product that has only those.
 */
export async function toProducts(
  shop: Pick<Shop, 'pictureOf' | 'db' | 'cached' | 'config'>,
  rows: readonly RatedProduct[],
  seenBy: SeenBy = 'visitors',
): Promise<Product[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [sizes, grinding] = await Promise.all([
    readSizes(shop.db, ids, seenBy),
    currentSettings(shop, GRINDING),
  ])
  if (rows.some(({ id, version }) => sizes.get(id)!.some((size) => size.product_version !== version))) {
    // Also those that are no longer on sale.
    const again = await withRatings(shop.db.selectFrom('products')).where('id', 'in', ids).execute()
    return toProducts(shop, inOrder(ids, again), seenBy)
  }
  const sold = rows.filter(({ id }) => sizes.get(id)!.length > 0)
  return sold.map((row) => toProduct(shop, row, { sizes: sizes.get(row.id)!, grinding }))
}

type More = { sizes: readonly SizeRow[]; grinding: Grinding }

function toProduct(shop: Pick<Shop, 'pictureOf'>, row: RatedProduct, { sizes, grinding }: More): Product {
  const edit = productRows.editOf(row)
  const all = sizes.map((size) => toSize(size, edit.isRoastedToOrder))
  const [first] = all
  return {
    _id: row.id,
    user: row.user_id,
    ...edit,
    price: first!.price,
    size: first!.grams,
    countInStock: first!.countInStock,
    sizes: all,
    grinds: grindsOf(edit, grinding),
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

/** The facts from which the address of a product is made. Works with the same name differ by the artist, who is the brand. */
export function productSource(
  row: Pick<ProductRow, 'id' | 'name' | 'origin' | 'category' | 'brand'>,
): SlugSource {
  const { id, name, origin, category, brand } = row
  return { id, name, more: [...origin.split(',').toReversed(), ...(category === ART_SHOW ? [brand] : [])] }
}

/** Converts between product rows and the fields of the form. */
export const productRows = describedRows<Omit<ProductRow, Unedited>>()(productFields)

/** The columns of a product that no form changes. */
export type Unedited =
  | 'id'
  | 'user_id'
  | 'search_text'
  | 'search_words'
  | 'version'
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
