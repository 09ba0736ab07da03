import { expect, it } from 'vitest'
import { catalogueWith, coffeeOf, slugOf } from './coffee.ts'

const wish = { name: 'Peru Cajamarca', origin: 'Peru, Cajamarca', note: 'Plum, cacao, lime', level: '3' }

it('creates a label from the data of a product, with the next number', () => {
  expect(coffeeOf(wish)).toMatchObject({
    no: '13',
    origin: 'Peru',
    region: 'Cajamarca',
    notes: ['Plum', 'cacao', 'lime'],
    roastingLevel: 3,
    size: 340,
  })
  expect(coffeeOf({ ...wish, origin: 'Peru' })).toMatchObject({ origin: 'Peru', region: 'Cajamarca' })
  expect(coffeeOf({ ...wish, name: 'Harvest Blend', origin: 'House' }).region).toBe('Harvest Blend')
})

it('replaces a coffee with the same number', () => {
  const list = catalogueWith(coffeeOf({ ...wish, no: '5' }))
  expect(list.filter(({ no }) => no === '05')).toEqual([expect.objectContaining({ name: 'Peru Cajamarca' })])
  expect(list).toHaveLength(12)
})

it('refuses invalid values with a message', () => {
  expect(() => coffeeOf({ ...wish, name: '' })).toThrow('--name is missing')
  expect(() => coffeeOf({ ...wish, level: '6' })).toThrow('--level is a whole number from 1 to 5')
  expect(() => coffeeOf({ ...wish, film: 'gold' })).toThrow('--film is one of black, kraft')
  expect(() => coffeeOf({ ...wish, no: 'x' })).toThrow('--no is a number')
})

it('names files with ASCII letters only', () => {
  expect(slugOf('Costa Rica Tarrazú, No. 2')).toBe('costa-rica-tarrazu-no-2')
})
