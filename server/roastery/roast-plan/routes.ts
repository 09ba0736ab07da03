import type { roastPlan } from '#shared/roastery/api/roast-plan.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { planAutomatically } from './automatic.ts'
import { addBatch, changeBatch, removeBatch } from './batches.ts'
import { listDays, saveDay } from './days.ts'
import { planOf } from './plan.ts'

export const roastPlanRoutes: Handlers<typeof roastPlan> = {
  days: ({ shop }) => listDays(shop),
  one: ({ shop, params }) => planOf(shop, params.day),
  automatic: ({ shop, user, params }) => planAutomatically(shop, user, params.day),
  addBatch: ({ shop, user, body, http }) => addBatch(shop, user, body, http.idempotencyKey),
  changeBatch: ({ shop, user, params, body }) => changeBatch(shop, user, params.id, body),
  removeBatch: async ({ shop, user, params }) => {
    await removeBatch(shop, user, params.id)
    return { message: 'Batch removed' }
  },
  saveDay: async ({ shop, user, params, body }) => {
    await saveDay(shop, user, params.day, body)
    return planOf(shop, params.day)
  },
}
