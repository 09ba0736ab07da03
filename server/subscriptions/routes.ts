/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { subscribe } from '#shared/checkout/api/subscribe.ts'
import { coffeeEndings } from '#shared/subscriptions/api/coffee-endings.ts'
import { subscriptionAdmin } from '#shared/subscriptions/api/subscription-admin.ts'
import { subscriptionPlan } from '#shared/subscriptions/api/subscription-plan.ts'
import { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { coffeeEndingRoutes, subscriptionPlanRoutes } from './subscription-plan/routes.ts'
import { subscribeRoutes, subscriptionAdminRoutes, subscriptionRoutes } from './subscriptions/routes.ts'

export function serveSubscriptions(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, subscribe, subscribeRoutes)
  serve(app, serving, subscriptions, subscriptionRoutes)
  serve(app, serving, subscriptionAdmin, subscriptionAdminRoutes)
  serve(app, serving, subscriptionPlan, subscriptionPlanRoutes)
  serve(app, serving, coffeeEndings, coffeeEndingRoutes)
}
