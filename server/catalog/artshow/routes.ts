import type { artshow } from '#shared/catalog/api/artshow.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { featuredArtist, getArtist, listArtists } from './artshow.ts'
import { createArtist, featureArtist, removeArtist, updateArtist } from './edit-artists.ts'

export const artshowRoutes: Handlers<typeof artshow> = {
  list: ({ shop, http }) => listArtists(shop, http),
  featured: ({ shop }) => featuredArtist(shop),
  one: ({ shop, params, http }) => getArtist(shop, params.id, http),
  create: ({ shop, user }) => createArtist(shop, user),
  update: ({ shop, user, params, body }) => updateArtist(shop, user, params.id, body),
  feature: async ({ shop, user, body }) => {
    await featureArtist(shop, user, body.artshowId)
    return { message: 'Set artist to Featured' }
  },
  remove: async ({ shop, user, params }) => {
    await removeArtist(shop, user, params.id)
    return { message: 'Artshow deleted' }
  },
}
