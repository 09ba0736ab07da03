import type { maps } from '#shared/api/maps.ts'
import type { Handlers } from '../http/serve.ts'
import {
  addressAt,
  validateAddress,
  minimap,
  placesNear,
  reportAddress,
  retrieveAddress,
  suggestAddresses,
} from './maps.ts'

export const mapsRoutes: Handlers<typeof maps> = {
  suggest: ({ shop, query }) => suggestAddresses(shop, query),
  retrieve: ({ shop, query }) => retrieveAddress(shop, query),
  validate: ({ shop, query }) => validateAddress(shop, query),
  reverse: ({ shop, query }) => addressAt(shop, query),
  category: ({ shop, query }) => placesNear(shop, query),
  picture: ({ shop, query }) => minimap(shop, query),
  report: ({ shop, body }) => reportAddress(shop, body),
}
