/** Products and their reviews. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import {
  count,
  dollars,
  id,
  idParams,
  instant,
  line,
  message,
  page,
  pageNumber,
  pictureFacts,
  prose,
  requiredLine,
} from './fields.ts'

/** The one category that has a size, an origin, a cupping note and a roasting level (spec section 2). */
export const COFFEE_BEANS = 'Coffee Beans'

/** A bundled picture or an uploaded one; nothing that leads out of the shop. */
const picturePath = z
  .string()
  .check(
    z.regex(
      /^(\/(pictures|uploads)\/[A-Za-z0-9][A-Za-z0-9._-]{0,120})?$/,
      'The image must be one of the shop’s own pictures',
    ),
  )

export const review = z.object({
  _id: id,
  name: z.string(),
  rating: z.int(),
  comment: z.string(),
  createdAt: instant,
})
export type Review = z.infer<typeof review>

const ownReview = z.extend(review, {
  /** The reason an admin gave for hiding it; null while everybody sees it. */
  hiddenBecause: z.nullable(z.string()),
})
export type OwnReview = z.infer<typeof ownReview>

export const product = z.object({
  _id: id,
  user: z.nullable(id),
  name: z.string(),
  price: dollars,
  image: z.string(),
  secondImage: z.string(),
  brand: z.string(),
  category: z.string(),
  countInStock: z.int(),
  description: z.string(),
  origin: z.string(),
  cuppingNote: z.string(),
  roastingLevel: z.int(),
  size: z.nullable(z.int()),
  rating: z.number(),
  numReviews: z.int(),
  isDraft: z.boolean(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** What the browser needs to show `image` and `secondImage` without a shift. */
  pictures: z.object({ image: z.nullable(pictureFacts), secondImage: z.nullable(pictureFacts) }),
})
export type Product = z.infer<typeof product>

const productWithReviews = z.extend(product, { reviews: z.array(review) })
export type ProductWithReviews = z.infer<typeof productWithReviews>

const productEdit = z.object({
  productId: z.optional(id),
  name: requiredLine('Name', 120),
  price: dollars,
  image: picturePath,
  secondImage: z._default(picturePath, ''),
  brand: z._default(line('Brand', 80), ''),
  category: requiredLine('Category', 60),
  description: z._default(prose('Description', 5000), ''),
  countInStock: count('Count in stock', 1_000_000),
  origin: z._default(line('Origin', 80), ''),
  cuppingNote: z._default(line('Cupping note', 200), ''),
  roastingLevel: z._default(count('Roasting level', 5), 0),
  size: z._default(z.nullable(count('Size', 100_000)), null),
  /** Hides it from the shop; a save puts it on sale unless told. */
  isDraft: z.optional(z.boolean()),
  /** The version the form was opened with; a stale one is refused with 409 instead of undoing sales. */
  version: z.optional(z.int()),
})
export type ProductEdit = z.infer<typeof productEdit>

export const products = contract({
  list: {
    method: 'GET',
    path: '/api/products',
    access: 'public',
    summary: 'The products on sale, newest first, eight a page; `keyword` narrows them',
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
    summary: 'The three products that their buyers rated best',
    reply: z.array(product),
    cached: ['Product'],
  },
  one: {
    method: 'GET',
    path: '/api/products/:id',
    access: 'public',
    summary: 'One product with its reviews; a draft is found by admins alone',
    params: idParams,
    reply: productWithReviews,
    cached: ['Product'],
  },
  create: {
    method: 'POST',
    path: '/api/products',
    access: 'admin',
    summary: 'Creates a draft that the shop hides until its first save',
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
    summary: 'Takes a product off sale for good; orders keep it',
    params: idParams,
    reply: message,
  },
  review: {
    method: 'POST',
    path: '/api/products/:id/reviews',
    access: 'user',
    summary: 'Adds the caller’s one review of a product',
    params: idParams,
    body: z.object({
      productId: z.optional(id),
      rating: z
        .int('Choose a rating')
        .check(z.minimum(1, 'Choose a rating of 1 to 5'), z.maximum(5, 'Choose a rating of 1 to 5')),
      comment: prose('Comment', 2000),
    }),
    reply: message,
    status: 201,
  },
  myReview: {
    method: 'GET',
    path: '/api/products/:id/reviews/mine',
    access: 'user',
    summary: 'The caller’s own review of a product, or null, and why it is hidden if it is',
    params: idParams,
    reply: z.object({ review: z.nullable(ownReview) }),
  },
})
