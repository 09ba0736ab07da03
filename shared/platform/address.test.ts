import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Address,
  addressLimits,
  checkAddress,
  normalCountry,
  normalPostalCode,
  normalState,
  refusedCountries,
  refusedPlaces,
  shippingRefusal,
  shippingStates,
  stateOfZip,
  zipMatchesState,
} from './address.ts'

const home: Address = {
  address: '145 Church St NE',
  address2: '',
  city: 'Vienna',
  state: 'VA',
  postalCode: '22180',
  country: 'US',
}

function problemsOf(changes: Partial<Address>) {
  const result = checkAddress({ ...home, ...changes })
  return 'problems' in result ? result.problems : {}
}

describe('a state', () => {
  test.each([
    'VA',
    'va ',
    'Va',
    'Virginia',
    'VIRGINIA',
    'ＶＡ',
    'V\u200bA',
    'V\u00adA',
    'Va.',
    'v a',
    '\u202eVA',
  ])('reads %j as VA', (text) => expect(normalState(text)).toBe('VA'))

  test.each([
    ['west virginia', 'WV'],
    ['Commonwealth of Virginia', 'VA'],
    ['State of New York', 'NY'],
    ['D.C.', 'DC'],
    ['Washington, D.C.', 'DC'],
    ['Washington', 'WA'],
    ['U.S. Virgin Islands', 'VI'],
    ['Federated States of Micronesia', 'FM'],
    ['Commonwealth of the Northern Mariana Islands', 'MP'],
    ['Armed Forces Europe', 'AE'],
  ])('reads %j as %s', (text, code) => expect(normalState(text)).toBe(code))

  test.each(['', '  ', 'XX', 'Virgin', 'Ontario', 'VА', 'constructor', 'US', 'the'])(
    'is not recognized in %j',
    (text) => expect(normalState(text)).toBeNull(),
  )

  test('list has DC and the fifty states without Alaska and Hawaii', () => {
    expect(shippingStates).toHaveLength(49)
    expect(shippingStates.every(({ code, name }) => normalState(name) === code)).toBe(true)
  })
})

describe('a country', () => {
  test.each(['US', 'usa', 'United States', 'United States of America', 'U.S.', 'U.S.A.', ' ｕｓ '])(
    'reads %j as US',
    (text) => expect(normalCountry(text)).toBe('US'),
  )

  test('other than the United States is kept in upper case', () => {
    expect(normalCountry(' Canada ')).toBe('CANADA')
    expect(normalCountry('')).toBe('')
  })
})

const knownZips =
  '00501 NY, 02108 MA, 05501 MA, 05602 VT, 06103 CT, 19801 DE, 20001 DC, 20166 VA, 20500 DC, 20901 MD, 21201 MD, 22003 VA, 24605 VA, 24701 WV, 30301 GA, 31999 GA, ' +
  '33101 FL, 34102 FL, 38501 TN, 39901 GA, 45202 OH, 60601 IL, 73301 TX, 73402 OK, 75001 TX, 82001 WY, 83201 ID, 88510 TX, 89101 NV, 96150 CA, 97201 OR, 99403 WA'

describe('a ZIP code', () => {
  test.each([
    ['22180', '22180'],
    [' 22180-1234 ', '22180-1234'],
    ['221801234', '22180-1234'],
    ['22180–1234', '22180-1234'],
    ['２２１８０', '22180'],
  ])('reads %j as %s', (text, zip) => expect(normalPostalCode(text)).toBe(zip))

  test.each(['', '2218', '221801', '22180-12', 'ABCDE', 'K1A 0B1', '22180-12345'])('refuses %j', (text) =>
    expect(normalPostalCode(text)).toBeNull(),
  )

  test.each(knownZips.match(/\d+ ../g)!.map((pair) => pair.split(' ')))('%s is in %s', (zip, state) => {
    expect(stateOfZip(zip)).toBe(state)
    expect(zipMatchesState(zip, state)).toBe(true)
  })

  test('can belong to two states if it crosses a state line', () => {
    expect(zipMatchesState('06390', 'NY')).toBe(true)
    expect(zipMatchesState('83414-0001', 'WY')).toBe(true)
    expect(zipMatchesState('96950', 'MP')).toBe(true)
    expect(zipMatchesState('22180', 'MD')).toBe(false)
    expect(zipMatchesState('00000', 'VA')).toBe(false)
  })

  test('belongs to one state, or to two if it crosses a state line', () => {
    const zips = fc.integer({ min: 500, max: 99999 }).map((n) => String(n).padStart(5, '0'))
    const codes = [...shippingStates.map(({ code }) => code), ...refusedCodes]
    fc.assert(
      fc.property(zips, (zip) => {
        const states = codes.filter((code) => zipMatchesState(zip, code))
        expect(states).toContain(stateOfZip(zip))
        if (!zip.startsWith('969')) expect(states.length).toBeLessThan(3)
      }),
    )
  })
})

const refusedCodes = 'AK HI PR VI GU AS MP UM FM MH PW AA AE AP'.split(' ')

describe('a place we do not ship to', () => {
  test.each(refusedCodes)('is refused because of its state %s', (state) => {
    expect(shippingRefusal({ ...home, state })).toBe(refusedPlaces)
    expect(problemsOf({ state: state.toLowerCase() })).toEqual({ state: refusedPlaces })
  })

  test.each('99501 99950 96701 96898 96910 00601 00802 00901 09001 09899 34001 96201 96699'.split(' '))(
    'is refused because of its ZIP code %s, in any state',
    (postalCode) => {
      expect(shippingRefusal({ ...home, postalCode })).toBe(refusedPlaces)
      expect(problemsOf({ postalCode })).toEqual({ postalCode: refusedPlaces })
    },
  )

  test.each(['hawaii', 'Puerto Rico', 'ＡＫ'])('is refused when written %s', (state) =>
    expect(shippingRefusal({ ...home, state })).toBe(refusedPlaces),
  )

  test('is refused outside the United States', () => {
    expect(shippingRefusal({ ...home, country: 'Canada' })).toBe(refusedCountries)
    expect(problemsOf({ country: 'ca', state: 'ON', postalCode: 'K1A' })).toEqual({
      country: refusedCountries,
    })
  })

  test('does not include Vienna', () => expect(shippingRefusal(home)).toBeNull())
})

const tooLong = (address: Address) =>
  Object.entries(address).filter(([field, text]) => text.length > limits.get(field)!)
const limits = new Map(Object.entries(addressLimits))

const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code))

const words = (typical: string) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(typical) }, fc.string({ unit: anyCharacter, maxLength: 120 }))

describe('an address', () => {
  test('is returned normalized', () => {
    const typed = {
      address: '  145\u0000 Church\n St\u200b NE ',
      address2: '\t',
      city: ' Vienna ',
      state: 'virginia',
      postalCode: '22180 1234',
      country: 'usa',
    }
    expect(checkAddress(typed)).toEqual({ address: { ...home, postalCode: '22180-1234' } })
  })

  test('with empty fields gets a message for each of them', () => {
    const empty = { address: '', address2: '', city: ' ', state: '', postalCode: '', country: '' }
    expect(checkAddress(empty)).toEqual({
      problems: {
        address: 'Enter a street address',
        city: 'Enter a city',
        state: 'Enter a state, such as VA or Virginia',
        postalCode: 'Enter a 5-digit ZIP code',
        country: 'Enter a country',
      },
    })
  })

  test('with a ZIP code of another state gets a message that names the state', () => {
    expect(problemsOf({ state: 'MD' })).toEqual({ postalCode: '22180 is not a ZIP code in Maryland' })
  })

  test('that is too long is not cut but refused', () => {
    expect(problemsOf({ address: 'x'.repeat(101) })).toEqual({
      address: 'Shorten the street address to 100 characters',
    })
    expect(problemsOf({ city: 'x'.repeat(61) })).toEqual({ city: 'Shorten the city to 60 characters' })
    expect(problemsOf({ address2: 'x'.repeat(100) })).toEqual({})
  })

  test('that is already normalized does not change again, is within the limits, and is never refused', () => {
    const addresses = fc.record({
      address: words('1 Main St'),
      address2: words('Apt 4'),
      city: words('Vienna'),
      state: words('va'),
      postalCode: words('22180'),
      country: words('usa'),
    })
    fc.assert(
      fc.property(addresses, (typed) => {
        const first = checkAddress(typed)
        if (!('address' in first)) return
        expect(checkAddress(first.address)).toEqual(first)
        expect(shippingRefusal(first.address)).toBeNull()
        expect(tooLong(first.address)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
