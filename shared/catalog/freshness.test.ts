import { expect, test } from 'vitest'
import { ROASTS } from '#shared/kernel/categories.ts'
import { bestDays, bestDaysText } from './freshness.ts'

test.each([
  [1, '2026-12-09', '2027-01-06'],
  [2, '2026-12-09', '2027-01-06'],
  [3, '2026-12-07', '2026-12-30'],
  [4, '2026-12-05', '2026-12-23'],
  [5, '2026-12-05', '2026-12-23'],
])('coffee of the roasting level %i, roasted on December 2, tastes best from %s to %s', (level, from, to) => {
  expect(bestDays(level, '2026-12-02')).toEqual({ from, to })
})

test('a coffee without a roasting level has no such days, and every level has them', () => {
  expect(bestDays(0, '2026-12-02')).toBeNull()
  expect(bestDays(ROASTS.length, '2026-12-02')).toBeNull()
  for (const level of ROASTS.keys()) if (level > 0) expect(bestDays(level, '2026-12-02')).not.toBeNull()
})

test('the days are written without the year, and a day is not split over two lines', () => {
  expect(bestDaysText({ from: '2026-12-09', to: '2027-01-06' })).toBe('Dec\u00a09 – Jan\u00a06')
})
