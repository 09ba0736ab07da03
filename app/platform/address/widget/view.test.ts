import { expect, test } from 'vitest'
import { coordinatesAt, proximityOf, zoomOf } from './view.ts'

test('each type of feature has its own zoom', () => {
  const expected = { street: 15, neighborhood: 14, postcode: 14, locality: 14, oaza: 14, place: 13, city: 13 }
  for (const [type, zoom] of Object.entries(expected)) expect(zoomOf(type), type).toBe(zoom)
  expect([zoomOf('district'), zoomOf('region'), zoomOf('prefecture'), zoomOf('country')]).toEqual([
    9, 6, 6, 4,
  ])
  expect([zoomOf('address'), zoomOf('poi')]).toEqual([16, 16])
})

test('proximity is not sent at zoom 9 or less', () => {
  const center = { longitude: -77.27, latitude: 38.9 }
  expect(proximityOf(null)).toBeNull()
  expect(proximityOf({ center, zoom: 9 })).toBeNull()
  expect(proximityOf({ center, zoom: 10 })).toEqual(center)
})

test('a pin that is moved there and back returns to its position', () => {
  const at = { longitude: -77.265, latitude: 38.901 }
  const there = coordinatesAt(at, 120, -80)
  expect(there.longitude).toBeGreaterThan(at.longitude)
  expect(there.latitude).toBeGreaterThan(at.latitude)
  const back = coordinatesAt(there, -120, 80)
  expect(back.longitude).toBeCloseTo(at.longitude, 5)
  expect(back.latitude).toBeCloseTo(at.latitude, 5)
})
