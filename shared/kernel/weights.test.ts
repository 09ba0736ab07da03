import { expect, test } from 'vitest'
import {
  bothWeights,
  readNumber,
  readWeight,
  toGrams,
  WEIGHT_UNITS,
  weighIn,
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

test('a typed number of pounds or ounces is shown again as the number that was typed, however often it is saved', () => {
  const typed = [
    ...Array.from({ length: 20_000 }, (_, index) => [index / 100, 'lb'] as const),
    ...Array.from({ length: 2_000 }, (_, index) => [index / 10, 'oz'] as const),
    // Bags of green coffee of 60, 69 and 70 kg on invoices.
    ...([132.3, 152.1, 154.3, 1521, 39_683.5] as const).map((each) => [each, 'lb'] as const),
  ]
  for (const [number, unit] of typed) {
    let shown = String(number)
    for (let save = 0; save < 3; save++) shown = weightNumber(toGrams(Number(shown), unit), unit)
    expect(shown, `${number} ${unit}`).toBe(String(number))
  }
})

test('a shop that weighs in pounds reads pounds first, and ounces for small weights', () => {
  expect(weighIn(true)(68_991)).toBe('152.1\u00a0lb (68.991\u00a0kg)')
  expect(weighIn(true)(340)).toBe('12\u00a0oz (340\u00a0g)')
  expect(weighIn(true)(0)).toBe('0\u00a0lb (0\u00a0kg)')
  expect(weighIn(false)(340)).toBe('340\u00a0g (12\u00a0oz)')
})
