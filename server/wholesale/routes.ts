/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { accountOrders } from '#shared/wholesale/api/account-orders.ts'
import { priceLists } from '#shared/wholesale/api/price-lists.ts'
import { accounts } from '#shared/wholesale/api/accounts.ts'
import { applications } from '#shared/wholesale/api/applications.ts'
import { ownAccounts } from '#shared/wholesale/api/own-accounts.ts'
import { standing } from '#shared/wholesale/api/standing.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { accountRoutes, ownAccountRoutes } from './accounts/routes.ts'
import { applicationRoutes } from './applications/routes.ts'
import { accountOrderRoutes, priceListRoutes } from './orders/routes.ts'
import {
  changeOnce,
  changeStanding,
  createStanding,
  endStanding,
  holdStanding,
  skipDate,
} from './standing/change.ts'
import { listMine, listOfAccount } from './standing/read.ts'

export function serveWholesale(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, priceLists, priceListRoutes)
  serve(app, serving, accountOrders, accountOrderRoutes)
  serve(app, serving, applications, applicationRoutes)
  serve(app, serving, accounts, accountRoutes)
  serve(app, serving, ownAccounts, ownAccountRoutes)
  serve(app, serving, standing, {
    mine: ({ shop, user }) => listMine(shop, user),
    ofAccount: ({ shop, params }) => listOfAccount(shop, params.id),
    create: ({ shop, user, body }) => createStanding(shop, user, body),
    change: ({ shop, user, params, body }) => changeStanding(shop, user, params.id, body),
    changeOnce: ({ shop, user, params, body }) => changeOnce(shop, user, params.id, body),
    skip: ({ shop, user, params, body }) => skipDate(shop, user, params.id, body),
    hold: ({ shop, user, params, body }) => holdStanding(shop, user, params.id, body),
    end: ({ shop, user, params, body }) => endStanding(shop, user, params.id, body),
  })
}
