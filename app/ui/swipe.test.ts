import { expect, it } from 'vitest'
import { swiped } from './swipe.ts'

it('counts a horizontal movement of 40 pixels as a swipe, and nothing shorter', () => {
  expect([swiped(-40, 0), swiped(40, 10), swiped(39, 0), swiped(-39, 0)]).toEqual([1, -1, 0, 0])
})

it('ignores a movement that is more vertical than horizontal, which is scrolling', () => {
  expect(swiped(-60, 61)).toBe(0)
})
