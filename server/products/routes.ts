import type { productDesk } from '#shared/api/product-desk.ts'
import type { products } from '#shared/api/products.ts'
import type { Handlers } from '../serve.ts'
import { listForDesk, wordsInUse } from './desk.ts'
import { createProduct, duplicateProduct, removeProduct, updateProduct } from './edit.ts'
import { exportProducts } from './export.ts'
import { importProducts } from './import.ts'
import { getProduct, listProducts, reviewProduct, topProducts } from './products.ts'

export const productRoutes: Handlers<typeof products> = {
  list: ({ shop, query }) => listProducts(shop, query),
  top: ({ shop }) => topProducts(shop),
  one: ({ shop, params, visit }) => getProduct(shop, params.id, visit),
  create: ({ shop, user }) => createProduct(shop, user),
  update: ({ shop, user, params, body }) => updateProduct(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeProduct(shop, user, params.id)
    return { message: 'Product removed' }
  },
  review: async ({ shop, user, params, body }) => {
    await reviewProduct(shop, user, params.id, body)
    return { message: 'Review added' }
  },
}

export const productDeskRoutes: Handlers<typeof productDesk> = {
  list: ({ shop, query }) => listForDesk(shop, query),
  words: ({ shop }) => wordsInUse(shop),
  duplicate: ({ shop, user, params }) => duplicateProduct(shop, user, params.id),
  export: ({ shop, query }) => exportProducts(shop, query),
  import: ({ shop, user, body }) => importProducts(shop, user, body),
}
