import { expect, it } from 'vitest'
import { catalogWith, coffeeOf, slugOf } from './coffee.ts'

const options = { name: 'Peru Cajamarca', origin: 'Peru, Cajamarca', note: 'Plum, cacao, lime', level: '3' }

it('creates a label from the data of a product, with the next number', () => {
  expect(coffeeOf(options)).toMatchObject({
    no: '13',
    origin: 'Peru',
    region: 'Cajamarca',
    notes: ['Plum', 'cacao', 'lime'],
    roastingLevel: 3,
    size: 340,
  })
  expect(coffeeOf({ ...options, origin: 'Peru' })).toMatchObject({ origin: 'Peru', region: 'Cajamarca' })
  expect(coffeeOf({ ...options, name: 'Harvest Blend', origin: 'House' }).region).toBe('Harvest Blend')
})

it('replaces a coffee with the same number', () => {
  const list = catalogWith(coffeeOf({ ...options, no: '5' }))
  expect(list.filter(({ no }) => no === '05')).toEqual([expect.objectContaining({ name: 'Peru Cajamarca' })])
  expect(list).toHaveLength(12)
})

it('refuses invalid values with a message', () => {
  expect(() => coffeeOf({ ...options, name: '' })).toThrow('--name is missing')
  expect(() => coffeeOf({ ...options, level: '6' })).toThrow('--level is a whole number from 1 to 5')
  expect(() => coffeeOf({ ...options, film: 'gold' })).toThrow('--film is one of black, kraft')
  expect(() => coffeeOf({ ...options, no: 'x' })).toThrow('--no is a number')
})

it('names files with ASCII letters only', () => {
  expect(slugOf('Costa Rica Tarrazú, No. 2')).toBe('costa-rica-tarrazu-no-2')
})
