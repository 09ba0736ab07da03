import type { products } from '#shared/api/products.ts'
import type { Handlers } from '../serve.ts'
import {
  createProduct,
  getProduct,
  listProducts,
  removeProduct,
  reviewProduct,
  topProducts,
  updateProduct,
} from './products.ts'

export const productRoutes: Handlers<typeof products> = {
  list: ({ shop, query }) => listProducts(shop, query),
  top: ({ shop }) => topProducts(shop),
  one: ({ shop, params }) => getProduct(shop, params.id),
  create: ({ shop, user }) => createProduct(shop, user),
  update: ({ shop, params, body }) => updateProduct(shop, params.id, body),
  remove: async ({ shop, params }) => {
    await removeProduct(shop, params.id)
    return { message: 'Product removed' }
  },
  review: async ({ shop, user, params, body }) => {
    await reviewProduct(shop, user, params.id, body)
    return { message: 'Review added' }
  },
}
