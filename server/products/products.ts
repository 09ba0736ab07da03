/** The verbs of the catalogue. */
import type { Body, Query } from '#shared/api/endpoint.ts'
import { COFFEE_BEANS, type Product, type ProductWithReviews, type products } from '#shared/api/products.ts'
import { toCents } from '#shared/pricing.ts'
import { isoNow, newId } from '../clock.ts'
import { isTaken } from '../db/failures.ts'
import type { NewProduct, ProductRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { badRequest, conflict, notFound, requireSameId } from '../errors.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../users/sessions.ts'
import { fold, matching, meanRating, rated, toProduct, type RatedProduct } from './catalogue.ts'

const PAGE_SIZE = 8
const TOP = 3

/** Products on sale, newest first; every word of `keyword` must be found. A page out of range is empty. */
export async function listProducts(shop: Shop, { keyword, pageNumber }: Query<typeof products.list>) {
  const onSale = matching(shop.db, keyword ?? '')
  const { total } = await onSale
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await rated(onSale)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((pageNumber - 1) * PAGE_SIZE)
    .execute()
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

/** One product with its reviews, newest first. A draft is answered too, so that its editor can open it. */
export async function getProduct(shop: Shop, id: string): Promise<ProductWithReviews> {
  const row = await findRated(shop, id)
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

/** A draft that the shop hides until its first save. */
export async function createProduct(shop: Shop, admin: SignedIn): Promise<Product> {
  const now = isoNow(shop.clock)
  const row: NewProduct & ProductRow = {
    id: newId(shop.clock),
    user_id: admin._id,
    name: 'Sample name',
    price_cents: 0,
    image: '',
    second_image: '',
    brand: 'Sample brand',
    category: 'Sample category',
    description: 'Sample description',
    origin: 'Sample origin',
    cupping_note: 'Sample cupping note',
    roasting_level: 0,
    size_grams: null,
    count_in_stock: 0,
    is_draft: 1,
    search_text: '',
    version: 1,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
  await shop.db.insertInto('products').values(row).execute()
  return toProduct(shop, { ...row, rating_sum: 0, num_reviews: 0 })
}

/** Saves a product. With `version`, a form opened before a sale or another save is refused with 409. */
export async function updateProduct(
  shop: Shop,
  id: string,
  edit: Body<typeof products.update>,
): Promise<Product> {
  requireSameId(edit.productId, id)
  requirePicture(shop, edit.image)
  requirePicture(shop, edit.secondImage)
  const isSaved = await transact(shop.db, async (tx) => {
    // The first update takes the row's lock and answers the count that the stock move is reckoned from.
    const before = await tx
      .updateTable('products')
      .set((eb) => ({ version: eb('version', '+', 1), is_draft: 0, updated_at: isoNow(shop.clock) }))
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .$if(edit.version !== undefined, (query) => query.where('version', '=', edit.version!))
      .returning('count_in_stock')
      .executeTakeFirst()
    if (!before) return false
    await tx.updateTable('products').set(columnsOf(edit)).where('id', '=', id).execute()
    const qty = edit.countInStock - before.count_in_stock
    if (qty !== 0) {
      await tx
        .insertInto('stock_moves')
        .values({
          id: newId(shop.clock),
          product_id: id,
          order_id: null,
          qty,
          reason: 'edit',
          at: isoNow(shop.clock),
        })
        .execute()
    }
    return true
  })
  if (!isSaved) throw await whyNotSaved(shop, id)
  shop.changed({ tag: 'Product', id })
  return toProduct(shop, await findRated(shop, id))
}

/** Takes a product off sale for good. Orders that hold it keep it. */
export async function removeProduct(shop: Shop, id: string): Promise<void> {
  const { numUpdatedRows } = await shop.db
    .updateTable('products')
    .set({ deleted_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('Product')
  shop.changed({ tag: 'Product', id })
}

/** Adds the one review that a user may write of a product. */
export async function reviewProduct(
  shop: Shop,
  user: SignedIn,
  id: string,
  body: Body<typeof products.review>,
) {
  requireSameId(body.productId, id)
  const product = await findRated(shop, id)
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

async function findRated(shop: Shop, id: string): Promise<RatedProduct> {
  const row = await rated(shop.db.selectFrom('products').where('deleted_at', 'is', null))
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Product')
  return row
}

async function whyNotSaved(shop: Shop, id: string): Promise<Error> {
  const product = toProduct(shop, await findRated(shop, id))
  return conflict('This product has changed since you opened it: it was sold or saved meanwhile', { product })
}

function requirePicture(shop: Shop, path: string): void {
  if (path !== '' && shop.pictureOf(path) === null)
    throw badRequest('The image is not one of the shop’s pictures')
}

function columnsOf(edit: Body<typeof products.update>) {
  const { name, brand, category, description, origin, image, cuppingNote } = edit
  return {
    name,
    brand,
    category,
    description,
    origin,
    image,
    second_image: edit.secondImage,
    cupping_note: cuppingNote,
    price_cents: toCents(edit.price),
    roasting_level: edit.roastingLevel,
    size_grams: category === COFFEE_BEANS ? edit.size : null,
    count_in_stock: edit.countInStock,
    search_text: fold([name, origin, cuppingNote, brand, category].join(' ')),
  }
}
