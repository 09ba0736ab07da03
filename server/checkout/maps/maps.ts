/**
 * Address search and validation with the map service. Orders never depend on it: without it, customers type the
 * address.
 */
import type { Body, Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { LngLat, maps as contract } from '#shared/checkout/api/maps.ts'
import { Refusal, badRequest, notFound } from '#server/kernel/errors.ts'
import { MapsUnavailable, type MapAddress } from '#server/providers/maps.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Handlers, HttpContext } from '#server/platform/http/serve.ts'
import { findFullSession } from '#server/platform/sessions/sessions.ts'

type Input<K extends keyof typeof contract> = Query<(typeof contract)[K]>

/** Suggests addresses for typed text. Like all functions here, throws 503 if the map service does not respond. */
async function suggestAddresses(shop: Shop, { text, session, language, ...point }: Input<'suggest'>) {
  const near = nearOf(point)
  const suggestions = await refuseIfUnavailable(shop, () =>
    shop.providers.maps.suggest({ text, session, language: languageOf(language), near }),
  )
  return { suggestions }
}

async function retrieveAddress(shop: Shop, { id, session }: Input<'retrieve'>) {
  const address = await refuseIfUnavailable(shop, () => shop.providers.maps.retrieve(id, session))
  if (!address) throw notFound('Address')
  return attributed(shop, address)
}

/**
 * Compares a typed address with the map. Returns the best match and its confidence; `low` and null if there is no such
 * address.
 */
async function validateAddress(
  shop: Shop,
  { text, session }: Input<'validate'>,
): Promise<Reply<typeof contract.validate>> {
  const found = await refuseIfUnavailable(shop, () => shop.providers.maps.validate(text, session))
  if (!found) return { address: null, confidence: 'low' }
  return { ...found, address: attributed(shop, found.address) }
}

async function addressAt(shop: Shop, at: Input<'reverse'>) {
  const address = await refuseIfUnavailable(shop, () => shop.providers.maps.reverse(at))
  return address && attributed(shop, address)
}

function placesNear(shop: Shop, { kind, ...near }: Input<'category'>) {
  return refuseIfUnavailable(shop, () => shop.providers.maps.category(kind, near))
}

async function minimap(shop: Shop, { longitude, latitude, width, height }: Input<'picture'>) {
  const { bytes } = await refuseIfUnavailable(shop, () =>
    shop.providers.maps.picture({ longitude, latitude }, { width, height }),
  )
  return { name: 'map.png', content: bytes }
}

/** Passes a correction on to the map service; the shop does not store it. */
async function reportAddress(shop: Shop, correction: Body<typeof contract.report>) {
  await refuseIfUnavailable(shop, () => shop.providers.maps.report(correction))
  return { message: 'Thank you: the map will be looked at' }
}

function attributed(shop: Shop, address: MapAddress) {
  const { attribution, note, links } = shop.providers.maps
  const { longitude, latitude } = address.coordinates
  const there = links.map(({ text, url }) => ({
    text,
    url: url.replace('{longitude}', String(longitude)).replace('{latitude}', String(latitude)),
  }))
  return { ...address, attribution, links: there, ...(note ? { note } : {}) }
}

function nearOf({ longitude, latitude }: Partial<LngLat>): LngLat | null {
  if (longitude === undefined && latitude === undefined) return null
  if (longitude === undefined || latitude === undefined)
    throw badRequest('A point needs a longitude and a latitude')
  return { longitude, latitude }
}

/** The language code for the map service, such as `en` for `en-US`. Invalid text counts as English. */
function languageOf(text = 'en'): string {
  return /^[a-z]{2,3}(?=-|$)/i.exec(text)?.[0].toLowerCase() ?? 'en'
}

async function refuseIfUnavailable<T>(shop: Shop, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof MapsUnavailable)) throw error
    shop.log.warn({ err: error }, 'the map service did not answer')
    throw new Refusal(503, 'Address search is not available right now. Please type the address')
  }
}

/** Calls without a session are limited more, because the map service bills them. */
export const mapsRoutes: Handlers<typeof contract> = {
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
