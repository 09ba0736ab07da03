import type { services } from '#shared/backoffice/api/services.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import {
  copyPicturesAgain,
  listConnections,
  removeConnection,
  saveConnection,
  testConnection,
} from './save.ts'

export const serviceRoutes: Handlers<typeof services> = {
  list: ({ shop }) => listConnections(shop),
  test: ({ shop, user, params, body }) => testConnection(shop, user, params.service, body),
  save: ({ shop, user, params, body }) => saveConnection(shop, user, params.service, body),
  remove: ({ shop, user, params, body }) => removeConnection(shop, user, params.service, body),
  copyAgain: ({ shop }) => copyPicturesAgain(shop),
}
