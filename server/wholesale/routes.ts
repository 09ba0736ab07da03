/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { accountOrders } from '#shared/wholesale/api/account-orders.ts'
import { accounts } from '#shared/wholesale/api/accounts.ts'
import { applications } from '#shared/wholesale/api/applications.ts'
import { certificateFiles } from '#shared/wholesale/api/certificate-files.ts'
import { deliveries } from '#shared/wholesale/api/deliveries.ts'
import { ownAccounts } from '#shared/wholesale/api/own-accounts.ts'
import { priceLists } from '#shared/wholesale/api/price-lists.ts'
import { quietAccounts } from '#shared/wholesale/api/quiet-accounts.ts'
import { standing } from '#shared/wholesale/api/standing.ts'
import { weekOrders } from '#shared/wholesale/api/week-orders.ts'
import { acceptForms } from '#server/platform/http/receive-files.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { accountRoutes, ownAccountRoutes } from './accounts/routes.ts'
import { serveLedger } from './invoices/routes.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { certificateFileRoutes } from './applications/paper-routes.ts'
import { applicationRoutes } from './applications/routes.ts'
import { accountOrderRoutes, priceListRoutes } from './orders/routes.ts'
import { listQuiet, markSeen } from './quiet/quiet.ts'
import { standingRoutes } from './standing/routes.ts'
import { openWeek, sendWeek } from './week/order.ts'

export async function serveWholesale(app: FastifyInstance, serving: Serving): Promise<void> {
  serve(app, serving, applications, applicationRoutes)
  serve(app, serving, accounts, accountRoutes)
  serve(app, serving, ownAccounts, ownAccountRoutes)
  serveLedger(app, serving)
  serve(app, serving, deliveries, deliveryRoutes)
  serve(app, serving, priceLists, priceListRoutes)
  serve(app, serving, accountOrders, accountOrderRoutes)
  serve(app, serving, standing, standingRoutes)
  serve(app, serving, weekOrders, {
    open: ({ shop, body }) => openWeek(shop, body.token),
    send: ({ shop, body, http }) => sendWeek(shop, body, http),
  })
  serve(app, serving, quietAccounts, {
    list: async ({ shop }) => ({ accounts: await listQuiet(shop) }),
    seen: async ({ shop, user, params, body }) => ({
      accounts: await markSeen(shop, user, { id: params.id, ...body }),
    }),
  })
  await app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, serving, certificateFiles, certificateFileRoutes)
  })
}
