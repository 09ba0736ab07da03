/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { batches, cuppings, roastCurves } from '#shared/roastery/api/batches.ts'
import { coffeeCost } from '#shared/roastery/api/coffee-cost.ts'
import { green } from '#shared/roastery/api/green.ts'
import { recipes, roasts } from '#shared/roastery/api/recipes.ts'
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import { roastPlan } from '#shared/roastery/api/roast-plan.ts'
import { toShop } from '#shared/roastery/api/to-shop.ts'
import { acceptForms } from '#server/platform/http/receive-files.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { batchRoutes, cuppingRoutes } from './batches/routes.ts'
import { coffeeCostRoutes } from './coffee-cost/routes.ts'
import { greenRoutes, toShopRoutes } from './green/routes.ts'
import { recipeRoutes, roastRoutes } from './recipes/routes.ts'
import { roastCurveRoutes } from './roast-curves/routes.ts'
import { roastDayRoutes } from './roast-day/routes.ts'
import { roastPlanRoutes } from './roast-plan/routes.ts'

export async function serveRoastery(app: FastifyInstance, serving: Serving): Promise<void> {
  serve(app, serving, roastDay, roastDayRoutes)
  serve(app, serving, batches, batchRoutes)
  serve(app, serving, cuppings, cuppingRoutes)
  serve(app, serving, roastPlan, roastPlanRoutes)
  serve(app, serving, coffeeCost, coffeeCostRoutes)
  serve(app, serving, green, greenRoutes)
  serve(app, serving, toShop, toShopRoutes)
  serve(app, serving, roasts, roastRoutes)
  serve(app, serving, recipes, recipeRoutes)
  await app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, serving, roastCurves, roastCurveRoutes)
  })
}
