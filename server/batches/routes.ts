import type { batches } from '#shared/api/batches.ts'
import type { Handlers } from '../http/serve.ts'
import { getBatch } from './batches.ts'

export const batchRoutes: Handlers<typeof batches> = {
  one: ({ shop, params }) => getBatch(shop, params.id),
}
