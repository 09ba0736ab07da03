import {
  normalCountry,
  normalPostalCode,
  normalState,
  stateOfZip,
  zipMatchesState,
} from '#shared/platform/address.ts'
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
 * Imitates Shippo's address validation without a list of streets. Every street in every US city is valid and is
 * returned in USPS spelling with a ZIP+4. An address is invalid without a street or a number, with an unknown state, or
 * with a ZIP code of another state. A street that contains the word INVALID is not found. Addresses outside of the
 * United States are not checked.
 */
export function validate(typed: AddressText): Validation {
  if (normalCountry(typed.country) !== 'US') return { address: typed, isValid: true, messages: [] }
  const filled = fill(typed)
  const problem = errorOf(filled)
  if (problem) return { address: typed, isValid: false, messages: [problem] }
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

/** Adds missing parts: city and state from a known ZIP code, the ZIP code from a known city. */
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

function errorOf({ street1, city, state, zip }: AddressText): ValidationMessage | null {
  if (/\bINVALID\b/i.test(street1)) {
    return error('Address Not Found', 'The address as submitted could not be found.')
  }
  if (!street1) return error('street_detail_missing', 'The street is missing.')
  if (!/\d/.test(street1)) return error('premise_number_missing', 'The street number is missing.')
  const code = normalState(state)
  if (!code) return error('Invalid State', 'The state in the address is not valid.')
  const postal = normalPostalCode(zip)
  if (!postal) return error('invalid_postal_code', 'The ZIP code is not valid.')
  if (!city) return error('Invalid City', 'The city is missing.')
  if (!zipMatchesState(postal, code)) {
    return error('Invalid City/State/Zip', 'The ZIP code does not belong to the state.')
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

function error(code: string, text: string): ValidationMessage {
  return { source, code, type: 'address_error', text }
}

/** Adds the +4 digits. The same street always gets the same digits. */
function withPlus4(zip: string, street: string): string {
  if (zip.length > 5) return zip
  let hash = 2166136261
  for (const letter of street.toUpperCase()) hash = Math.imul(hash ^ letter.codePointAt(0)!, 16777619)
  return `${zip}-${1000 + ((hash >>> 0) % 9000)}`
}
