import type { rehearsal } from '#shared/backoffice/api/rehearsal.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { clockOf, moveClock, reportOf } from './rehearsal.ts'

export const rehearsalRoutes: Handlers<typeof rehearsal> = {
  clock: async ({ shop }) => clockOf(shop),
  report: ({ shop }) => reportOf(shop),
  move: ({ shop, user, body }) => moveClock(shop, user, body),
}
