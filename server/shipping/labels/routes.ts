import type { labels } from '#shared/shipping/api/labels.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { buyLabel } from './buy-label.ts'
import { labelFile, labelFiles } from './label-file.ts'
import { labelOf, waitingOrders } from './label-admin.ts'
import { onParcelWebhook } from './parcels.ts'
import { splitOrder } from './split.ts'
import { voidLabel } from './void-label.ts'

export const labelRoutes: Handlers<typeof labels> = {
  buy: ({ shop, user, body }) => buyLabel(shop, user, body),
  queue: ({ shop, query }) => waitingOrders(shop, query),
  print: ({ shop, query }) => labelFiles(shop, query.orders.split(',')),
  one: ({ shop, params }) => labelOf(shop, params.id),
  split: ({ shop, user, params, body }) => splitOrder(shop, user, params.id, body),
  file: ({ shop, params, query }) => labelFile(shop, params.id, query.parcel),
  void: ({ shop, user, params, query }) => voidLabel(shop, user, params.id, query.parcel),
  webhook: ({ shop, params, body }) => onParcelWebhook(shop, params.secret, body),
}
