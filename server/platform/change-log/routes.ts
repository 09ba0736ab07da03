import type { changeLog } from '#shared/platform/api/change-log.ts'
import type { Handlers } from '../http/serve.ts'
import { listChangeLog } from './change-log.ts'

export const changeLogRoutes: Handlers<typeof changeLog> = {
  list: ({ shop, query }) => listChangeLog(shop, query),
}
