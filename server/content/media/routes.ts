import type { media } from '#shared/content/api/media.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { addMedia, listMedia, removeMedium, updateMedium } from './media.ts'

export const mediaRoutes: Handlers<typeof media> = {
  list: ({ shop }) => listMedia(shop),
  upload: async ({ shop, user, files }) => {
    const added = await addMedia(shop, user, files)
    return { message: added.length === 1 ? 'Picture added' : 'Pictures added', media: added }
  },
  update: ({ shop, user, params, body }) => updateMedium(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeMedium(shop, user, params.id)
    return { message: 'Picture removed from the library' }
  },
}
