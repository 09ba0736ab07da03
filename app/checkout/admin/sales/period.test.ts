import { expect, test } from 'vitest'
import { periodOf } from './period.ts'

test.each([
  ['this-month', '2026-11-21', '2026-11-01', '2026-11-30'],
  ['this-month', '2028-02-29', '2028-02-01', '2028-02-29'],
  ['last-month', '2026-03-31', '2026-02-01', '2026-02-28'],
  ['last-month', '2026-01-01', '2025-12-01', '2025-12-31'],
  ['this-quarter', '2026-11-21', '2026-10-01', '2026-12-31'],
  ['this-quarter', '2026-01-01', '2026-01-01', '2026-03-31'],
  ['last-quarter', '2026-02-14', '2025-10-01', '2025-12-31'],
  ['last-quarter', '2026-12-31', '2026-07-01', '2026-09-30'],
  ['this-year', '2026-06-30', '2026-01-01', '2026-12-31'],
] as const)('the period %s, chosen on %s, is from %s to %s', (name, today, from, to) => {
  expect(periodOf(name, today)).toEqual({ from, to })
})
