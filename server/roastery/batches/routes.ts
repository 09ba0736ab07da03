import type { batches } from '#shared/roastery/api/batches.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { getBatch } from './batches.ts'

export const batchRoutes: Handlers<typeof batches> = {
  one: ({ shop, params }) => getBatch(shop, params.id),
}
