import type { brewGuides } from '#shared/content/api/brew-guides.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import {
  createGuide,
  getGuide,
  getGuideAt,
  listGuideLinks,
  listGuides,
  removeGuide,
  updateGuide,
} from './brew-guides.ts'

export const brewGuideRoutes: Handlers<typeof brewGuides> = {
  list: ({ shop }) => listGuides(shop.db),
  links: ({ shop }) => listGuideLinks(shop),
  at: ({ shop, params }) => getGuideAt(shop, params.slug),
  one: ({ shop, params }) => getGuide(shop, params.id),
  create: ({ shop, user, body }) => createGuide(shop, user, body),
  update: ({ shop, user, params, body }) => updateGuide(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeGuide(shop, user, params.id)
    return { message: 'Brew guide deleted' }
  },
}
