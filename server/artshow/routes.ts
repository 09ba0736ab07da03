import type { artshow } from '#shared/api/artshow.ts'
import type { Handlers } from '../serve.ts'
import { featuredArtist, getArtist, listArtists } from './artshow.ts'

export const artshowRoutes: Handlers<typeof artshow> = {
  list: ({ shop }) => listArtists(shop),
  featured: ({ shop }) => featuredArtist(shop),
  one: ({ shop, params }) => getArtist(shop, params.id),
}
