/** Products and their reviews. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, instant, message, page, pageNumber, pictureFacts, prose } from '../fields.ts'
import { schemasOf } from '../resources/schemas.ts'
import { productFields } from '../resources/product.ts'

const productSchemas = schemasOf(productFields)

export const review = z.object({
  _id: id,
  name: z.string(),
  rating: z.int(),
  comment: z.string(),
  createdAt: instant,
  /** When the author last changed it; null if never. */
  editedAt: z.nullable(instant),
  /** Whether the author has paid for an order with this product. */
  isVerified: z.boolean(),
  /** The shop's answer. */
  reply: z.nullable(z.object({ text: z.string(), at: instant })),
})
export type Review = z.infer<typeof review>

const ownReview = z.extend(review, {
  /** The admin's reason for hiding the review; null while the review is public. */
  hiddenBecause: z.nullable(z.string()),
})
export type OwnReview = z.infer<typeof ownReview>

export const product = z.object({
  _id: id,
  user: z.nullable(id),
  ...productSchemas.reply,
  rating: z.number(),
  numReviews: z.int(),
  isDraft: z.boolean(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** Data to show `image` and `secondImage` without a layout shift. */
  pictures: z.object({ image: z.nullable(pictureFacts), secondImage: z.nullable(pictureFacts) }),
})
export type Product = z.infer<typeof product>

const productWithReviews = z.extend(product, { reviews: z.array(review) })
export type ProductWithReviews = z.infer<typeof productWithReviews>

const productEdit = z.object({
  productId: z.optional(id),
  ...productSchemas.edit,
  /**
   * The version with which the form was opened. A save with an older version is refused with 409, because it could undo
   * sales.
   */
  version: z.optional(z.int()),
})
export type ProductEdit = z.infer<typeof productEdit>

const reviewEdit = {
  productId: z.optional(id),
  rating: z
    .int('Choose a rating')
    .check(z.minimum(1, 'Choose a rating of 1 to 5'), z.maximum(5, 'Choose a rating of 1 to 5')),
  comment: prose('Comment', 2000),
}

export const products = contract({
  list: {
    method: 'GET',
    path: '/api/products',
    access: 'public',
    summary: 'The products on sale, newest first, eight per page; `keyword` filters them',
    query: z.strictObject({
      keyword: z.optional(z.string().check(z.trim(), z.maxLength(100, 'Search for 100 characters at most'))),
      pageNumber,
    }),
    reply: z.object({ products: z.array(product), page, pages: page }),
    cached: ['Product'],
  },
  top: {
    method: 'GET',
    path: '/api/products/top',
    access: 'public',
    summary: 'The three products with the best ratings by buyers',
    reply: z.array(product),
    cached: ['Product'],
  },
  featured: {
    method: 'GET',
    path: '/api/products/featured',
    access: 'public',
    summary: 'Three products for the home page: the owner’s choice, then the best sellers of 30 days',
    reply: z.array(product),
    cached: ['Product'],
  },
  one: {
    method: 'GET',
    path: '/api/products/:id',
    access: 'public',
    summary: 'One product with its reviews; drafts only for admins',
    params: idParams,
    reply: productWithReviews,
    cached: ['Product'],
  },
  similar: {
    method: 'GET',
    path: '/api/products/:id/similar',
    access: 'public',
    summary: 'Four products of a similar taste',
    params: idParams,
    reply: z.array(product),
    cached: ['Product'],
  },
  create: {
    method: 'POST',
    path: '/api/products',
    access: 'admin',
    summary: 'Creates a draft, which is hidden until its first save',
    reply: product,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/products/:id',
    access: 'admin',
    summary: 'Saves a product',
    params: idParams,
    body: productEdit,
    reply: product,
  },
  remove: {
    method: 'DELETE',
    path: '/api/products/:id',
    access: 'admin',
    summary: 'Deletes a product; existing orders keep it',
    params: idParams,
    reply: message,
  },
  review: {
    method: 'POST',
    path: '/api/products/:id/reviews',
    access: 'user',
    summary: 'Adds the caller’s review of a product that they have bought, once',
    params: idParams,
    body: z.object(reviewEdit),
    reply: message,
    status: 201,
  },
  myReview: {
    method: 'GET',
    path: '/api/products/:id/reviews/mine',
    access: 'user',
    summary:
      'The caller’s own review of a product, or null; with the reason if it is hidden, and whether they may write one',
    params: idParams,
    reply: z.object({ review: z.nullable(ownReview), hasBought: z.boolean() }),
  },
  editMyReview: {
    method: 'PUT',
    path: '/api/products/:id/reviews/mine',
    access: 'user',
    summary: 'Changes the caller’s own review of a product; a hidden review stays hidden',
    params: idParams,
    body: z.object(reviewEdit),
    reply: z.object({ review: ownReview }),
  },
})
