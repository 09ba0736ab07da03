/** The endpoints of webhooks. */
import type { webhooks } from '#shared/backoffice/api/webhooks.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import {
  createWebhook,
  readWebhook,
  readWebhooks,
  removeWebhook,
  renewSecret,
  updateWebhook,
} from './edit.ts'
import { listDeliveries, resend, resendFailed, sendTest } from './log.ts'

export const webhookRoutes: Handlers<typeof webhooks> = {
  list: async ({ shop }) => ({ webhooks: await readWebhooks(shop) }),
  one: ({ shop, params }) => readWebhook(shop, params.id),
  create: ({ shop, user, body }) => createWebhook(shop, user, body),
  update: ({ shop, user, params, body }) => updateWebhook(shop, user, params.id, body),
  remove: ({ shop, user, params }) => removeWebhook(shop, user, params.id),
  renewSecret: ({ shop, user, params }) => renewSecret(shop, user, params.id),
  test: ({ shop, params }) => sendTest(shop, params.id),
  deliveries: ({ shop, params, query }) => listDeliveries(shop, params.id, query),
  resend: ({ shop, params }) => resend(shop, params.id, params.deliveryId),
  resendFailed: ({ shop, params }) => resendFailed(shop, params.id),
}
