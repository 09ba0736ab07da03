import { expect, test } from 'vitest'
import { mayHaveCardNumber, roundingOf } from './tenders.ts'

test('cash is rounded to five cents in both directions, and only if the shop rounds', () => {
  const rounded = Array.from({ length: 10 }, (_, cents) => 1840 + cents + roundingOf(1840 + cents, true))
  expect(rounded).toEqual([1840, 1840, 1840, 1845, 1845, 1845, 1845, 1845, 1850, 1850])
  expect(roundingOf(1843, false)).toBe(0)
})

test('a text with twelve digits or more may be a card number, in any spelling', () => {
  expect(mayHaveCardNumber('4111 1111 1111 1111')).toBe(true)
  expect(mayHaveCardNumber('x4111-1111-1111x')).toBe(true)
  expect(mayHaveCardNumber('４１１１１１１１１１１１１１１１')).toBe(true)
  expect(mayHaveCardNumber('Auth 004512, 4242')).toBe(false)
})
