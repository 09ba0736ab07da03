import { expect, test } from 'vitest'
import { bagSize, workSize } from './bag-size.ts'

test('a bag is as large as the usual bags of its net weight', () => {
  const sizes = [227, 340, 907, 2268].map((grams) => Object.values(bagSize(grams)!))
  expect(sizes.map((sides) => sides.map((inches) => Math.round(inches * 10) / 10))).toEqual([
    [4.8, 7.9],
    [5.1, 9.3],
    [5.8, 12.5],
    [6.5, 15.5],
  ])
  for (const grams of [null, 0, 30, 60_000]) expect(bagSize(grams)).toBeNull()
})

test('the dimensions of a work are read from its label, and its picture says which side is the height', () => {
  expect(workSize('24 × 18 in', false)).toEqual({ width: 24, height: 18 })
  expect(workSize('24 × 18 in', true)).toEqual({ width: 18, height: 24 })
  expect(workSize('25.4x50.8cm', true)).toEqual({ width: 10, height: 20 })
  for (const text of ['', 'large', '24 in', '24 × 18', '0 × 0 in', '24 × 900 in', '1e9 × 2 in'])
    expect(workSize(text, true), text).toBeNull()
})
