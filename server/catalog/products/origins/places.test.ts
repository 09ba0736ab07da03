import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allPlaces, placesIn } from './places.ts'

test('a text that names a region and its country has the place of the region', () => {
  expect(placesIn('Ethiopia, Guji Highlands')).toEqual([{ latitude: 5.8, longitude: 38.9 }])
  expect(placesIn('COSTA RICA – Tarrazú')).toEqual([{ latitude: 9.65, longitude: -84.02 }])
  expect(placesIn('Sumatra, Aceh Highlands')).toEqual([{ latitude: 4.6, longitude: 96.8 }])
})

test('a country with an unknown region has the place of the country, and each country of a blend has one', () => {
  expect(placesIn('Ethiopia, Nowhere')).toEqual([{ latitude: 7.5, longitude: 38.2 }])
  expect(placesIn('Brazil, Colombia and Ethiopia')).toHaveLength(3)
  expect(placesIn('Rwanda and DR Congo, Lake Kivu')).toHaveLength(2)
})

test('an unknown origin has no place, and a name within another name is not found', () => {
  for (const text of ['', 'House', 'Antigua', 'Sierra Leone', 'Indianapolis', '🌍'])
    expect(placesIn(text), text).toEqual([])
  expect(placesIn('Papua New Guinea')).toEqual([{ latitude: -6, longitude: 145 }])
})

test('each place of the list is on the land of the drawn map', () => {
  const shapes = readFileSync(
    new URL('../../../../app/catalog/shop/coffee-belt.svg', import.meta.url),
    'utf8',
  )
  const land = outlines(/ d="([^"]+)"/.exec(shapes)![1]!)
  expect(land.length).toBeGreaterThan(25)
  const inSea = allPlaces().filter(
    ({ at: [latitude, longitude] }) => !land.some((shape) => isNear(shape, longitude, -latitude)),
  )
  expect(inSea).toEqual([])
})

type Shape = { x: number; y: number }[]

/** The shapes of a path of relative lines: `M1 2l3 4-5 6z`. */
function outlines(path: string): Shape[] {
  return path
    .split('z')
    .filter(Boolean)
    .map((part) => {
      const numbers = [...part.matchAll(/-?(?:\d*\.\d+|\d+)/g)].map(([number]) => Number(number))
      const shape: Shape = []
      for (let at = 0; at < numbers.length; at += 2) {
        const { x, y } = shape.at(-1) ?? { x: 0, y: 0 }
        shape.push({ x: x + numbers[at]!, y: y + numbers[at + 1]! })
      }
      return shape
    })
}

/** Whether a point is in a shape, or at most a degree beside it: a dot is larger. */
function isNear(shape: Shape, x: number, y: number): boolean {
  const steps = [0, -1, 1]
  return steps.some((right) => steps.some((down) => isIn(shape, x + right, y + down)))
}

function isIn(shape: Shape, x: number, y: number): boolean {
  let isInside = false
  shape.forEach((one, index) => {
    const other = shape[(index + 1) % shape.length]!
    const crosses =
      one.y > y !== other.y > y && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x
    if (crosses) isInside = !isInside
  })
  return isInside
}
