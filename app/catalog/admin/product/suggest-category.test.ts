import { expect, test } from 'vitest'
import { suggestCategory } from './suggest-category.ts'

const EXISTING = ['Coffee Beans', 'Brewing Gear', 'Art Show', 'Coffee']

test('an existing category is suggested for a similar name', () => {
  for (const typed of [
    'Coffee',
    'coffee beans',
    'Coffee Bean',
    'Cofee Beans',
    'Coffee Baens',
    'beans',
    ' Coffee  Beans ',
  ])
    expect([typed, suggestCategory(typed, EXISTING)]).toEqual([typed, 'Coffee Beans'])
  expect(suggestCategory('brewing gear', EXISTING)).toBe('Brewing Gear')
})

test('nothing is suggested for an existing, a new or an incomplete name', () => {
  for (const typed of ['Coffee Beans', 'Brewing Gear', 'Art Show', 'Coffee Mugs', 'Tea', 'Bre', ''])
    expect([typed, suggestCategory(typed, EXISTING)]).toEqual([typed, null])
})
