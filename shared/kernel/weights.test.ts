import { expect, test } from 'vitest'
import {
  bothWeights,
  readNumber,
  readWeight,
  toGrams,
  WEIGHT_UNITS,
  weightNumber,
  weightText,
} from './weights.ts'

test.each([
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['1,250', 1250],
  ['0,250', 0.25],
  ['1.250,50', 1250.5],
  ['1,250.5', 1250.5],
  ['1,234,567', 1_234_567],
  ['.5', 0.5],
  ['7.', 7],
  [' 41.2 ', 41.2],
  ['', Number.NaN],
  ['-3', Number.NaN],
  ['1e3', Number.NaN],
  ['1.2.3', Number.NaN],
  ['twelve', Number.NaN],
  ['.', Number.NaN],
])('the typed number “%s” is read as %s', (typed, value) => {
  expect(readNumber(typed)).toBe(value)
})

test.each([
  ['12.5 kg', 12_500],
  ['50 lb', 22_680],
  ['50lbs', 22_680],
  ['340g', 340],
  ['12 oz', 340],
  ['1,250 g', 1250],
  ['12.5', Number.NaN],
  ['kg', Number.NaN],
  ['12 stones', Number.NaN],
])('the weight “%s” is read as %s grams', (typed, grams) => {
  expect(readWeight(typed)).toBe(grams)
})

test('a weight is shown in both systems', () => {
  expect(bothWeights(12_500, 'kg')).toBe('12.5\u00a0kg (27.56\u00a0lb)')
  expect(bothWeights(22_680, 'lb')).toBe('50\u00a0lb (22.68\u00a0kg)')
  expect(weightText(340, 'oz')).toBe('12\u00a0oz')
})

test('a weight that is shown in grams or kilograms is read back as exactly the same weight', () => {
  for (const unit of WEIGHT_UNITS.filter((each) => each === 'g' || each === 'kg')) {
    for (const grams of [1, 999, 1000, 12_345, 1_000_001]) {
      expect(toGrams(Number(weightNumber(grams, unit)), unit)).toBe(grams)
    }
  }
})
