import type { coffeeEndings } from '#shared/subscriptions/api/coffee-endings.ts'
import type { subscriptionPlan } from '#shared/subscriptions/api/subscription-plan.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { endCoffee, keepCoffee, listEndings } from './endings.ts'
import { exportSubscriptions } from './export.ts'
import { subscriptionFigures } from './figures.ts'
import { chargesByDay, dueByRoastDay } from './planned.ts'
import { listTroubles, retry } from './troubles.ts'

export const subscriptionPlanRoutes: Handlers<typeof subscriptionPlan> = {
  due: ({ shop }) => dueByRoastDay(shop),
  charges: ({ shop }) => chargesByDay(shop),
  troubles: ({ shop }) => listTroubles(shop),
  retry: ({ shop, user, params }) => retry(shop, user, params.id),
  figures: ({ shop }) => subscriptionFigures(shop),
  exportAll: ({ shop, user }) => exportSubscriptions(shop, user),
}

export const coffeeEndingRoutes: Handlers<typeof coffeeEndings> = {
  list: ({ shop }) => listEndings(shop),
  end: ({ shop, user, body }) => endCoffee(shop, user, body),
  keep: ({ shop, user, params }) => keepCoffee(shop, user, params.id),
}
