/** The verbs of finding an address. None of them is needed to order: without a map the typed form goes on. */
import type { Body, Query, Reply } from '#shared/api/endpoint.ts'
import type { LngLat, maps as contract } from '#shared/api/maps.ts'
import { Refusal, badRequest, notFound } from '../errors.ts'
import { MapsUnavailable, type MapAddress } from '../providers/maps.ts'
import type { Shop } from '../shop.ts'

type Asked<K extends keyof typeof contract> = Query<(typeof contract)[K]>

/** Throws 503 when the map service does not answer, as all of these do. */
export async function suggestAddresses(shop: Shop, { text, session, language, ...point }: Asked<'suggest'>) {
  const near = nearOf(point)
  const suggestions = await orUnavailable(shop, () =>
    shop.providers.maps.suggest({ text, session, language: languageOf(language), near }),
  )
  return { suggestions }
}

export async function retrieveAddress(shop: Shop, { id, session }: Asked<'retrieve'>) {
  const address = await orUnavailable(shop, () => shop.providers.maps.retrieve(id, session))
  if (!address) throw notFound('Address')
  return attributed(shop, address)
}

/** How a typed address reads on the map. `low` with null: there is no such address. */
export async function judgeAddress(
  shop: Shop,
  { text, session }: Asked<'validate'>,
): Promise<Reply<typeof contract.validate>> {
  const found = await orUnavailable(shop, () => shop.providers.maps.validate(text, session))
  if (!found) return { address: null, confidence: 'low' }
  return { ...found, address: attributed(shop, found.address) }
}

export async function addressAt(shop: Shop, at: Asked<'reverse'>) {
  const address = await orUnavailable(shop, () => shop.providers.maps.reverse(at))
  return address && attributed(shop, address)
}

export function placesNear(shop: Shop, { kind, ...near }: Asked<'category'>) {
  return orUnavailable(shop, () => shop.providers.maps.category(kind, near))
}

export async function minimap(shop: Shop, { longitude, latitude, width, height }: Asked<'picture'>) {
  const { bytes } = await orUnavailable(shop, () =>
    shop.providers.maps.picture({ longitude, latitude }, { width, height }),
  )
  return { name: 'map.png', content: bytes }
}

/** Passed on at once and never stored here; what the map service does with it is its own affair. */
export async function reportAddress(shop: Shop, correction: Body<typeof contract.report>) {
  await orUnavailable(shop, () => shop.providers.maps.report(correction))
  return { message: 'Thank you: the map will be looked at' }
}

function attributed(shop: Shop, address: MapAddress) {
  return { ...address, attribution: shop.providers.maps.attribution }
}

function nearOf({ longitude, latitude }: Partial<LngLat>): LngLat | null {
  if (longitude === undefined && latitude === undefined) return null
  if (longitude === undefined || latitude === undefined) throw badRequest('A point has two coordinates')
  return { longitude, latitude }
}

/** `en-US` is `en` to the map; what is no language is English. */
function languageOf(text = 'en'): string {
  return /^[a-z]{2,3}(?=-|$)/i.exec(text)?.[0].toLowerCase() ?? 'en'
}

async function orUnavailable<T>(shop: Shop, asked: () => Promise<T>): Promise<T> {
  try {
    return await asked()
  } catch (error) {
    if (!(error instanceof MapsUnavailable)) throw error
    shop.log.warn({ err: error }, 'map service')
    throw new Refusal(503, 'Address search is not available just now. Please type the address')
  }
}
