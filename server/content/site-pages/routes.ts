import type { sitePages } from '#shared/content/api/site-pages.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { checkDraft } from './check.ts'
import { publishedContent } from './content.ts'
import {
  cancelSchedule,
  discardDraft,
  editedPage,
  listPages,
  listVersions,
  oneVersion,
  publishDraft,
  restoreVersion,
  saveDraft,
} from './edit.ts'

export const sitePageRoutes: Handlers<typeof sitePages> = {
  content: ({ shop, params }) => publishedContent(shop, params.id),
  list: ({ shop }) => listPages(shop),
  one: ({ shop, params }) => editedPage(shop, params.id),
  save: ({ shop, user, params, body }) => saveDraft(shop, user, params.id, body),
  discard: ({ shop, user, params }) => discardDraft(shop, user, params.id),
  check: ({ shop, params }) => checkDraft(shop, params.id),
  publish: ({ shop, user, params, body }) => publishDraft(shop, user, params.id, body),
  unschedule: ({ shop, user, params }) => cancelSchedule(shop, user, params.id),
  versions: ({ shop, params }) => listVersions(shop, params.id),
  version: ({ shop, params }) => oneVersion(shop, params.id, params.versionId),
  restore: async ({ shop, user, params }) => {
    const page = await restoreVersion(shop, user, params.id, params.versionId)
    return { message: 'Restored: visitors see this version again', page }
  },
}
