/**
 * Address search, for guests too. The server passes the calls on to the map service, so that browsers do not call a third
 * party. Calls without a session are limited more (server/checkout/maps/maps.ts), because the service bills them.
 */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { line } from '#shared/kernel/fields.ts'

/**
 * The search box asks for more characters below this number. It shows suggestions above this number (test/SPEC.md,
 * "Address widget").
 */
export const MIN_CHARACTERS = 2

/** The longest side of a minimap, in pixels (test/SPEC.md, "Address widget"). */
export const MINIMAP_CAP = 1280

const longitude = z.number().check(z.minimum(-180), z.maximum(180))
const latitude = z.number().check(z.minimum(-90), z.maximum(90))
export const lngLat = z.object({ longitude, latitude })
export type LngLat = z.infer<typeof lngLat>

/** A number in a query string, which arrives as text. */
const degrees = (limit: number) =>
  z.pipe(
    z.string().check(z.regex(/^-?\d{1,3}(\.\d{1,12})?$/)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(-limit), z.maximum(limit))),
  )
const pixels = z.pipe(
  z.string().check(z.regex(/^\d{1,4}$/)),
  z.pipe(z.transform(Number), z.int().check(z.minimum(1), z.maximum(MINIMAP_CAP))),
)

/** A session id. The browser creates it when the first character is typed, and uses it until an address is chosen. */
const session = z.string().check(z.regex(/^[0-9a-f-]{36}$/))

const words = line('The address', 200)
const long = z.string().check(z.maxLength(300))

/** An address as the map service returns it. */
const mapAddress = z.object({
  address_line1: long,
  address_line2: long,
  address_line3: long,
  address_level1: long,
  address_level2: long,
  address_level3: long,
  postcode: long,
  country: long,
  country_code: long,
  place_name: long,
  full_address: long,
  /** The coordinates are only for the map on the screen and are never stored. */
  coordinates: lngLat,
  /** The attribution that the map service requires beside the map. */
  attribution: z.string(),
  /** The same as links, with one to improve the map at this place. */
  links: z.array(z.object({ text: z.string(), url: z.url() })),
  /** Set for the map of the sandbox. */
  note: z.optional(z.string()),
})
export type MapAddress = z.infer<typeof mapAddress>

const mapSuggestion = z.object({
  id: z.string(),
  name: z.string(),
  place: z.string(),
  fullAddress: z.string(),
  /** `street`: the house number is missing. */
  accuracy: z.enum(['address', 'street']),
})
export type MapSuggestion = z.infer<typeof mapSuggestion>

const near = { longitude: z.optional(degrees(180)), latitude: z.optional(degrees(90)) }

export const maps = contract({
  suggest: {
    method: 'GET',
    path: '/api/maps/suggest',
    access: 'public',
    summary: 'Addresses that begin with the text, near a point if one is given',
    query: z.strictObject({ text: words, session, language: z.optional(line('Language', 35)), ...near }),
    reply: z.object({ suggestions: z.array(mapSuggestion) }),
    limit: 'maps',
  },
  retrieve: {
    method: 'GET',
    path: '/api/maps/retrieve',
    access: 'public',
    summary: 'The complete address of a suggestion',
    query: z.strictObject({ id: z.string().check(z.minLength(1), z.maxLength(2000)), session }),
    reply: mapAddress,
    limit: 'maps',
  },
  validate: {
    method: 'GET',
    path: '/api/maps/validate',
    access: 'public',
    summary:
      'The address that best matches a typed address, and how certain the match is; null if there is no match',
    query: z.strictObject({ text: words, session }),
    reply: z.object({
      address: z.nullable(mapAddress),
      confidence: z.enum(['exact', 'high', 'medium', 'low']),
    }),
    limit: 'maps',
  },
  reverse: {
    method: 'GET',
    path: '/api/maps/reverse',
    access: 'public',
    summary: 'The address nearest to a point, or null',
    query: z.strictObject({ longitude: degrees(180), latitude: degrees(90) }),
    reply: z.nullable(mapAddress),
    limit: 'maps',
  },
  category: {
    method: 'GET',
    path: '/api/maps/category',
    access: 'public',
    summary: 'Places of a category, such as post_office, near a point',
    query: z.strictObject({
      kind: z.string().check(z.regex(/^[a-z_]{2,40}$/)),
      longitude: degrees(180),
      latitude: degrees(90),
    }),
    reply: z.array(z.object({ name: z.string(), fullAddress: z.string(), coordinates: lngLat })),
    limit: 'maps',
  },
  picture: {
    method: 'GET',
    path: '/api/maps/static',
    access: 'public',
    summary: 'A picture of the map around a point, for an <img>; sizes in pixels',
    query: z.strictObject({
      longitude: degrees(180),
      latitude: degrees(90),
      width: pixels,
      height: pixels,
    }),
    reply: { file: 'image/png', inline: true },
    limit: 'maps',
  },
  report: {
    method: 'POST',
    path: '/api/maps/report',
    access: 'public',
    summary: 'Reports a wrong address to the map service',
    body: z.object({
      placeName: words,
      at: lngLat,
      change: z.union([z.object({ address: words }), z.object({ location: lngLat })]),
      label: z.enum(['address_confirm_form', 'address_minimap']),
    }),
    reply: z.object({ message: z.string() }),
    limit: 'maps',
  },
})
