import type { maps } from '#shared/checkout/api/maps.ts'
import type { Handlers, HttpContext } from '#server/platform/http/serve.ts'
import { findFullSession } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
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
  suggest: limited(({ shop, query }) => suggestAddresses(shop, query)),
  retrieve: limited(({ shop, query }) => retrieveAddress(shop, query)),
  validate: limited(({ shop, query }) => validateAddress(shop, query)),
  reverse: limited(({ shop, query }) => addressAt(shop, query)),
  category: limited(({ shop, query }) => placesNear(shop, query)),
  picture: limited(({ shop, query }) => minimap(shop, query)),
  report: limited(({ shop, body }) => reportAddress(shop, body)),
}

type Call = { shop: Shop; http: Pick<HttpContext, 'limits' | 'device' | 'token'> }

/** Counts the calls of visitors without a session, besides the limit of the contract for everyone. Throws 429. */
function limited<C extends Call, R>(answer: (call: C) => Promise<R>): (call: C) => Promise<R> {
  return async (call) => {
    const { shop, http } = call
    if (!(await findFullSession(shop, http.token))) await http.limits.count('guestMaps', http.device.ip)
    return answer(call)
  }
}
