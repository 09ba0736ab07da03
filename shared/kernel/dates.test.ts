import { expect, test } from 'vitest'
import { type DateFormat, dayOf, elapsed, formatDate, timeZoneName } from './dates.ts'

const MOMENT = '2026-11-22T02:41:07.000Z'
const NBSP = '\u00a0'

test.each<[DateFormat, string]>([
  ['day', 'November 21, 2026'],
  ['shortDay', 'Nov 21, 2026'],
  ['weekday', 'Saturday, November 21'],
  ['shortWeekday', 'Sat, Nov 21'],
  ['monthDay', 'November 21'],
  ['shortMonthDay', 'Nov 21'],
  ['time', '9:41 PM'],
  ['timeWithSeconds', '9:41:07 PM'],
  ['dayAndTime', `November${NBSP}21,${NBSP}2026 at${NBSP}9:41${NBSP}PM`],
  ['shortDayAndTime', 'Nov 21, 9:41 PM'],
  ['dayTimeAndZone', 'November 21 at 9:41 PM EST'],
])('a moment is written in the time zone of the shop: %s', (format, text) => {
  expect(formatDate(MOMENT, format)).toBe(text)
})

test('another time zone can be given', () => {
  expect(formatDate(MOMENT, 'shortDayAndTime', 'Asia/Tokyo')).toBe('Nov 22, 11:41 AM')
})

test('a day without a time is the same day in every zone', () => {
  for (const zone of ['America/New_York', 'Asia/Tokyo', 'Pacific/Kiritimati'])
    expect(formatDate('2026-03-12', 'weekday', zone)).toBe('Thursday, March 12')
})

test('a text that is not a date is refused', () => {
  expect(() => formatDate('yesterday', 'day')).toThrow(RangeError)
})

test('the day of a moment changes at midnight in the shop', () => {
  expect(dayOf(new Date('2026-11-22T04:59:59Z'))).toBe('2026-11-21')
  expect(dayOf(new Date('2026-11-22T05:00:00Z'))).toBe('2026-11-22')
})

test('the time zone has its usual name', () => {
  expect(timeZoneName()).toBe('Eastern Time')
})

test.each([
  ['2026-11-21T12:00:20Z', '0 minutes'],
  ['2026-11-21T12:01:00Z', '1 minute'],
  ['2026-11-21T12:59:00Z', '59 minutes'],
  ['2026-11-21T13:00:00Z', '1 hour'],
  ['2026-11-23T11:00:00Z', '47 hours'],
  ['2026-11-23T12:00:00Z', '2 days'],
  ['2026-11-21T11:00:00Z', '0 minutes'],
])('the time from noon to %s is written as %s', (to, text) => {
  expect(elapsed('2026-11-21T12:00:00Z', to)).toBe(text)
})
