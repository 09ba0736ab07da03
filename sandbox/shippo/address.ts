import {
  normalCountry,
  normalPostalCode,
  normalState,
  stateOfZip,
  zipMatchesState,
} from '#shared/platform/address.ts'
import { places } from './places.ts'

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

/** Words in street lines: each USPS abbreviation, then the spellings that it replaces. */
const suffixes =
  'Aly alley,Ave avenue av aven avenu avn,Blvd boulevard boul blv,Cir circle circ,Ct court crt,Cv cove,' +
  'Dr drive drv,Expy expressway,Hwy highway hiway,Ln lane,Loop loops,Pkwy parkway pkway,Pl place,Plz plaza,' +
  'Rd road,Sq square sqr,St street str strt,Ter terrace terr,Trl trail,Tpke turnpike,Way wy,Xing crossing'

const directions = 'N north,S south,E east,W west,NE northeast,NW northwest,SE southeast,SW southwest'
const units = 'Apt apartment,Ste suite,Unit unit,Fl floor,Bldg building,Rm room,# #'

const suffixWords = wordTable(suffixes)
const directionWords = wordTable(directions)
const unitWords = wordTable(units)

/**
 * Rewrites a street line in USPS spelling: "1 Market Stret" becomes "1 Market St". `unitMissing` is true if the line
 * has a kind of unit ("Apt") but no number after it.
 */
export function rewriteStreet(line: string): { street: string; unitMissing: boolean } {
  const box = /^p\.?\s*o\.?\s*box\s+(\S+)$/i.exec(line)
  if (box) return { street: `PO Box ${box[1]}`, unitMissing: false }
  const words = cased(line)
    .split(' ')
    .map((word) => word.replace(/[.,]+$/, ''))
    .filter(Boolean)
  const at = words.findIndex((word, index) => index > 1 && unitWords.has(word.toLowerCase()))
  const street = at < 0 ? words : words.slice(0, at)
  const unit = at < 0 ? [] : words.slice(at)
  const kind = unit[0] && unitWords.get(unit[0].toLowerCase())
  return {
    street: [...rewriteMain(street), ...(kind ? [kind, ...unit.slice(1)] : [])].join(' '),
    unitMissing: unit.length === 1,
  }
}

/**
 * Gives a name capital initials if it was typed only in upper or only in lower case: "VIENNA" and "vienna" become
 * "Vienna".
 */
export function cased(text: string): string {
  if (/\p{Lu}/u.test(text) && /\p{Ll}/u.test(text)) return text
  return text
    .toLowerCase()
    .replace(/(^|[\s-])\p{Ll}/gu, (start) => start.toUpperCase())
    .replace(/\b(ne|nw|se|sw|po)\b/gi, (word) => word.toUpperCase())
}

/** The Levenshtein distance: the number of letters to insert, delete or change. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}

function rewriteMain(words: string[]): string[] {
  const main = [...words]
  let last = main.length - 1
  const tail = directionWords.get(main[last]?.toLowerCase() ?? '')
  if (last >= 3 && tail) {
    main[last] = tail
    last -= 1
  }
  if (last >= 2) main[last] = suffixOf(main[last]!) ?? main[last]!
  const head = directionWords.get(main[1]?.toLowerCase() ?? '')
  if (last >= 3 && head) main[1] = head
  return main
}

/**
 * Returns the abbreviation of a street word. A wrong letter is accepted only in long words, so that short names are not
 * changed.
 */
function suffixOf(word: string): string | undefined {
  const lower = word.toLowerCase()
  const exact = suffixWords.get(lower)
  if (exact || lower.length < 5 || lower.length > 12 || lower.endsWith('s')) return exact
  const close = Array.from(suffixWords).find(([name]) => name.length > 4 && editDistance(name, lower) === 1)
  return close?.[1]
}

function wordTable(text: string): Map<string, string> {
  const entries = text.split(',').flatMap((entry) => {
    const [short, ...long] = entry.split(' ')
    return [short!, ...long].map((word): [string, string] => [word.toLowerCase(), short!])
  })
  return new Map(entries)
}
