import type { personalData } from '#shared/people/api/personal-data.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { exportOf } from './export.ts'
import { removeAccount } from './remove-account.ts'

export const personalDataRoutes: Handlers<typeof personalData> = {
  file: ({ shop, user }) => exportOf(shop, user, 'json'),
  page: ({ shop, user }) => exportOf(shop, user, 'html'),
  remove: async ({ shop, user, body, http }) => {
    const done = await removeAccount(shop, user, body)
    http.clearSession()
    return done
  },
}
