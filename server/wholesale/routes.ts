/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { accountOrders } from '#shared/wholesale/api/account-orders.ts'
import { priceLists } from '#shared/wholesale/api/price-lists.ts'
import { standing } from '#shared/wholesale/api/standing.ts'
import { weekOrders } from '#shared/wholesale/api/week-orders.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { accountOrderRoutes, priceListRoutes } from './orders/routes.ts'
import { standingRoutes } from './standing/routes.ts'
import { openWeek, sendWeek } from './week/order.ts'

export function serveWholesale(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, priceLists, priceListRoutes)
  serve(app, serving, accountOrders, accountOrderRoutes)
  serve(app, serving, standing, standingRoutes)
  serve(app, serving, weekOrders, {
    open: ({ shop, body }) => openWeek(shop, body.token),
    send: ({ shop, body, http }) => sendWeek(shop, body, http),
  })
}
