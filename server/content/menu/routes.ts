import type { menu } from '#shared/content/api/menu.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { readMenu, readMenuForEditor, replaceMenu, saveMenu } from './menu.ts'

export const menuRoutes: Handlers<typeof menu> = {
  one: ({ shop }) => readMenu(shop),
  editor: ({ shop }) => readMenuForEditor(shop),
  replace: ({ shop, user, files }) => replaceMenu(shop, user, files),
  // Does nothing: the upload that follows replaces the menu. Visitors still have a menu if that upload fails
  // (decisions/055).
  clear: async () => ({ message: 'The menu stays up until the new one is uploaded' }),
  save: ({ shop, user, body }) => saveMenu(shop, user, body),
}
