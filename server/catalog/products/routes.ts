import type { allCoffees } from '#shared/catalog/api/coffees.ts'
import type { productAdmin } from '#shared/catalog/api/product-admin.ts'
import type { products } from '#shared/catalog/api/products.ts'
import type { reviewAdmin } from '#shared/catalog/api/review-admin.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { listForAdmin, neighborsOf, valuesInUse } from './admin-list.ts'
import { readProduct } from './catalogue.ts'
import { addCoffee, createProduct, duplicateProduct } from './create.ts'
import { removeProduct, updateProduct } from './edit.ts'
import { exportProducts } from './import/export.ts'
import { importProducts } from './import/import.ts'
import { findCoffees, listCoffees } from './search/find-coffees.ts'
import { findProducts, listProducts } from './search/find.ts'
import { featuredProducts, getProduct, topProducts } from './products.ts'
import { readPraise } from './reviews/praise.ts'
import { hideReview, listReviews, removeReply, replyTo, showReview } from './reviews/review-admin.ts'
import { similarProducts } from './search/similar.ts'
import { editReview, ownReview, reviewProduct } from './reviews/reviews.ts'

export const productRoutes: Handlers<typeof products> = {
  list: ({ shop, query }) => listProducts(shop, query),
  find: ({ shop, query }) => findProducts(shop, query),
  match: ({ shop, query }) => findCoffees(shop, query),
  top: ({ shop }) => topProducts(shop),
  featured: ({ shop }) => featuredProducts(shop),
  praise: ({ shop }) => readPraise(shop),
  similar: ({ shop, params, http }) => similarProducts(shop, params.id, http),
  one: ({ shop, params, http }) => getProduct(shop, params.id, http),
  create: ({ shop, user }) => createProduct(shop, user),
  update: ({ shop, user, params, body }) => updateProduct(shop, user, params.id, body),
  remove: async ({ shop, user, params, query }) => {
    await removeProduct(shop, user, params.id, query.subscribers)
    return { message: 'Product removed' }
  },
  review: async ({ shop, user, params, body }) => {
    await reviewProduct(shop, user, params.id, body)
    return { message: 'Review added' }
  },
  myReview: ({ shop, user, params }) => ownReview(shop, user, params.id),
  editMyReview: ({ shop, user, params, body }) => editReview(shop, user, params.id, body),
}

export const coffeeRoutes: Handlers<typeof allCoffees> = { list: ({ shop }) => listCoffees(shop) }

export const productAdminRoutes: Handlers<typeof productAdmin> = {
  list: ({ shop, query }) => listForAdmin(shop, query),
  one: ({ shop, params }) => readProduct(shop, params.id),
  words: ({ shop }) => valuesInUse(shop),
  neighbors: ({ shop, params, query }) => neighborsOf(shop, params.id, query),
  addCoffee: ({ shop, user, body, http }) => addCoffee(shop, user, body, http.idempotencyKey),
  duplicate: ({ shop, user, params, http }) => duplicateProduct(shop, user, params.id, http.idempotencyKey),
  export: ({ shop, query }) => exportProducts(shop, query),
  import: ({ shop, user, body }) => importProducts(shop, user, body),
}

export const reviewAdminRoutes: Handlers<typeof reviewAdmin> = {
  list: ({ shop, query }) => listReviews(shop, query),
  hide: ({ shop, user, params, body }) => hideReview(shop, user, params.id, body.reason),
  show: ({ shop, user, params }) => showReview(shop, user, params.id),
  reply: ({ shop, user, params, body }) => replyTo(shop, user, params.id, body.text),
  removeReply: ({ shop, user, params }) => removeReply(shop, user, params.id),
}
