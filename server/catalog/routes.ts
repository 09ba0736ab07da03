/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { artshow } from '#shared/catalog/api/artshow.ts'
import { allCoffees } from '#shared/catalog/api/coffees.ts'
import { coffeeLots } from '#shared/catalog/api/coffee-lots.ts'
import { notices } from '#shared/catalog/api/notices.ts'
import { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { productBulk } from '#shared/catalog/api/product-bulk.ts'
import { products } from '#shared/catalog/api/products.ts'
import { reviewAdmin } from '#shared/catalog/api/review-admin.ts'
import { works } from '#shared/catalog/api/works.ts'
import { acceptFormPosts } from '#server/platform/http/form-posts.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { artshowRoutes, workRoutes } from './artshow/routes.ts'
import { coffeeLotRoutes } from './coffee-lots/routes.ts'
import { NOTICE_FORMS, noticeRoutes } from './notices/routes.ts'
import { productBulkRoutes } from './products/bulk/product-bulk.ts'
import { coffeeRoutes, productAdminRoutes, productRoutes, reviewAdminRoutes } from './products/routes.ts'

export async function serveCatalog(app: FastifyInstance, serving: Serving): Promise<void> {
  serve(app, serving, products, productRoutes)
  serve(app, serving, allCoffees, coffeeRoutes)
  serve(app, serving, productAdmin, productAdminRoutes)
  serve(app, serving, productBulk, productBulkRoutes)
  serve(app, serving, reviewAdmin, reviewAdminRoutes)
  serve(app, serving, coffeeLots, coffeeLotRoutes)
  serve(app, serving, artshow, artshowRoutes)
  serve(app, serving, works, workRoutes)
  await app.register(async (scope) => {
    acceptFormPosts(scope, NOTICE_FORMS)
    serve(scope, serving, notices, noticeRoutes)
  })
}
