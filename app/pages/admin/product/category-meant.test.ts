import { expect, test } from 'vitest'
import { categoryMeant } from './category-meant.ts'

const KNOWN = ['Coffee Beans', 'Brewing Gear', 'Art Show', 'Coffee']

test('a category that is nearly one of the shop’s is taken for it', () => {
  for (const typed of [
    'Coffee',
    'coffee beans',
    'Coffee Bean',
    'Cofee Beans',
    'Coffee Baens',
    'beans',
    ' Coffee  Beans ',
  ])
    expect([typed, categoryMeant(typed, KNOWN)]).toEqual([typed, 'Coffee Beans'])
  expect(categoryMeant('brewing gear', KNOWN)).toBe('Brewing Gear')
})

test('one that is there, is new, or is still being typed is left alone', () => {
  for (const typed of ['Coffee Beans', 'Brewing Gear', 'Art Show', 'Coffee Mugs', 'Tea', 'Bre', ''])
    expect([typed, categoryMeant(typed, KNOWN)]).toEqual([typed, null])
})
