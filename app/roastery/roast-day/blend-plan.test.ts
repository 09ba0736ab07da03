import { expect, test } from 'vitest'
import { blendProblem, proposeBlend, sharesOf } from './blend-plan.ts'

const blend = (a: number, c: number) => [
  { batchId: 'a', grams: a },
  { batchId: 'c', grams: c },
]

const batch = (_id: string, gramsLeft: number) => ({
  _id,
  code: `261126-${_id}`,
  roastedOn: '2026-11-26',
  gramsLeft,
})
const part = (name: string, percent: number, batches: ReturnType<typeof batch>[]) => ({
  roast: { _id: name, name },
  percent,
  batches,
})

test('a blend has the percentages of the recipe and uses the oldest batches first', () => {
  const parts = [
    part('Guji', 60, [batch('a', 1000), batch('b', 9000)]),
    part('Huila', 40, [batch('c', 5000)]),
  ]
  expect(proposeBlend({ parts }, 5000)).toEqual([
    { batchId: 'a', grams: 1000 },
    { batchId: 'b', grams: 2000 },
    { batchId: 'c', grams: 2000 },
  ])
  expect(sharesOf({ parts }, proposeBlend({ parts }, 5000))).toEqual([60, 40])
})

test('a blend is at least as heavy as needed, although its parts are rounded to whole grams', () => {
  const parts = [33, 33, 34].map((percent, index) =>
    part(`roast ${index}`, percent, [batch(`${index}`, 5000)]),
  )
  const takes = proposeBlend({ parts }, 1001)
  const total = takes.reduce((sum, { grams }) => sum + grams, 0)
  expect(total).toBeGreaterThanOrEqual(1001)
  expect(total).toBeLessThanOrEqual(1003)
})

test('the roast with the least coffee limits the blend', () => {
  const parts = [part('Guji', 60, [batch('a', 600)]), part('Huila', 40, [batch('c', 5000)])]
  expect(proposeBlend({ parts }, 5000)).toEqual([
    { batchId: 'a', grams: 600 },
    { batchId: 'c', grams: 400 },
  ])
  expect(
    proposeBlend({ parts: [part('Guji', 60, []), part('Huila', 40, [batch('c', 5000)])] }, 5000),
  ).toEqual([])
})

test('a blend that differs from the recipe or takes more than is left is refused with the reason', () => {
  const parts = [part('Guji', 60, [batch('a', 3000)]), part('Huila', 40, [batch('c', 5000)])]
  expect(blendProblem({ parts }, blend(600, 400))).toBeNull()
  expect(blendProblem({ parts }, blend(620, 380))).toBeNull()
  expect(blendProblem({ parts }, blend(700, 300))).toBe('This would be 70% Guji. The recipe has 60%')
  expect(blendProblem({ parts }, blend(3001, 2000))).toBe('Batch 261126-a has less coffee left')
  expect(blendProblem({ parts }, [])).toBe('Enter how much coffee you take from the batches')
})
