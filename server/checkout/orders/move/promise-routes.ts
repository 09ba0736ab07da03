import type { promises } from '#shared/roastery/api/promises.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { affectedOrders } from './affected-orders.ts'
import { movePromises } from './move-promises.ts'

/** All but the preview of the mail, which is in mail/routes.ts. */
export const promiseRoutes: Omit<Handlers<typeof promises>, 'preview'> = {
  affected: ({ shop }) => affectedOrders(shop),
  movePromises: ({ shop, user, body }) => movePromises(shop, user, body),
}
