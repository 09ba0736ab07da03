/** Products and their reviews. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import {
  id,
  addressParams,
  idParams,
  instant,
  message,
  page,
  pageNumber,
  pictureFacts,
  prose,
  searched,
} from '#shared/kernel/fields.ts'
import { forSubscribers, productChange } from './product-edit.ts'
import {
  FILTER_NAMES,
  MAX_KEYWORD,
  SORT_NAMES,
  valuesPattern,
  type FilterName,
} from '#shared/platform/product-filters.ts'
import { QUESTIONS, type QuestionName } from '#shared/platform/coffee-finder.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { productFields } from '../resources/product.ts'
import { sizeFields } from '../resources/product-size.ts'

const productSchemas = schemasOf(productFields)
const sizeSchemas = schemasOf(sizeFields)

/** A size of a product. `label` is what visitors see: '12 oz'. It may be empty if the product has one size. */
const productSize = z.object({ id, ...sizeSchemas.reply })
export type ProductSize = z.infer<typeof productSize>

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
  /** Price, weight in grams and count in stock of the first size. */
  price: sizeSchemas.reply.price,
  size: sizeSchemas.reply.grams,
  countInStock: sizeSchemas.reply.countInStock,
  /** All sizes; the first one is the default. */
  sizes: z.array(productSize),
  /** The grinds to choose from, whole bean first. Empty if there is nothing to choose. */
  grinds: z.array(z.string()),
  rating: z.number(),
  numReviews: z.int(),
  isDraft: z.boolean(),
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
  /** The data that shows `image` and `secondImage` without a layout shift. */
  pictures: z.object({ image: z.nullable(pictureFacts), secondImage: z.nullable(pictureFacts) }),
})
export type Product = z.infer<typeof product>

/** What the wall label of a work of art says. `year` may be unknown, and the texts may be empty. */
const workLabel = z.object({
  year: z.nullable(z.int()),
  medium: z.string(),
  dimensions: z.string(),
  /** Whether it fits in no box, so that it is not shipped. */
  isPickupOnly: z.boolean(),
})

/** Where a coffee, or a part of a blend, grows. Unknown facts are empty. */
const grown = z.object({
  /** Of the green coffee; only parts of blends have it. */
  name: z.string(),
  origin: z.string(),
  producer: z.string(),
  process: z.string(),
  variety: z.string(),
  /** In meters and feet. */
  altitude: z.string(),
  harvest: z.string(),
  /** In degrees, for a map. Empty if the origin is not known. */
  places: z.array(z.object({ latitude: z.number(), longitude: z.number() })),
})
export type Grown = z.infer<typeof grown>

const productWithReviews = z.extend(product, {
  reviews: z.array(review),
  /** One entry per green coffee of a blend; one of any other coffee; none of goods. */
  grown: z.array(grown),
  /** The wall label of a work of art; null for other products. */
  work: z.nullable(workLabel),
})
export type ProductWithReviews = z.infer<typeof productWithReviews>

/** A review outside of the page of its product. */
const praise = z.extend(review, { product: z.pick(product, { _id: true, slug: true, name: true }) })
export type Praise = z.infer<typeof praise>

const reviewEdit = {
  productId: z.optional(id),
  rating: z
    .int('Choose a rating')
    .check(z.minimum(1, 'Choose a rating of 1 to 5'), z.maximum(5, 'Choose a rating of 1 to 5')),
  comment: prose('Comment', 2000),
}

/** A filter of a list, as one or more values separated by commas: `light,medium`. */
const filter = (name: FilterName) =>
  z.optional(
    z
      .string()
      .check(
        z.regex(
          valuesPattern(name),
          `${name}: one or more of its values, separated by commas, as in /api/products/find`,
        ),
      ),
  )

const listQuery = z.strictObject({
  keyword: z.optional(searched(MAX_KEYWORD)),
  /** The address of a department. */
  department: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,80}$/, 'There is no such department'))),
  ...(Object.fromEntries(FILTER_NAMES.map((name) => [name, filter(name)])) as Record<
    FilterName,
    ReturnType<typeof filter>
  >),
  sort: z.optional(z.enum(SORT_NAMES)),
  pageNumber,
})

const listReply = {
  products: z.array(product),
  page,
  pages: page,
  /** The number of products on all pages. */
  total: z.int(),
}

const filterFacts = z.object({
  name: z.enum(FILTER_NAMES),
  label: z.string(),
  /** Each with the number of products that the list would have with this value and the other chosen filters. */
  options: z.array(
    z.object({ value: z.string(), label: z.string(), products: z.int(), isChosen: z.boolean() }),
  ),
})
export type FilterFacts = z.infer<typeof filterFacts>

const foundProducts = z.object({
  ...listReply,
  sort: z.enum(SORT_NAMES),
  filters: z.array(filterFacts),
  /** The corrected keyword that was used for the search, if a word was misspelled. */
  corrected: z.nullable(z.string()),
  /** Pages that the keyword is about, such as gift cards. */
  about: z.array(z.object({ title: z.string(), text: z.string(), to: z.string() })),
  /** If nothing was found: the filters whose removal shows products, with the number of these products. */
  without: z.array(z.object({ name: z.enum(FILTER_NAMES), products: z.int() })),
  /** If nothing was found: up to four products that match most filters and words. */
  nearest: z.array(product),
})
export type FoundProducts = z.infer<typeof foundProducts>

/** A question of *Find your coffee*: one of its values, or empty. */
const answer = (name: QuestionName) =>
  z.optional(z.enum(['', ...QUESTIONS[name].options.map(({ value }) => value)]))

const matchReply = z.object({
  /** Two, the safe one first; fewer if the shop has no more. Reasons are sentences; there may be none. */
  matches: z.array(z.object({ product, reasons: z.array(z.string()) })),
  /** Whether there are decaf coffees beside others. */
  hasDecaf: z.boolean(),
  /** When the order of equal coffees changes. */
  until: instant,
})
export type CoffeeMatch = z.infer<typeof matchReply>['matches'][number]

export const products = contract({
  list: {
    method: 'GET',
    path: '/api/products',
    access: 'public',
    summary:
      'The products on sale, eight per page: those with a place in the shop first, then the newest. `keyword`, `department` and filters choose them',
    query: listQuery,
    reply: z.object(listReply),
    cached: ['Product'],
  },
  find: {
    method: 'GET',
    path: '/api/products/find',
    access: 'public',
    summary:
      'The same list with its filters and their counts; corrects misspelled words, and suggests the nearest products if nothing was found',
    query: listQuery,
    reply: foundProducts,
    cached: ['Product'],
  },
  match: {
    method: 'GET',
    path: '/api/products/match',
    access: 'public',
    summary:
      'Two coffees for the answers of the page Find your coffee, with the reasons. Answers may be missing',
    query: z.strictObject({
      brewer: answer('brewer'),
      milk: answer('milk'),
      taste: answer('taste'),
      roast: answer('roast'),
      /** Whether decaf coffees are asked for. */
      decaf: z.optional(z.enum(['1'])),
    }),
    reply: matchReply,
    cached: ['Product'],
    cachedUntil: 'until',
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
    summary:
      'Up to nine products for the home page: the owner’s choice, then the best-selling coffees of 30 days, then the newest',
    reply: z.array(product),
    cached: ['Product'],
  },
  praise: {
    part: 'reviews',
    method: 'GET',
    path: '/api/products/praise',
    access: 'public',
    summary: 'Up to three good reviews by buyers of the last year, each of another product on sale',
    reply: z.array(praise),
    cached: ['Product'],
  },
  one: {
    method: 'GET',
    path: '/api/products/:id',
    access: 'public',
    summary: 'One product with its reviews, by its id, its address or a former one; drafts only for admins',
    params: addressParams,
    reply: productWithReviews,
    cached: ['Product'],
  },
  similar: {
    method: 'GET',
    path: '/api/products/:id/similar',
    access: 'public',
    summary: 'Four products of a similar taste',
    params: addressParams,
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
    summary: 'Changes a product; a missing field stays as it is. The first save puts a draft on sale',
    params: idParams,
    body: productChange,
    reply: product,
  },
  remove: {
    method: 'DELETE',
    path: '/api/products/:id',
    access: 'admin',
    summary:
      'Deletes a product; existing orders keep it. 409 with `code: subscribers` if people subscribe to it; `subscribers=replace` ends it for them today',
    params: idParams,
    query: z.strictObject({ subscribers: forSubscribers }),
    reply: message,
  },
  review: {
    part: 'reviews',
    starts: true,
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
    part: 'reviews',
    method: 'GET',
    path: '/api/products/:id/reviews/mine',
    access: 'user',
    summary:
      'The caller’s own review of a product, or null; with the reason if it is hidden, and whether they may write one',
    params: idParams,
    reply: z.object({ review: z.nullable(ownReview), hasBought: z.boolean() }),
  },
  editMyReview: {
    part: 'reviews',
    method: 'PUT',
    path: '/api/products/:id/reviews/mine',
    access: 'user',
    summary: 'Changes the caller’s own review of a product; a hidden review stays hidden',
    params: idParams,
    body: z.object(reviewEdit),
    reply: z.object({ review: ownReview }),
  },
})
