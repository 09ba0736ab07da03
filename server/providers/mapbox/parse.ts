/** Parses Mapbox's responses. A text field that is missing or of another type becomes an empty text. */
import * as z from 'zod'
import {
  MapsUnavailable,
  type Confidence,
  type LngLat,
  type MapAddress,
  type MapPlace,
  type MapSuggestion,
} from '../maps.ts'
import { answered } from '../service.ts'

const text = z
  .string()
  .nullish()
  .catch('')
  .transform((value) => (value ?? '').slice(0, 300))

const addressFields = {
  feature_name: text,
  description: text,
  place_name: text,
  full_address: text,
  address_line1: text,
  address_line2: text,
  address_line3: text,
  address_level1: text,
  address_level2: text,
  address_level3: text,
  postcode: text,
  country: text,
  country_code: text,
  accuracy: text,
}

const suggestion = z.object({ ...addressFields, action: z.object({ id: z.string().min(1) }) })
const suggestions = z.object({ suggestions: z.array(z.unknown()) })

const point = z.object({
  type: z.literal('Point'),
  // A position may have an altitude (RFC 7946, 3.1.1).
  coordinates: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)], z.unknown()),
})

const confidence = z.enum(['exact', 'high', 'medium', 'low']).catch('low')

const features = z.object({ features: z.array(z.unknown()) })

const feature = z.object({
  geometry: point,
  properties: z.object({
    ...addressFields,
    match_code: z.object({ confidence }).nullish().catch(null),
  }),
})

const named = z.object({ name: text })
const regionNamed = z.object({ name: text, region_code: text })
const countryNamed = z.object({ name: text, country_code: text })

/** A feature of the Search Box API. Its field names differ from the names in Mapbox's other APIs. */
const boxFeature = z.object({
  geometry: point,
  properties: z.object({
    name: text,
    full_address: text,
    place_formatted: text,
    context: z
      .object({
        address: named.nullish(),
        place: named.nullish(),
        locality: named.nullish(),
        region: regionNamed.nullish(),
        postcode: named.nullish(),
        country: countryNamed.nullish(),
      })
      .catch({}),
  }),
})

/**
 * Parses a list of suggestions. Throws MapsUnavailable if the response does not match the schema, as all functions here
 * do.
 */
export function readSuggestions(body: unknown): MapSuggestion[] {
  return readable(suggestion, read(suggestions, body).suggestions).map((found) => ({
    id: found.action.id,
    name: found.address_line1 || found.feature_name || found.full_address,
    // Searches are limited to the United States, so the country is omitted.
    place: (
      found.description || [found.address_level2, found.address_level1].filter(Boolean).join(', ')
    ).replace(/, United States$/, ''),
    fullAddress: found.full_address || found.place_name,
    accuracy: found.accuracy === 'street' ? 'street' : 'address',
  }))
}

/** The address of the first feature; null if there is none. */
export function readFeature(body: unknown): { address: MapAddress; confidence: Confidence } | null {
  const [found] = readable(feature, read(features, body).features)
  if (!found) return null
  const { feature_name, description, accuracy: _accuracy, match_code, ...fields } = found.properties
  const address = {
    ...fields,
    address_line1: fields.address_line1 || feature_name,
    full_address: fields.full_address || [feature_name, description].filter(Boolean).join(', '),
    coordinates: lngLat(found.geometry.coordinates),
  }
  return { address, confidence: match_code?.confidence ?? 'low' }
}

export function readBoxAddress(body: unknown): MapAddress | null {
  const [found] = readable(boxFeature, read(features, body).features)
  if (!found) return null
  const { name, full_address, place_formatted, context } = found.properties
  return {
    address_line1: context.address?.name || name,
    address_line2: '',
    address_line3: '',
    address_level1: context.region?.region_code || context.region?.name || '',
    address_level2: context.place?.name || context.locality?.name || '',
    address_level3: '',
    postcode: context.postcode?.name ?? '',
    country: context.country?.name ?? '',
    country_code: (context.country?.country_code ?? '').toLowerCase(),
    place_name: place_formatted,
    full_address: full_address || [name, place_formatted].filter(Boolean).join(', '),
    coordinates: lngLat(found.geometry.coordinates),
  }
}

export function readBoxPlaces(body: unknown): MapPlace[] {
  return readable(boxFeature, read(features, body).features).map(({ geometry, properties }) => ({
    name: properties.name,
    fullAddress: properties.full_address || properties.place_formatted,
    coordinates: lngLat(geometry.coordinates),
  }))
}

function read<S extends z.ZodType>(schema: S, body: unknown): z.infer<S> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw invalid(result.error)
}

/** The entries of a list that match the schema. Throws if there are entries and none of them does. */
function readable<S extends z.ZodType>(schema: S, entries: unknown[]): z.infer<S>[] {
  const results = entries.map((entry) => schema.safeParse(entry))
  const found = results.flatMap((result) => (result.success ? [result.data] : []))
  const [first] = results
  if (found.length === 0 && first?.error) throw invalid(first.error)
  return found
}

/** The error about one answer: Mapbox works. */
function invalid({ issues: [issue] }: z.ZodError): MapsUnavailable {
  const place = issue?.path.join('.') || 'its root'
  return answered(new MapsUnavailable(`Mapbox’s answer is invalid at ${place}`))
}

/** Rounds to a tenth of a meter; more digits are noise and make map URLs too long. */
function lngLat([longitude, latitude]: [number, number, ...unknown[]]): LngLat {
  return { longitude: rounded(longitude), latitude: rounded(latitude) }
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
