import { expect, it } from 'vitest'
import { swipeStep } from './swipe.ts'

it('counts a horizontal movement of 40 pixels as a swipe, and nothing shorter', () => {
  expect([swipeStep(-40, 0), swipeStep(40, 10), swipeStep(39, 0), swipeStep(-39, 0)]).toEqual([1, -1, 0, 0])
})

it('ignores a movement that is more vertical than horizontal, which is scrolling', () => {
  expect(swipeStep(-60, 61)).toBe(0)
})
