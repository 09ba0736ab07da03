import { describe, expect, test } from 'vitest'
import { withSteps } from './queue/applied.ts'
import { fill, newDay, newLine, pack, queued, roast, weigh } from './queue/queue.testing.ts'
import { missingBags, nextStep, packageable, progressOf, sortedOrders, toBlend } from './progress.ts'

const day = newDay()
const after = (...steps: Parameters<typeof queued>[0][]) =>
  withSteps(
    day,
    steps.map((step) => queued(step, day)),
    'Ann',
  )
const counts = (whole: typeof day) => progressOf(whole).map(({ id, done, total }) => `${id} ${done}/${total}`)

describe('the steps of a day', () => {
  test('have a count of done and all items', () => {
    expect(counts(day)).toEqual([
      'weigh 0/2',
      'roast 0/2',
      'blend 0/1',
      'package 0/5',
      'fill 0/1',
      'ship 0/1',
    ])
    const morning = after(weigh('b1'), roast('b1'), weigh('b2'), pack(3), fill())
    expect(counts(morning)).toEqual([
      'weigh 2/2',
      'roast 1/2',
      'blend 0/1',
      'package 3/5',
      'fill 1/1',
      'ship 0/1',
    ])
  })

  test('do not include blending on a day without blends', () => {
    expect(counts({ ...day, coffees: day.coffees.slice(0, 1) })).not.toContainEqual(
      expect.stringContaining('blend'),
    )
  })

  test('do not count bags of sizes without orders', () => {
    expect(counts(after(weigh('b1'), roast('b1'), pack(9)))).toContain('package 3/5')
  })

  test('do not ask for the bags of an order that was shipped without them', () => {
    const shipped = { ...day, orders: [{ ...day.orders[0]!, state: 'shipped' as const }] }
    expect(counts(shipped).slice(-2)).toEqual(['fill 0/0', 'ship 1/1'])
  })

  test('start with the first step that is not finished', () => {
    expect(nextStep(progressOf(day))).toBe('weigh')
    expect(nextStep(progressOf(after(weigh('b1'), weigh('b2'))))).toBe('roast')
    expect(nextStep([{ id: 'ship', title: 'Ship', done: 1, total: 1 }])).toBe('ship')
  })
})

test('bags can be packaged from batches of the only roast, but a blend only after blending', () => {
  const roasted = after(weigh('b1'), roast('b1', 1000), weigh('b2'), roast('b2', 1000))
  const [coffee, blend] = roasted.coffees
  expect(packageable(roasted, coffee!, coffee!.packaging[0]!)).toBe(2)
  expect(packageable(roasted, blend!, blend!.packaging[0]!)).toBe(0)
  expect(toBlend(roasted, blend!)).toBe(680)
})

test('orders that can be filled come first, then those with missing bags, then the filled ones', () => {
  const packaged = after(weigh('b1'), roast('b1'), pack(3))
  const orders = [
    { ...day.orders[0]!, _id: 'filled', isFilled: true },
    { ...day.orders[0]!, _id: 'large', lines: [newLine({ qty: 2 }), newLine({ line: 1, qty: 2 })] },
    { ...day.orders[0]!, _id: 'small' },
  ]
  const sorted = sortedOrders({ ...packaged, orders })
  expect(sorted.map(({ order }) => order._id)).toEqual(['small', 'large', 'filled'])
  // Two lines with the same bags need the bags of both.
  expect(missingBags(packaged, orders[1]!)).toEqual([{ name: 'Guji, 12 oz, Whole bean', qty: 1 }])
})
