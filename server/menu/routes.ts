import type { menu } from '#shared/api/menu.ts'
import type { Handlers } from '../http/serve.ts'
import { readMenu, readMenuForEditor, replaceMenu, saveMenu } from './menu.ts'

export const menuRoutes: Handlers<typeof menu> = {
  one: ({ shop }) => readMenu(shop),
  editor: ({ shop }) => readMenuForEditor(shop),
  replace: ({ shop, user, files }) => replaceMenu(shop, user, files),
  // decisions/017: what visitors see does not depend on whether the upload that follows succeeds.
  clear: async () => ({ message: 'The menu stays up until the new one is uploaded' }),
  save: ({ shop, user, body }) => saveMenu(shop, user, body),
}
