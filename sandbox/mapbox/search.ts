/** The sandbox's address search: real cities and ZIP codes, and any number in any street. */
import { normalPostalCode, normalState, stateOfZip, zipMatchesState } from '#shared/platform/address.ts'
import { places, type Place } from '../shippo/places.ts'
import { cased, editDistance, rewriteStreet } from '../shippo/address.ts'

export type Found = {
  number: string
  street: string
  unit: string
  city: string
  /** The two-letter code. */
  state: string
  zip: string
  longitude: number
  latitude: number
  confidence: 'exact' | 'high' | 'medium' | 'low'
}

/** Streets of Vienna, Virginia, and common street names. The sandbox suggests those that begin with the typed text. */
const STREETS = [
  'Church Street NW',
  'Maple Avenue E',
  'Maple Avenue W',
  'Mill Street NE',
  'Park Street SE',
  'Center Street N',
  'Lawyers Road NW',
  'Nutley Street SW',
  'Courthouse Road SW',
  'Main Street',
  'Oak Street',
  'Market Street',
  'Washington Avenue',
  'Lincoln Way',
]

const HOME = places.find((place) => place.zip === '22180')!

/**
 * Suggests at most five addresses that begin with the typed text. They have the typed number, a matching street, and
 * the typed city or a city near `near`. Without a number, the suggestions are only streets.
 */
export function complete(text: string, near: { longitude: number; latitude: number } | null): Found[] {
  const { number, street, rest } = split(text)
  const wanted = street.toLowerCase()
  if (wanted.length < 2) return []
  const towns = townsOf(rest, near)
  const known = STREETS.filter((name) => name.toLowerCase().startsWith(wanted))
  const names = known.length > 0 ? known : wanted.length > 3 ? [inUspsSpelling(street)] : []
  return names.flatMap((name) => towns.map((town) => withPoint(number, name, town, 'exact'))).slice(0, 5)
}

/**
 * The address that matches a typed address, with a confidence. Null if state and ZIP code are missing or contradict
 * each other.
 */
export function match(text: string): Found | null {
  const [line = '', ...others] = text.split(',').map((part) => part.trim())
  const { number, street, unit } = split(line)
  const tail = /([A-Za-z .]+?)\s*(\d{5}(?:-?\d{4})?)?$/.exec(others.at(-1) ?? '')
  const state = normalState(tail?.[1] ?? '')
  const zip = normalPostalCode(tail?.[2] ?? '')?.slice(0, 5) ?? ''
  const city = cased(others.length > 1 ? others.at(-2)! : '')
  if (!street || !state || !zip || !zipMatchesState(zip, state)) return null
  const known = places.filter((place) => place.zip === zip)
  const town = known.find((place) => isSameText(place.city, city)) ?? misspelled(known, city)
  const place = town ?? { ...(known[0] ?? placeOfState(zip, state)), city, zip }
  const confidence = !number ? 'low' : town && !isSameText(town.city, city) ? 'medium' : 'exact'
  return { ...withPoint(number, cased(street), place, confidence), unit, state }
}

/** The address at a point: the first street of the nearest city, with a house number derived from the longitude. */
export function nearest(longitude: number, latitude: number): Found | null {
  const town = byDistance({ longitude, latitude })[0]
  if (!town || distance(town, { longitude, latitude }) > 1) return null
  const number = String(100 + (Math.round(Math.abs(longitude * 10_000)) % 800))
  return { ...withPoint(number, STREETS[0]!, town, 'exact'), longitude, latitude }
}

function split(text: string): { number: string; street: string; unit: string; rest: string } {
  const [line = '', ...rest] = text.split(',')
  const [, number = '', words = ''] = /^\s*(\d+[A-Za-z]?)?\s*(.*)$/.exec(line) ?? []
  const [, street = '', unit = ''] =
    /^(.*?)(?:\s+((?:apt|suite|ste|unit|#)\s*\S+))?$/i.exec(words.trim()) ?? []
  return { number, street: street.trim(), unit, rest: rest.join(',').trim() }
}

/**
 * Cities whose name, state or ZIP code begins with `rest`. If `rest` is empty: the three cities nearest to `nearTo`, or
 * the shop's city if `nearTo` is null.
 */
function townsOf(rest: string, nearTo: { longitude: number; latitude: number } | null): Place[] {
  const beginning = rest
    .toLowerCase()
    .replace(/[^a-z0-9 ]/g, ' ')
    .trim()
  if (beginning) {
    return places
      .filter((place) =>
        `${place.city} ${stateOfZip(place.zip)} ${place.zip}`.toLowerCase().startsWith(beginning),
      )
      .slice(0, 5)
  }
  return nearTo ? byDistance(nearTo).slice(0, 3) : [HOME]
}

function misspelled(known: Place[], city: string): Place | undefined {
  return known.find((place) => editDistance(place.city.toLowerCase(), city.toLowerCase()) < 3)
}

function placeOfState(zip: string, state: string): Place {
  return places.find((place) => stateOfZip(place.zip) === state) ?? { ...HOME, zip }
}

function byDistance(to: { longitude: number; latitude: number }): Place[] {
  return [...places].sort((a, b) => distance(a, to) - distance(b, to))
}

function distance(a: { longitude: number; latitude: number }, b: { longitude: number; latitude: number }) {
  return Math.hypot(a.longitude - b.longitude, a.latitude - b.latitude)
}

function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/**
 * The typed street with capital initials and USPS abbreviations. The sandbox has no list of streets to compare it with.
 */
function inUspsSpelling(street: string): string {
  return rewriteStreet(`1 ${cased(street)}`).street.slice(2)
}

/** An address with a point near the city's center. The same address always gets the same point. */
function withPoint(number: string, street: string, town: Place, confidence: Found['confidence']): Found {
  let hash = 2166136261
  for (const letter of `${number} ${street}`) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619)
  const offset = (shift: number) => (((hash >>> shift) & 1023) - 512) / 20_000
  return {
    number,
    street,
    unit: '',
    city: town.city,
    state: stateOfZip(town.zip) ?? '',
    zip: town.zip,
    longitude: Number((town.longitude + offset(0)).toFixed(6)),
    latitude: Number((town.latitude + offset(10)).toFixed(6)),
    confidence,
  }
}
