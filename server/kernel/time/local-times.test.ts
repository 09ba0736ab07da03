import { expect, test } from 'vitest'
import { atShop, isSkipped, localTime, withOffset } from './shop-days.ts'

const NEW_YORK = 'America/New_York'

test('a time of day is a moment with the offset of its season', () => {
  expect(withOffset('2026-11-21T18:30', NEW_YORK)).toBe('2026-11-21T18:30:00-05:00')
  expect(withOffset('2026-07-21T18:30', NEW_YORK)).toBe('2026-07-21T18:30:00-04:00')
})

test('a time that the clocks skip in spring is known, and a time that they repeat in autumn is the first one', () => {
  expect([isSkipped('2026-03-08T02:30', NEW_YORK), isSkipped('2026-03-08T03:00', NEW_YORK)]).toEqual([
    true,
    false,
  ])
  expect(withOffset('2026-03-08T02:30', NEW_YORK)).toBe('2026-03-08T03:30:00-04:00')
  expect(isSkipped('2026-11-01T01:30', NEW_YORK)).toBe(false)
  expect(withOffset('2026-11-01T01:30', NEW_YORK)).toBe('2026-11-01T01:30:00-04:00')
})

test('a moment with the offset of the shop begins with the day at the shop', () => {
  expect(atShop('2026-11-28T01:41:00.000Z', NEW_YORK)).toBe('2026-11-27T20:41:00.000-05:00')
  expect(atShop('2026-07-01T03:59:59.999Z', NEW_YORK)).toBe('2026-06-30T23:59:59.999-04:00')
  expect(atShop('2026-07-01T04:00:00.000Z', NEW_YORK)).toBe('2026-07-01T00:00:00.000-04:00')
})

test('the time of day now is in the shop’s time zone, in whole minutes', () => {
  const clock = { now: () => new Date('2026-03-08T06:59:59.999Z') }
  expect(localTime(clock, 0, NEW_YORK)).toBe('2026-03-08T01:59')
  expect(localTime(clock, 1, NEW_YORK)).toBe('2026-03-08T03:00')
})
