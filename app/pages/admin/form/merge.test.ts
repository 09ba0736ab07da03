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

const NAMES = Object.keys(BASE) as (keyof typeof BASE)[]
const found = (mine: typeof BASE, theirs: typeof BASE) =>
  differences(NAMES, { base: BASE, mine, theirs, stock: 'countInStock' })
/** What the form holds on top of theirs, where `chosen` of the clashes are mine. */
const onTop = (mine: typeof BASE, theirs: typeof BASE, ...chosen: string[]) => {
  const isMine = (name: string) => chosen.includes(name)
  const all = merged(NAMES, { base: BASE, mine, theirs, stock: 'countInStock', isMine })
  return Object.fromEntries(
    NAMES.filter((name) => all[name] !== theirs[name]).map((name) => [name, all[name]]),
  )
}

test('what only they changed is theirs, what only I changed is mine', () => {
  const mine = { ...BASE, description: 'Apricot and jasmine.' }
  const theirs = { ...BASE, countInStock: '7' }
  expect(found(mine, theirs)).toEqual([{ name: 'countInStock', before: '10', theirs: '7', mine: undefined }])
  expect(onTop(mine, theirs)).toEqual({ description: 'Apricot and jasmine.' })
})

test('what both changed is chosen field by field', () => {
  const mine = { ...BASE, price: '20.00', name: 'Guji Highlands' }
  const theirs = { ...BASE, price: '19.00', name: 'Guji, natural' }
  expect(found(mine, theirs).map((each) => [each.name, each.mine, each.theirs])).toEqual([
    ['name', 'Guji Highlands', 'Guji, natural'],
    ['price', '20.00', '19.00'],
  ])
  expect(onTop(mine, theirs, 'price')).toEqual({ price: '20.00' })
  expect(onTop(mine, theirs)).toEqual({})
})

test('what both changed to the same is no question', () => {
  const mine = { ...BASE, price: '19.00' }
  expect(found(mine, mine)).toEqual([{ name: 'price', before: '18.00', theirs: '19.00', mine: undefined }])
  expect(onTop(mine, mine, 'price')).toEqual({})
})

test.each([
  ['15', '12'],
  ['8', '5'],
  ['0', '0'],
])('a count of 10 made %s, while three were sold, is %s: what was sold stays sold', (typed, count) => {
  const mine = { ...BASE, countInStock: typed }
  const theirs = { ...BASE, countInStock: '7' }
  expect(found(mine, theirs)[0]!.mine).toBe(count)
  expect(merged(NAMES, { base: BASE, mine, theirs, stock: 'countInStock', isMine: () => true })).toEqual({
    ...theirs,
    countInStock: count,
  })
})

test('a count that is no number yet is left for the form to complain about', () => {
  const mine = { ...BASE, countInStock: 'many' }
  expect(found(mine, { ...BASE, countInStock: '7' })[0]!.mine).toBe('many')
})
