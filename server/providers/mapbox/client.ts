import { randomUUID } from 'node:crypto'
import { brand } from '#shared/kernel/brand.ts'
import { MapsUnavailable, type LngLat, type MapCorrection, type Maps } from '../maps.ts'
import { refused, type Mode } from '../service.ts'
import { MapboxRefused, mapboxHttp, type MapboxHttpOptions } from './http.ts'
import { readBoxAddress, readBoxPlaces, readFeature, readSuggestions } from './parse.ts'

type MapboxOptions = MapboxHttpOptions & {
  mode: Mode
  /** Whether corrections are sent to Mapbox; otherwise `report` does nothing. */
  reports: boolean
}

const LIMIT = '5'
const SANDBOX_NOTE = 'Sandbox map: no real streets'

/** The zoom of the map beside the address form: it shows single streets. */
const MINIMAP_ZOOM = 16

/** The links that Mapbox requires beside its maps: https://docs.mapbox.com/help/dive-deeper/attribution/ */
const LINKS = [
  { text: '© Mapbox', url: 'https://www.mapbox.com/about/maps/' },
  { text: '© OpenStreetMap', url: 'https://www.openstreetmap.org/copyright' },
  {
    text: 'Improve this map',
    url: `https://www.mapbox.com/map-feedback/#/{longitude}/{latitude}/${MINIMAP_ZOOM}`,
  },
]

/**
 * The client of Mapbox: Address Autofill, Search Box, Static Images and the contribution service. The shop sells only
 * within the United States, so searches are limited to that country.
 */
export function mapboxMaps(options: MapboxOptions): Maps {
  const http = mapboxHttp(options)
  const maps: Maps = {
    mode: options.mode,
    attribution: options.mode === 'live' ? '© Mapbox © OpenStreetMap' : SANDBOX_NOTE,
    note: options.mode === 'live' ? null : SANDBOX_NOTE,

    links: LINKS,

    async suggest({ text, session, language, near }) {
      const body = await http.getJson(`/autofill/v1/suggest/${encodeURIComponent(text)}`, {
        types: 'address',
        streets: 'true',
        language,
        country: 'us',
        limit: LIMIT,
        session_token: session,
        proximity: near ? pair(near) : undefined,
      })
      return readSuggestions(body)
    },

    async retrieve(id, session) {
      const path = `/autofill/v1/retrieve/${encodeURIComponent(id)}`
      const body = await nullIfNotFound(http.getJson(path, { session_token: session }))
      return body === null ? null : (readFeature(body)?.address ?? null)
    },

    async validate(text, session) {
      const path = `/autofill/v1/retrieve/${encodeURIComponent(text)}`
      return readFeature(await http.getJson(path, { language: 'en', country: 'us', session_token: session }))
    },

    async reverse({ longitude, latitude }) {
      const query = { longitude: String(longitude), latitude: String(latitude), language: 'en', limit: '1' }
      const body = await http.getJson('/search/searchbox/v1/reverse', { ...query, types: 'address' })
      return readBoxAddress(body)
    },

    async category(kind, near) {
      const path = `/search/searchbox/v1/category/${encodeURIComponent(kind)}`
      return readBoxPlaces(
        await http.getJson(path, { language: 'en', country: 'us', limit: LIMIT, proximity: pair(near) }),
      )
    },

    async picture(at, { width, height }) {
      const view = `${pair(at)},${MINIMAP_ZOOM},0/${width}x${height}`
      const picture = await http.getBytes(`/styles/v1/mapbox/streets-v12/static/${view}`, {
        // The text beside the picture has it, as links. The logo stays in the picture.
        attribution: 'false',
      })
      if (!picture.type.startsWith('image/')) throw new MapsUnavailable('Mapbox’s map is not a picture')
      return picture
    },

    report: async (correction) => {
      if (options.reports) await http.post('/v1/edit-suggestion/address', wireCorrection(correction))
    },

    async check() {
      const { code } = ((await http.getJson('/tokens/v2', {})) ?? {}) as { code?: unknown }
      if (code !== 'TokenValid') throw tokenRefused(code)
      // A valid token may still be restricted to other URLs or lack a scope.
      const session = randomUUID()
      await maps.suggest({ text: brand.place.street, session, language: 'en', near: null })
      await maps.picture(brand.place, { width: 32, height: 32 })
    },
  }
  return maps
}

function wireCorrection({ placeName, at, change, label }: MapCorrection) {
  return {
    version: '1.18',
    action: 'update',
    reason: 'incorrect_data',
    location: at,
    changes: change,
    placeName,
    labels: [label],
    notificationsDisabled: true,
    submissionNotificationDisabled: true,
  }
}

function pair({ longitude, latitude }: LngLat): string {
  return `${longitude},${latitude}`
}

const tokenRefused = (code: unknown) =>
  refused(new MapsUnavailable(`Mapbox says of our token: ${String(code)}`))

/** Returns null if the id has expired (404 or 410). Rethrows all other errors. */
async function nullIfNotFound(request: Promise<unknown>): Promise<unknown> {
  try {
    return await request
  } catch (error) {
    if (error instanceof MapboxRefused && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}
