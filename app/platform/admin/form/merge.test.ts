import { expect, test } from 'vitest'
import { differences, merged } from './merge.ts'

const BASE = {
  name: 'Guji',
  price: '18.00',
  countInStock: '10',
  category: 'Coffee Beans',
  size: '340',
  brand: 'Frame',
  image: '',
  secondImage: '',
  description: 'Apricot.',
  origin: 'Ethiopia',
  cuppingNote: 'apricot',
  roastingLevel: '2',
  isDraft: 'On sale',
}

const isCount = (name: string) => name === 'countInStock'
const NAMES = Object.keys(BASE) as (keyof typeof BASE)[]
const differencesOf = (mine: typeof BASE, theirs: typeof BASE) =>
  differences(NAMES, { base: BASE, mine, theirs, isStock: isCount })
/** The merged values that differ from the other admin's. In a conflict, the fields in `chosen` use my value. */
const changesOnTop = (mine: typeof BASE, theirs: typeof BASE, ...chosen: string[]) => {
  const isMine = (name: string) => chosen.includes(name)
  const all = merged(NAMES, { base: BASE, mine, theirs, isStock: isCount, isMine })
  return Object.fromEntries(
    NAMES.filter((name) => all[name] !== theirs[name]).map((name) => [name, all[name]]),
  )
}

test('if only one side changed a field, a merge uses that value', () => {
  const mine = { ...BASE, description: 'Apricot and jasmine.' }
  const theirs = { ...BASE, countInStock: '7' }
  expect(differencesOf(mine, theirs)).toEqual([
    { name: 'countInStock', before: '10', theirs: '7', mine: undefined },
  ])
  expect(changesOnTop(mine, theirs)).toEqual({ description: 'Apricot and jasmine.' })
})

test('a merge uses the chosen value for each field that both sides changed', () => {
  const mine = { ...BASE, price: '20.00', name: 'Guji Highlands' }
  const theirs = { ...BASE, price: '19.00', name: 'Guji, natural' }
  expect(differencesOf(mine, theirs).map((each) => [each.name, each.mine, each.theirs])).toEqual([
    ['name', 'Guji Highlands', 'Guji, natural'],
    ['price', '20.00', '19.00'],
  ])
  expect(changesOnTop(mine, theirs, 'price')).toEqual({ price: '20.00' })
  expect(changesOnTop(mine, theirs)).toEqual({})
})

test('a merge reports no conflict if both sides changed a field to the same value', () => {
  const mine = { ...BASE, price: '19.00' }
  expect(differencesOf(mine, mine)).toEqual([
    { name: 'price', before: '18.00', theirs: '19.00', mine: undefined },
  ])
  expect(changesOnTop(mine, mine, 'price')).toEqual({})
})

test.each([
  ['15', '12'],
  ['8', '5'],
  ['0', '0'],
])('a typed count of %s, after three of 10 pieces were sold, becomes %s', (typed, count) => {
  const mine = { ...BASE, countInStock: typed }
  const theirs = { ...BASE, countInStock: '7' }
  expect(differencesOf(mine, theirs)[0]!.mine).toBe(count)
  expect(merged(NAMES, { base: BASE, mine, theirs, isStock: isCount, isMine: () => true })).toEqual({
    ...theirs,
    countInStock: count,
  })
})

test('a merge keeps a typed count that is not a number', () => {
  const mine = { ...BASE, countInStock: 'many' }
  expect(differencesOf(mine, { ...BASE, countInStock: '7' })[0]!.mine).toBe('many')
})
