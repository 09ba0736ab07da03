import type { record } from '#shared/platform/api/record.ts'
import type { Handlers } from '../http/serve.ts'
import { listRecord } from './record.ts'

export const recordRoutes: Handlers<typeof record> = {
  list: ({ shop, query }) => listRecord(shop, query),
}
