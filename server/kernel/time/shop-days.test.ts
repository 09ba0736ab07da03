import { expect, test } from 'vitest'
import { dayOf } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { startOf } from './shop-days.ts'

const hours = (day: string) => (Date.parse(startOf(addDays(day, 1))) - Date.parse(startOf(day))) / 3_600_000

test('a day begins at midnight in Vienna, Virginia, in winter and in summer', () => {
  expect(startOf('2026-01-15')).toBe('2026-01-15T05:00:00.000Z')
  expect(startOf('2026-07-15')).toBe('2026-07-15T04:00:00.000Z')
  expect(dayOf(new Date('2026-01-15T04:59:59.999Z'))).toBe('2026-01-14')
  expect(dayOf(new Date('2026-01-15T05:00:00.000Z'))).toBe('2026-01-15')
})

test('the day of the spring time change has 23 hours, the day of the autumn change 25', () => {
  expect(hours('2026-03-08')).toBe(23)
  expect(hours('2026-11-01')).toBe(25)
  expect(hours('2026-11-02')).toBe(24)
  expect(dayOf(new Date('2026-11-02T04:59:00Z'))).toBe('2026-11-01')
})

test('a day without midnight starts at its first minute', () => {
  expect(startOf('2025-04-25', 'Africa/Cairo')).toBe('2025-04-24T22:00:00.000Z')
  expect(dayOf(new Date('2025-04-24T22:00:00.000Z'), 'Africa/Cairo')).toBe('2025-04-25')
})

test('days are counted across the ends of months and years', () => {
  expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
  // A report may be asked for until the last day that can be written.
  expect(Date.parse(startOf(addDays('9999-12-31', 1)))).toBeGreaterThan(Date.parse('9999-12-31T23:59:59Z'))
})
