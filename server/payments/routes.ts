/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { accounting } from '#shared/payments/api/accounting.ts'
import { money } from '#shared/payments/api/money.ts'
import { paymentMethods } from '#shared/payments/api/payment-methods.ts'
import { orderAdminRoutes, orderRoutes } from '#server/checkout/orders/routes.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { accountingRoutes } from './accounting/routes.ts'
import { paymentAdminRoutes, paymentRoutes, savingRoutes } from './order-routes.ts'
import { moneyRoutes } from './comparison/routes.ts'
import { paymentMethodRoutes } from './methods/routes.ts'

export function servePayments(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, paymentMethods, { ...paymentMethodRoutes, ...savingRoutes })
  serve(app, serving, orders, { ...orderRoutes, ...paymentRoutes })
  serve(app, serving, orderAdmin, { ...orderAdminRoutes, ...paymentAdminRoutes })
  serve(app, serving, money, moneyRoutes)
  serve(app, serving, accounting, accountingRoutes)
}
