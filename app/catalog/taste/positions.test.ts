import { expect, test } from 'vitest'
import { mapOf, spanOf, tasteOf } from './positions.ts'

const coffee = (name: string, flavors: string[], roastingLevel: number, countInStock = 5) => ({
  name,
  flavors: flavors as ('Fruit' | 'Floral')[],
  roastingLevel,
  sizes: [
    {
      id: '1',
      label: '',
      sku: '',
      price: 18,
      grams: 340,
      shippingGrams: null,
      forAccounts: false,
      pack: null,
      countInStock,
    },
  ],
})

test('fruit is left of caramel and chocolate, families are averaged, and unknown ones have no place', () => {
  const places = [['Floral'], ['Fruit'], ['Fruit', 'Chocolate'], ['Caramel'], ['Chocolate']].map(tasteOf)
  expect(places).toEqual(places.toSorted((one, other) => one! - other!))
  expect(tasteOf(['Chocolate', 'Fruit'])).toBe(0.6)
  expect(tasteOf([])).toBeNull()
  expect(tasteOf(['Oyster'])).toBeNull()
})

test('no name covers another, also of coffees with the same taste and roast, and letters run from light to dark', () => {
  const names = [
    'Ethiopia Guji Highlands',
    'Kenya',
    'A very long name of a coffee that nobody can read',
    'Kivu',
  ]
  const { bands } = mapOf(
    names.flatMap((name) => [
      coffee(name, ['Fruit'], 2),
      coffee(`${name} 2`, ['Fruit', 'Caramel'], 2),
      coffee(`${name} 3`, ['Nut'], 2),
      coffee(`${name} 4`, ['Chocolate'], 1),
    ]),
  )
  for (const { spots } of bands)
    for (const one of spots) {
      const span = spanOf(one)
      expect(span.from).toBeGreaterThanOrEqual(0)
      expect(span.to).toBeLessThanOrEqual(1)
      for (const other of spots.filter((each) => each !== one && each.lane === one.lane)) {
        const second = spanOf(other)
        expect(span.to <= second.from || second.to <= span.from, `${one.name}, ${other.name}`).toBe(true)
      }
    }
  expect(bands.flatMap(({ spots }) => spots).map(({ letter }) => letter)).toEqual(
    'ABCDEFGHIJKLMNOP'.split(''),
  )
  expect(bands[0]!.spots[0]!.letter).toBe('A')
})

test('a coffee without flavor or roast is not on the map, and the sold out are left out first if there are too many', () => {
  const many = Array.from({ length: 18 }, (_, index) => coffee(`C${index}`, ['Nut'], 3, index < 3 ? 0 : 5))
  const { bands, left } = mapOf([coffee('No taste', [], 3), coffee('No roast', ['Nut'], 0), ...many])
  expect(bands.flatMap(({ spots }) => spots)).toHaveLength(16)
  expect(left.map(({ name }) => name)).toEqual(['No taste', 'No roast', 'C1', 'C2'])
  expect(
    mapOf(many.map((each) => ({ ...each, sizes: [{ ...each.sizes[0]!, countInStock: 0 }] }))).bands[2]!.spots,
  ).toHaveLength(16)
})

test('a shop without coffees has five empty bands', () => {
  expect(mapOf([]).bands.map(({ lanes }) => lanes)).toEqual([0, 0, 0, 0, 0])
})
