/** Found addresses in Mapbox's two formats: those of Address Autofill and of Search Box. */
import { shippingStates } from '#shared/platform/address.ts'
import type { Found } from './search.ts'

export function autofillSuggestion(found: Found, language: string) {
  return { ...autofillProperties(found, language), action: { id: idOf(found) } }
}

export function autofillFeature(found: Found, language: string) {
  return { ...pointOf(found), properties: autofillProperties(found, language) }
}

export function boxFeature(found: Found) {
  const line = lineOf(found)
  const place = placeOf(found)
  return {
    ...pointOf(found),
    properties: {
      name: line,
      mapbox_id: idOf(found),
      feature_type: 'address',
      address: line,
      full_address: `${line}, ${place}`,
      place_formatted: place,
      context: {
        country: { id: 'us', name: 'United States', country_code: 'US', country_code_alpha_3: 'USA' },
        region: {
          id: found.state,
          name: nameOf(found.state),
          region_code: found.state,
          region_code_full: `US-${found.state}`,
        },
        postcode: { id: found.zip, name: found.zip },
        place: { id: found.city, name: found.city },
        address: { id: idOf(found), name: line, address_number: found.number, street_name: found.street },
      },
      coordinates: { latitude: found.latitude, longitude: found.longitude, accuracy: 'interpolated' },
      language: 'en',
      maki: 'marker',
      poi_category: [] as string[],
      metadata: {},
    },
  }
}

/** The id contains the whole address, so that the sandbox does not need to store its suggestions. */
function idOf(found: Found): string {
  return Buffer.from(JSON.stringify(found)).toString('base64url')
}

/** Decodes the address from an id. Null if this sandbox did not create the id. */
export function foundOf(id: string): Found | null {
  try {
    const found = JSON.parse(Buffer.from(id, 'base64url').toString('utf8')) as Found
    return typeof found.street === 'string' && typeof found.zip === 'string' ? found : null
  } catch {
    return null
  }
}

function autofillProperties(found: Found, language: string) {
  const line = lineOf(found)
  const place = placeOf(found)
  const matched = found.confidence === 'exact' ? 'matched' : 'plausible'
  return {
    accuracy: found.number ? 'rooftop' : 'street',
    feature_name: line,
    matching_name: line,
    description: place,
    mapbox_id: idOf(found),
    maki: 'marker',
    language,
    address: line,
    full_address: `${line}, ${place}`,
    address_line1: line,
    address_line2: found.unit,
    address_level1: found.state,
    address_level2: found.city,
    country: 'United States',
    country_code: 'us',
    postcode: found.zip,
    metadata: { iso_3166_1: 'us' },
    place_name: `${line}, ${place}`,
    place_type: ['address'],
    match_code: {
      address_number: found.number ? 'matched' : 'unmatched',
      street: 'matched',
      postcode: 'matched',
      place: matched,
      region: 'matched',
      locality: 'not_applicable',
      country: 'matched',
      confidence: found.confidence,
    },
    context: [],
  }
}

function pointOf({ longitude, latitude }: Found) {
  return {
    type: 'Feature' as const,
    geometry: { type: 'Point' as const, coordinates: [longitude, latitude] },
  }
}

function lineOf({ number, street }: Found): string {
  return [number, street].filter(Boolean).join(' ')
}

function placeOf({ city, state, zip }: Found): string {
  return `${city}, ${nameOf(state)} ${zip}, United States`
}

function nameOf(state: string): string {
  return shippingStates.find(({ code }) => code === state)?.name ?? state
}
