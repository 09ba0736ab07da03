import { expect, test } from 'vitest'
import { datesFrom, quietFrom, rhythmOf } from './rhythm.ts'

test('dates come every week or every second week, from the first weekday after the start', () => {
  const weekly = { everyWeeks: 1, weekday: 'Thu', startsOn: '2026-11-02' } as const
  expect(datesFrom(weekly, '2026-10-01', 3)).toEqual(['2026-11-05', '2026-11-12', '2026-11-19'])
  expect(datesFrom(weekly, '2026-11-12', 1)).toEqual(['2026-11-12'])
  expect(datesFrom(weekly, '2026-11-13', 1)).toEqual(['2026-11-19'])
  const second = { ...weekly, everyWeeks: 2 } as const
  expect(datesFrom(second, '2026-11-06', 3)).toEqual(['2026-11-19', '2026-12-03', '2026-12-17'])
})

test('the rhythm of an account is the median distance of its orders, from the third order on', () => {
  expect(rhythmOf(['2026-11-05', '2026-11-12'])).toBeNull()
  expect(rhythmOf(['2026-11-05', '2026-11-12', '2026-11-12', '2026-11-05'])).toBeNull()
  expect(rhythmOf(['2026-11-19', '2026-11-05', '2026-11-12'])).toBe(7)
  expect(rhythmOf(['2026-11-05', '2026-11-12', '2026-11-19', '2026-12-17'])).toBe(7)
  expect(rhythmOf(['2026-11-05', '2026-11-12', '2026-11-19', '2026-12-01', '2026-12-20'])).toBe(9.5)
})

test('an account is quiet on the first day after 1.5 times its rhythm', () => {
  expect(quietFrom(['2026-11-05', '2026-11-12', '2026-11-19'])).toBe('2026-11-30')
  expect(quietFrom(['2026-11-05'])).toBeNull()
})
