import { expect, it } from 'vitest'
import { swiped } from './swipe.ts'

it('takes 40 pixels sideways as a swipe, and nothing shorter', () => {
  expect([swiped(-40, 0), swiped(40, 10), swiped(39, 0), swiped(-39, 0)]).toEqual([1, -1, 0, 0])
})

it('leaves a movement that goes more up or down than sideways to scrolling', () => {
  expect(swiped(-60, 61)).toBe(0)
})
