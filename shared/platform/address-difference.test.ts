import { expect, it } from 'vitest'
import type { Address } from './address.ts'
import { isSameAddress, isSameBuilding, relevantDifferences, withUnitOf } from './address-difference.ts'

const TYPED: Address = {
  address: '145 Church Street NE',
  address2: '',
  city: 'Vienna',
  state: 'VA',
  postalCode: '22180',
  country: 'US',
}
const at = (change: Partial<Address>): Address => ({ ...TYPED, ...change })
/** The relevant differences between two lines of an address. */
const lines = (typed: string, suggested: string) =>
  relevantDifferences(at({ address: typed }), at({ address: suggested }))

it.each([
  ['145 Church Street NE', '145 Church St NE'],
  ['145 church st. n.e.', '145 CHURCH ST NE'],
  ['12 North Maple Avenue', '12 N Maple Ave'],
  ['12 Maple Ave. East', '12 Maple Avenue E'],
  ['7 Old Court House Boulevard', '7 Old Ct House Blvd'],
  ['1 Saint Marys Road', '1 St. Mary’s Rd'],
  ['40 Fifth Avenue', '40 5th Ave'],
  ['P.O. Box 12', 'PO Box 12'],
  ['12 Main St Apt 4', '12 Main St #4'],
  ['12 Main St, Suite 4b', '12 Main St Unit 4B'],
  ['12 Main Street Second Floor', '12 Main St 2nd Fl'],
  ['8 Allée Ridge', '8 Allee Rdg'],
])('%s and %s do not differ', (one, other) => {
  expect(lines(one, other)).toEqual([])
  expect(lines(other, one)).toEqual([])
})

it('ignores the last four digits of a ZIP code, and case and punctuation of the city', () => {
  expect(relevantDifferences(TYPED, at({ postalCode: '22180-1234', city: 'VIENNA.' }))).toEqual([])
  expect(relevantDifferences(at({ city: 'St. Louis' }), at({ city: 'Saint Louis' }))).toEqual([])
  expect(relevantDifferences(at({ city: 'Mount Vernon' }), at({ city: 'Mt Vernon' }))).toEqual([])
})

it.each([
  ['145 Church St NE', '154 Church St NE', 'number'],
  ['145 Church St', 'Church St', 'number'],
  ['145 Church St NE', '145 Church St NW', 'street'],
  ['145 Church St NE', '145 Church St', 'street'],
  ['145 Church St NE', '145 Church Rd NE', 'street'],
  ['7 Old Boulevrd', '7 Old Blvd', 'street'],
  ['12 Main St', '12 Main St Apt 4', 'unit'],
  ['12 Main St Apt', '12 Main St Apt 4', 'unit'],
  ['12 Main St Apt 4', '12 Main St Apt 5', 'unit'],
  ['12 Main St Apt 2', '12 Main St Floor 2', 'unit'],
  ['12-34 56th St', '1234 56th St', 'number'],
])('%s and %s differ', (typed, suggested, part) => {
  expect(lines(typed, suggested)).toContain(part)
})

it('reports another city, state and five-digit ZIP code', () => {
  expect(relevantDifferences(at({ city: 'Viena' }), TYPED)).toEqual(['city'])
  expect(relevantDifferences(TYPED, at({ state: 'MD' }))).toEqual(['state'])
  expect(relevantDifferences(TYPED, at({ postalCode: '22181-1234' }))).toEqual(['zip'])
})

it('compares a unit on the second line with one on the first', () => {
  const second = at({ address: '12 Main St', address2: 'Apt. 4' })
  const first = at({ address: '12 Main Street # 4' })
  expect(isSameAddress(first, second)).toBe(true)
  expect(relevantDifferences(at({ address: '12 Main St', address2: '4' }), first)).toEqual([])
})

it('keeps a unit that the suggestion does not know, but does not call the addresses the same', () => {
  const typed = at({ address2: 'Apt 4' })
  expect(relevantDifferences(typed, TYPED)).toEqual([])
  expect(isSameAddress(typed, TYPED)).toBe(false)
  expect(isSameBuilding(typed, TYPED)).toBe(true)
  expect(isSameBuilding(typed, at({ address: '147 Church Street NE' }))).toBe(false)
})

it.each([
  [{ address2: 'Apt 4' }, 'Apt 4'],
  [{ address: '145 Church Street NE, Apt. 4 b' }, 'Apt. 4 b'],
  [{ address: '145 Church Street NE #4' }, '#4'],
  [{}, ''],
])('a suggestion without a unit gets the unit of %o', (change, unit) => {
  expect(withUnitOf(at(change), TYPED)).toEqual({ ...TYPED, address2: unit })
})

it('a suggestion with a unit keeps it', () => {
  const suggested = at({ address2: 'Apt 5' })
  expect(withUnitOf(at({ address2: 'Apt 4' }), suggested)).toBe(suggested)
})

it.each(['9 Ste Marie Way', '9 No Name Rd'])('%s has no unit', (address) => {
  expect(withUnitOf(at({ address }), TYPED)).toBe(TYPED)
})
