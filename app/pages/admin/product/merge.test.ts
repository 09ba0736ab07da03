import { expect, test } from 'vitest'
import { differences, merged } from './merge.ts'
import type { Values } from './values.ts'

const BASE: Values = {
  name: 'Guji',
  price: '18.00',
  image: '',
  secondImage: '',
  brand: 'Frame',
  countInStock: '10',
  category: 'Coffee Beans',
  description: 'Apricot.',
  origin: 'Ethiopia',
  cuppingNote: 'apricot',
  roastingLevel: '2',
  size: '340',
  isDraft: 'On sale',
}

test('what only they changed is theirs, what only I changed is mine', () => {
  const mine = { ...BASE, description: 'Apricot and jasmine.' }
  const found = differences(BASE, mine, { ...BASE, countInStock: '7' })
  expect(found).toEqual([{ field: 'countInStock', before: '10', theirs: '7', yours: null }])
  expect(merged(BASE, mine, found, new Set())).toEqual({ description: 'Apricot and jasmine.' })
})

test('what both changed is chosen field by field', () => {
  const mine = { ...BASE, price: '20.00', name: 'Guji Highlands' }
  const found = differences(BASE, mine, { ...BASE, price: '19.00', name: 'Guji, natural' })
  expect(found.map(({ field, yours, theirs }) => [field, yours, theirs])).toEqual([
    ['name', 'Guji Highlands', 'Guji, natural'],
    ['price', '20.00', '19.00'],
  ])
  expect(merged(BASE, mine, found, new Set(['price']))).toEqual({ price: '20.00' })
  expect(merged(BASE, mine, found, new Set())).toEqual({})
})

test('what both changed to the same is no question', () => {
  const mine = { ...BASE, price: '19.00' }
  const found = differences(BASE, mine, mine)
  expect(found).toEqual([{ field: 'price', before: '18.00', theirs: '19.00', yours: null }])
  expect(merged(BASE, mine, found, new Set(['price']))).toEqual({})
})

test.each([
  ['15', '12'],
  ['8', '5'],
  ['0', '0'],
])('a count of 10 made %s, while three were sold, is %s: what was sold stays sold', (typed, count) => {
  const mine = { ...BASE, countInStock: typed }
  const found = differences(BASE, mine, { ...BASE, countInStock: '7' })
  expect(found[0]!.yours).toBe(count)
  expect(merged(BASE, mine, found, new Set(['countInStock']))).toEqual({ countInStock: count })
})

test('a count that is no number yet is left for the form to complain about', () => {
  const mine = { ...BASE, countInStock: '' }
  expect(differences(BASE, { ...mine, countInStock: 'many' }, { ...BASE, countInStock: '7' })[0]!.yours).toBe(
    'many',
  )
})
