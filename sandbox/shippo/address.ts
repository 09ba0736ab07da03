import { normalCountry, normalPostalCode, normalState, stateOfZip, zipMatchesState } from '#shared/address.ts'
import { places } from './places.ts'
import { cased, editDistance, rewriteStreet } from './street.ts'

export type AddressText = {
  name: string
  company: string
  street1: string
  street2: string
  street3: string
  street_no: string
  city: string
  state: string
  zip: string
  country: string
  phone: string
  email: string
}

export type ValidationMessage = { source: string; code: string; type: string; text: string }
type Validation = { address: AddressText; isValid: boolean; messages: ValidationMessage[] }

/**
 * What Shippo's validation would say, without knowing the country's streets. Any street of any US city
 * passes and comes back in the post office's spelling with a ZIP+4; only clear contradictions fail: no
 * street, no number, no such state, a ZIP code of another state. Magic: a street with the word INVALID
 * is not found. Outside the United States nothing is checked.
 */
export function validate(typed: AddressText): Validation {
  if (normalCountry(typed.country) !== 'US') return { address: typed, isValid: true, messages: [] }
  const filled = fill(typed)
  const found = faultOf(filled)
  if (found) return { address: typed, isValid: false, messages: [found] }
  const { street, unitMissing } = rewriteStreet(filled.street1)
  const second = filled.street2 && rewriteStreet(`0 0 ${filled.street2}`).street.slice(4)
  const address = {
    ...filled,
    street1: street,
    street2: second,
    state: normalState(filled.state)!,
    zip: withPlus4(normalPostalCode(filled.zip)!, `${street} ${second}`),
  }
  return { address, isValid: true, messages: unitMissing && !second ? [unitMessage] : [] }
}

/** Completes what the rest tells: the city or the state of a ZIP code, the ZIP code of a known city. */
function fill(typed: AddressText): AddressText {
  const zip = normalPostalCode(typed.zip)
  const state = normalState(typed.state) ?? (typed.state || !zip ? typed.state : (stateOfZip(zip) ?? ''))
  const city = cased(typed.city.trim())
  const known = places.filter((place) => place.zip === zip?.slice(0, 5))
  const close = known.find((place) => editDistance(place.city.toLowerCase(), city.toLowerCase()) < 3)
  const named = places.find((place) => place.city === city && stateOfZip(place.zip) === state)
  return {
    ...typed,
    street1: typed.street1.trim(),
    street2: typed.street2.trim(),
    city: close?.city ?? (city || (known[0]?.city ?? '')),
    state,
    zip: zip ?? (typed.zip.trim() || (named?.zip ?? '')),
    country: 'US',
  }
}

function faultOf({ street1, city, state, zip }: AddressText): ValidationMessage | null {
  if (/\bINVALID\b/i.test(street1)) {
    return fault('Address Not Found', 'The address as submitted could not be found.')
  }
  if (!street1) return fault('street_detail_missing', 'The street is missing.')
  if (!/\d/.test(street1)) return fault('premise_number_missing', 'The street number is missing.')
  const code = normalState(state)
  if (!code) return fault('Invalid State', 'The state in the address is not valid.')
  const postal = normalPostalCode(zip)
  if (!postal) return fault('invalid_postal_code', 'The ZIP code is not valid.')
  if (!city) return fault('Invalid City', 'The city is missing.')
  if (!zipMatchesState(postal, code)) {
    return fault('Invalid City/State/Zip', 'The ZIP code does not belong to the state.')
  }
  return null
}

const source = 'Shippo Address Validator'

const unitMessage: ValidationMessage = {
  source,
  code: 'sub_premise_number_missing',
  type: 'address_warning',
  text: 'The apartment or suite number is missing.',
}

function fault(code: string, text: string): ValidationMessage {
  return { source, code, type: 'address_error', text }
}

/** The same street always gets the same four digits. */
function withPlus4(zip: string, street: string): string {
  if (zip.length > 5) return zip
  let hash = 2166136261
  for (const letter of street.toUpperCase()) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619)
  return `${zip}-${1000 + ((hash >>> 0) % 9000)}`
}
