import { expect, test } from 'vitest'
import { altitudeText, metersOf, withFeet } from './altitude.ts'

test('an altitude is said in meters and feet', () => {
  expect(altitudeText(1950)).toBe('1,950 m (6,400 ft)')
})

test.each([
  ['1,950 m', '1,950 m (6,400 ft)'],
  ['1,900 to 2,100 m', '1,900 to 2,100 m (6,230 to 6,890 ft)'],
  ['1900–2100 masl', '1900–2100 masl (6,230–6,890 ft)'],
  ['', ''],
  ['high', 'high'],
  ['6,400 ft', '6,400 ft'],
  ['1,950 m (6,400 ft)', '1,950 m (6,400 ft)'],
])('a typed altitude %j becomes %j', (typed, shown) => {
  expect(withFeet(typed)).toBe(shown)
})

test.each([
  ['1,950 m', 1950],
  ['1,900 to 2,100 m', 2000],
  ['high', null],
])('the meters of a typed altitude %j are %j, the middle of a range', (typed, meters) => {
  expect(metersOf(typed)).toBe(meters)
})
