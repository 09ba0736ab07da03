import type { labelBatches } from '#shared/shipping/api/label-batches.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { chosenOrders } from '#server/checkout/orders/bulk/order-bulk.ts'
import { createBatch, listBatches } from './batches.ts'
import { readBatch } from './read-batch.ts'
import { printBatch, slipsOf } from './print-batch.ts'
import { retryBatch, runBatch } from './run-batch.ts'

export const labelBatchRoutes: Handlers<typeof labelBatches> = {
  create: ({ shop, user, body, http }) => createBatch(shop, user, body, http.idempotencyKey),
  fromList: async ({ shop, user, body: { choice, ship }, http }) =>
    createBatch(shop, user, { orders: await chosenOrders(shop, choice), ship }, http.idempotencyKey),
  list: ({ shop }) => listBatches(shop),
  one: ({ shop, params }) => readBatch(shop, params.id),
  run: ({ shop, user, params }) => runBatch(shop, user, params.id),
  retry: ({ shop, params, body }) => retryBatch(shop, params.id, body),
  print: ({ shop, params }) => printBatch(shop, params.id),
  slips: ({ shop, params, query }) => slipsOf(shop, params.id, query.pageNumber),
}
