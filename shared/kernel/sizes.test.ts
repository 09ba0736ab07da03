import { expect, test } from 'vitest'
import { netWeightText } from './sizes.ts'

test.each([
  [340, 'NET WT 12 OZ (340 g)'],
  [284, 'NET WT 10 OZ (284 g)'],
  [113, 'NET WT 4 OZ (113 g)'],
  [250, 'NET WT 8.8 OZ (250 g)'],
  [454, 'NET WT 1 LB (454 g)'],
  [680, 'NET WT 1 LB 8 OZ (680 g)'],
  [907, 'NET WT 2 LB (907 g)'],
  [1000, 'NET WT 2 LB 3.2 OZ (1 kg)'],
  [2268, 'NET WT 5 LB (2.26 kg)'],
  [10_000, 'NET WT 22 LB 0.7 OZ (10 kg)'],
])('the net weight of %i g is in both units, and never rounded up', (grams, text) => {
  expect(netWeightText(grams)).toBe(text)
})
