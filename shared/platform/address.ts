/**
 * The shop's rules for addresses: required fields, normalization, and places that we do not ship to. The form in the
 * browser and the server both use them. The state is normalized because the tax depends on it.
 */

/** An order's shipping address, with the field names of the API. */
export type Address = {
  address: string
  address2: string
  city: string
  state: string
  postalCode: string
  country: string
}

export type AddressProblems = Partial<Record<keyof Address, string>>

/** The maximum length of each field after cleaning, in UTF-16 units. */
export const addressLimits: Readonly<Record<keyof Address, number>> = {
  address: 100,
  address2: 100,
  city: 60,
  state: 40,
  postalCode: 10,
  country: 40,
}

/** The message for the places that are excluded by default. */
export const refusedPlaces = 'We do not ship to Alaska, Hawaii, US territories or military addresses.'
export const refusedCountries = 'We ship within the United States only.'

const served =
  'AL Alabama,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,' +
  'DC District of Columbia,FL Florida,GA Georgia,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,' +
  'KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,' +
  'MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,' +
  'NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,' +
  'SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,' +
  'WV West Virginia,WI Wisconsin,WY Wyoming'

const unserved =
  'AK Alaska,HI Hawaii,PR Puerto Rico,VI Virgin Islands,GU Guam,AS American Samoa,' +
  'MP Northern Mariana Islands,UM Minor Outlying Islands,FM Micronesia,MH Marshall Islands,PW Palau,' +
  'AA Armed Forces Americas,AE Armed Forces Europe,AP Armed Forces Pacific'

/**
 * The ranges of three-digit ZIP code prefixes, from USPS labeling list L002. Each entry is the first prefix of a range,
 * and the state of the range. A range ends where the next one begins. Unused prefixes belong to the range that contains
 * them.
 */
const zipRanges =
  '005NY006PR008VI009PR010MA028RI030NH039ME050VT055MA056VT060CT070NJ090AE100NY150PA197DE200DC201VA202DC' +
  '206MD220VA247WV270NC290SC300GA320FL340AA341FL350AL370TN386MS398GA400KY430OH460IN480MI500IA530WI550MN' +
  '569DC570SD580ND590MT600IL630MO660KS680NE700LA716AR730OK733TX734OK750TX800CO820WY832ID840UT850AZ870NM' +
  '885TX889NV900CA962AP967HI969GU970OR980WA995AK'

/** ZIP codes that cross a state line or are in another state's range, and the Pacific islands that share 969. */
const zipExceptions =
  '02861MA06390NY20041VA20588MD20598VA42223TN59221ND63673IL71749LA73949TX81137NM83414WY84536AZ86044UT' +
  '86515NM88063TX89439CA97635CA96799AS96898UM969MP969FM969MH969PW'

const names = new Map(`${served},${unserved}`.split(',').map((entry) => [entry.slice(0, 2), entry.slice(3)]))
const codes = new Map([...names].map(([code, name]) => [squeeze(name), code]))
/** All states, territories and military regions, sorted as in `served` and `unserved`. */
export const PLACES: readonly { code: string; name: string }[] = [...names].map(([code, name]) => ({
  code,
  name,
}))

/** The codes of the places to which a shop does not ship unless it has saved others: all outside the contiguous US. */
export const DEFAULT_EXCLUDED: readonly string[] = unserved.split(',').map((entry) => entry.slice(0, 2))

/** The states we ship to by default, sorted by name. */
export const shippingStates = statesExcept(DEFAULT_EXCLUDED)

/** The places we ship to, sorted by name, for a select list. */
export function statesExcept(excluded: readonly string[]): { code: string; name: string }[] {
  return PLACES.filter(({ code }) => !excluded.includes(code)).toSorted((one, other) =>
    one.name < other.name ? -1 : 1,
  )
}

export function nameOfPlace(code: string): string {
  return names.get(code) ?? code
}

/** The sentence for a place that we do not ship to; empty if nothing is excluded. */
export function excludedText(excluded: readonly string[]): string {
  if (excluded.length === 0) return ''
  if (
    excluded.length === DEFAULT_EXCLUDED.length &&
    DEFAULT_EXCLUDED.every((code) => excluded.includes(code))
  )
    return refusedPlaces
  return `We do not ship to ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(excluded.map(nameOfPlace))}.`
}

/**
 * A state's two-letter code, from a typed code or full name. Ignores upper and lower case, full-width letters, spaces,
 * dots and invisible characters. Includes DC, territories and military codes. Null for any other text.
 */
export function normalState(text: string): string | null {
  const word = squeeze(text)
  if (names.has(word)) return word
  const name = word.replace(/^(THE|US|UNITEDSTATES|(STATE|COMMONWEALTH|FEDERATEDSTATES)OF)+(?=.{4})/, '')
  return codes.get(name) ?? (word === 'WASHINGTONDC' ? 'DC' : null)
}

/** Returns `US` for each common spelling of the United States; otherwise the cleaned text in upper case. */
export function normalCountry(text: string): string {
  return /^(THE)?(USA?|UNITEDSTATES(OFAMERICA)?)$/.test(squeeze(text)) ? 'US' : clean(text).toUpperCase()
}

/** `22180` or `22180-1234`; null when the text is not a ZIP code. */
export function normalPostalCode(text: string): string | null {
  const match = /^(\d{5})(\d{4})?$/.exec(squeeze(text))
  if (!match) return null
  return match[2] ? `${match[1]}-${match[2]}` : match[1]!
}

/** The two-letter code of the state to which the first three digits of a ZIP code belong; null for digits below 005. */
export function stateOfZip(zip: string): string | null {
  const prefix = zip.slice(0, 3)
  let state: string | null = null
  for (const [, start, code] of zipRanges.matchAll(/(\d+)(..)/g)) {
    if (start! > prefix) break
    state = code!
  }
  return state
}

/** Whether a normalized ZIP code can be in a state (two-letter code). */
export function zipMatchesState(zip: string, state: string): boolean {
  if (stateOfZip(zip) === state) return true
  for (const [, start, code] of zipExceptions.matchAll(/(\d+)(..)/g)) {
    if (code === state && zip.startsWith(start!)) return true
  }
  return false
}

/**
 * Whether we ship to an address: null if we do, otherwise the message to show. Checks the country, the state and the
 * ZIP code separately, so that a wrong state cannot hide a ZIP code that we do not ship to. Accepts typed or normalized
 * text.
 * @param excluded the codes of the places that we do not ship to
 */
export function shippingRefusal(
  address: Pick<Address, 'state' | 'postalCode' | 'country'>,
  excluded: readonly string[] = DEFAULT_EXCLUDED,
): string | null {
  if (normalCountry(address.country) !== 'US') return refusedCountries
  const zip = normalPostalCode(address.postalCode)
  const places = [normalState(address.state), zip && stateOfZip(zip)]
  return places.some((place) => place && excluded.includes(place)) ? excludedText(excluded) : null
}

/**
 * Cleans and validates an address. Returns the normalized address (two-letter state, country `US`), or for each invalid
 * field a message that says what to do. A place we do not ship to is also reported as a problem.
 * @param excluded the codes of the places that we do not ship to
 */
export function checkAddress(
  typed: Address,
  excluded: readonly string[] = DEFAULT_EXCLUDED,
): { address: Address } | { problems: AddressProblems } {
  const cleaned: Address = {
    address: clean(typed.address),
    address2: clean(typed.address2),
    city: clean(typed.city),
    state: normalState(typed.state) ?? '',
    postalCode: normalPostalCode(typed.postalCode) ?? '',
    country: normalCountry(typed.country),
  }
  const refusal = cleaned.country && shippingRefusal(cleaned, excluded)
  if (refusal === refusedCountries) return { problems: { country: refusal } }
  if (refusal) return { problems: { [excluded.includes(cleaned.state) ? 'state' : 'postalCode']: refusal } }
  const problems = problemsOf(cleaned)
  return Object.keys(problems).length ? { problems } : { address: cleaned }
}

function problemsOf(address: Address): AddressProblems {
  const { state, postalCode: zip } = address
  const problems: AddressProblems = {}
  if (!/[\p{L}\p{N}]/u.test(address.address)) problems.address = 'Enter a street address'
  if (!/\p{L}/u.test(address.city)) problems.city = 'Enter a city'
  if (!state) problems.state = 'Enter a state, such as VA or Virginia'
  if (!zip) problems.postalCode = 'Enter a 5-digit ZIP code'
  if (!address.country) problems.country = 'Enter a country'
  if (state && zip && !zipMatchesState(zip, state)) {
    problems.postalCode = `${zip} is not a ZIP code in ${names.get(state)}`
  }
  for (const [field, label] of [
    ['address', 'the street address'],
    ['address2', 'address line 2'],
    ['city', 'the city'],
  ] as const) {
    const limit = addressLimits[field]
    if (address[field].length > limit) problems[field] = `Shorten ${label} to ${limit} characters`
  }
  return problems
}

/** Text to store and print: one line, single spaces, no control or invisible characters. */
function clean(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{DI}]/gu, '')
    .replace(/ +/g, ' ')
    .trim()
}

/** Text to compare: in upper case, without spaces, punctuation and invisible characters. */
function squeeze(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s\p{C}\p{P}\p{DI}]/gu, '')
    .toUpperCase()
}
