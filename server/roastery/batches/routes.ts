import type { batches, cuppings } from '#shared/roastery/api/batches.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { getBatch } from './batches.ts'
import { addCupping, cuppingsOfBatch, removeCupping, saveCupping } from './cuppings.ts'

export const batchRoutes: Handlers<typeof batches> = {
  one: ({ shop, params }) => getBatch(shop, params.id),
}

export const cuppingRoutes: Handlers<typeof cuppings> = {
  ofBatch: ({ shop, params }) => cuppingsOfBatch(shop, params.id),
  create: ({ shop, user, params, body, http }) =>
    addCupping(shop, user, params.id, body, http.idempotencyKey),
  update: ({ shop, user, params, body }) => saveCupping(shop, user, params.id, body),
  remove: ({ shop, user, params }) => removeCupping(shop, user, params.id),
}
