import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counted, formatNumber, plural } from './counts.ts'

test.each([
  [0, '0 orders'],
  [1, '1 order'],
  [2, '2 orders'],
  [21, '21 orders'],
  [1204, '1,204 orders'],
])('%i is written with its word: %s', (value, text) => {
  expect(counted(value, 'order')).toBe(text)
})

test('an irregular plural is passed as an argument', () => {
  expect(counted(2, 'address', 'addresses')).toBe('2 addresses')
  expect(plural(1, 'is', 'are')).toBe('is')
  expect(plural(0, 'is', 'are')).toBe('are')
})

test('thousands have a separator', () => {
  expect(formatNumber(1_234_567)).toBe('1,234,567')
})

test('whole numbers are written as Intl.NumberFormat writes them', () => {
  const intl = new Intl.NumberFormat('en-US')
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => formatNumber(value) === intl.format(value)))
})
