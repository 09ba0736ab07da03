import type { setup } from '#shared/backoffice/api/setup.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { checklistOf, hideChecklist, noteSeenPages, skipItem } from './setup.ts'

export const setupRoutes: Handlers<typeof setup> = {
  list: ({ shop }) => checklistOf(shop),
  skip: ({ shop, user, body }) => skipItem(shop, user, body),
  hide: ({ shop, user, body }) => hideChecklist(shop, user, body.isHidden),
  seen: ({ shop, user }) => noteSeenPages(shop, user),
}
