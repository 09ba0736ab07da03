import { expect, test } from 'vitest'
import { scaleOf } from './scale.ts'

test.each([
  [0, [5, 10]],
  [9.99, [5, 10]],
  [10.01, [5, 10, 15]],
  [52.47, [20, 40, 60]],
  [399.99, [100, 200, 300, 400]],
  [601, [200, 400, 600, 800]],
  [1370, [500, 1000, 1500]],
  [99_999.99, [50_000, 100_000]],
])('a chart with a highest value of %d dollars has these steps: %j', (highest, steps) => {
  expect(scaleOf(highest)).toEqual({ top: steps.at(-1), steps })
})
